import type Stripe from 'stripe';
import type { Logger } from 'pino';
import type { BilledSubscription, BillingStore } from '../../storage/storage.ts';
import { isGone } from './is-gone.ts';
import { isLive, readSubscriptions } from './read-subscriptions.ts';
import { isMissing } from './stripe-client.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** More subscriptions than any customer has had. */
const ALL = 1000;

interface Flight {
  current: Promise<BilledSubscription | null>;
  next: Promise<BilledSubscription | null> | null;
}

export interface SyncDependencies {
  stripe: Stripe;
  /** Whether the account is in live mode, with real money. */
  isLiveAccount: boolean;
  billing: BillingStore;
  logger: Logger;
  now: () => number;
}

/**
 * Reads customers' subscriptions from Stripe and stores them. This is the only way a user gains premium: events and
 * requests only trigger it, and their content is never trusted.
 */
export class SubscriptionSync {
  readonly #dependencies: SyncDependencies;
  readonly #flights = new Map<string, Flight>();
  readonly #duplicates = new Set<string>();

  constructor(dependencies: SyncDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Resolves with a state that Stripe reported after this call, once it is stored; null if the customer is gone. Per
   * customer, one request is in flight and at most one is queued behind it, however many callers there are.
   */
  refresh(customerId: string): Promise<BilledSubscription | null> {
    const flight = this.#flights.get(customerId);
    if (!flight) return this.#begin(customerId);
    flight.next ??= flight.current.then(
      () => this.#begin(customerId),
      () => this.#begin(customerId),
    );
    return flight.next;
  }

  /** Resolves when no sync is running. */
  async idle(): Promise<void> {
    while (this.#flights.size > 0) {
      await Promise.allSettled([...this.#flights.values()].map(({ current, next }) => next ?? current));
    }
  }

  #begin(customerId: string): Promise<BilledSubscription | null> {
    const flight: Flight = { current: this.#sync(customerId), next: null };
    this.#flights.set(customerId, flight);
    const end = () => {
      if (!flight.next) this.#flights.delete(customerId);
    };
    flight.current.then(end, end);
    return flight.current;
  }

  async #sync(customerId: string): Promise<BilledSubscription | null> {
    const { billing, logger, now } = this.#dependencies;
    const sync = await billing.beginSync(customerId);
    if (!sync) return null;
    const subscriptions = await this.#read(customerId);
    if (!subscriptions) {
      await billing.markGone(customerId);
      logger.warn({ customerId }, 'a customer is gone at Stripe');
      return null;
    }
    const found = readSubscriptions(subscriptions);
    this.#alert(customerId, subscriptions, found);
    await billing.apply(sync, found, { now: now(), dueAt: nextSyncAt(found, now()) });
    return found;
  }

  /** Null if the customer is gone. */
  async #read(customerId: string): Promise<Stripe.Subscription[] | null> {
    const { stripe, isLiveAccount } = this.#dependencies;
    let subscriptions: Stripe.Subscription[] = [];
    try {
      const asked = stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
      subscriptions = await asked.autoPagingToArray({ limit: ALL });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    if (subscriptions.some(isLive)) return subscriptions;
    return (await isGone(stripe, customerId, isLiveAccount)) ? null : subscriptions;
  }

  /** Alerts the operator to a double subscription: refunds need a human decision. */
  #alert(customerId: string, subscriptions: Stripe.Subscription[], { liveCount }: BilledSubscription): void {
    if (liveCount < 2) {
      this.#duplicates.delete(customerId);
      return;
    }
    if (this.#duplicates.has(customerId)) return;
    this.#duplicates.add(customerId);
    const live = subscriptions.filter(isLive).map(({ id }) => id);
    this.#dependencies.logger.error({ customerId, subscriptions: live }, 'duplicate_subscription');
  }
}

/** When to sync again if no event arrives: daily, and soon after an expected change. */
function nextSyncAt({ liveCount, periodEnd, cancelAt }: BilledSubscription, now: number): number | null {
  if (liveCount === 0) return null;
  const end = cancelAt ?? periodEnd;
  if (end === null) return now + DAY_MS;
  const soonAfter = end + 10 * MINUTE_MS;
  return soonAfter > now ? Math.min(soonAfter, now + DAY_MS) : now + HOUR_MS;
}
