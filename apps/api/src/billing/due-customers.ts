import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { BillingStore } from '../storage/storage.ts';
import { forLog } from './stripe/stripe-client.ts';
import type { SubscriptionSync } from './stripe/subscription-sync.ts';

const EVERY_MS = 60_000;
const AGAIN_MS = 5 * 60_000;
const AT_ONCE = 4;
const PAGE = 50;
/** Stripe retries an event for three days at most, so older ids cannot return. */
const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

export interface DueDependencies {
  billing: BillingStore;
  sync: SubscriptionSync;
  isLiveAccount: boolean;
  logger: Logger;
  now: () => number;
}

/**
 * Syncs the customers that are due, now and every minute: those whose event was not processed because of a crash or
 * while Stripe was down, those who may have paid or canceled without an event, and every paying customer once a day.
 * With a live key, also ends the subscriptions of the test account, which cost nothing.
 */
export class DueCustomers {
  readonly #dependencies: DueDependencies;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #isClosed = false;

  constructor(dependencies: DueDependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    void this.run();
    this.#timer = setInterval(() => void this.run(), EVERY_MS).unref();
  }

  /** Resolves when all customers that are due have been synced. Joins a run in progress. */
  run(): Promise<void> {
    this.#running ??= this.#work()
      .catch((error: unknown) => this.#dependencies.logger.warn(forLog(error), 'syncing due customers failed'))
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #work(): Promise<void> {
    const { billing, isLiveAccount, now } = this.#dependencies;
    // A live key syncs no test customers. Repeated on each run, because another process may still have the test key.
    if (isLiveAccount) await billing.endTestSubscriptions(now());
    await billing.forgetEvents(now() - EVENTS_KEPT_MS);
    const limit = pLimit(AT_ONCE);
    for (let isAnyLeft = true; isAnyLeft && !this.#isClosed;) {
      const due = await billing.listDue(isLiveAccount, now(), PAGE);
      const synced = await Promise.all(due.map((customerId) => limit(() => this.#sync(customerId))));
      // If every sync fails, Stripe is down: the remaining ones would fail as well.
      isAnyLeft = due.length === PAGE && synced.some(Boolean);
    }
  }

  async #sync(customerId: string): Promise<boolean> {
    const { billing, sync, logger, now } = this.#dependencies;
    if (this.#isClosed) return false;
    try {
      await sync.refresh(customerId);
      return true;
    } catch (error) {
      logger.warn(forLog(error), 'syncing a customer failed and is repeated later');
      await billing.postpone(customerId, now() + AGAIN_MS);
      return false;
    }
  }
}
