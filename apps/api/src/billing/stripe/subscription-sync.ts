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
  /** Whether real money moves. */
  isLiveAccount: boolean;
  billing: BillingStore;
  /** Hears of each user whose subscription was looked at and stored. */
  onSynced: (userId: string) => void;
  logger: Logger;
  now: () => number;
}

/**
 * Reads from Stripe what customers have, and stores it: the only way anybody becomes premium, or stops being it. What
 * events and requests say is never read; they only have it look.
 */
export class SubscriptionSync {
  readonly #dependencies: SyncDependencies;
  readonly #flights = new Map<string, Flight>();
  readonly #duplicates = new Set<string>();

  constructor(dependencies: SyncDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Resolves with what Stripe said after this call, once that is stored; null when the customer is gone. Of one customer
   * one look is under way, and at most one waits for it, however many call.
   */
  look(customerId: string): Promise<BilledSubscription | null> {
    const flight = this.#flights.get(customerId);
    if (!flight) return this.#begin(customerId);
    flight.next ??= flight.current.then(
      () => this.#begin(customerId),
      () => this.#begin(customerId),
    );
    return flight.next;
  }

  /** Resolves when nothing is being looked at. */
  async idle(): Promise<void> {
    while (this.#flights.size > 0) {
      await Promise.allSettled([...this.#flights.values()].map(({ current, next }) => next ?? current));
    }
  }

  #begin(customerId: string): Promise<BilledSubscription | null> {
    const flight: Flight = { current: this.#look(customerId), next: null };
    this.#flights.set(customerId, flight);
    const end = () => {
      if (!flight.next) this.#flights.delete(customerId);
    };
    flight.current.then(end, end);
    return flight.current;
  }

  async #look(customerId: string): Promise<BilledSubscription | null> {
    const { billing, onSynced, logger, now } = this.#dependencies;
    const sync = await billing.beginSync(customerId);
    if (!sync) return null;
    const subscriptions = await this.#read(customerId);
    if (!subscriptions) {
      await billing.markGone(customerId);
      logger.warn({ customerId }, 'a customer is gone at Stripe');
      onSynced(sync.userId);
      return null;
    }
    const found = readSubscriptions(subscriptions);
    this.#alert(customerId, subscriptions, found);
    const isNews = await billing.apply(sync, found, { now: now(), dueAt: nextLook(found, now()) });
    if (isNews) onSynced(sync.userId);
    return found;
  }

  /** Null when the customer is gone. */
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

  /** Nobody shall pay twice, and giving money back is for a person to decide. */
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

/** When to look again, should no event come: daily, and soon after something was to happen. */
function nextLook({ liveCount, periodEnd, cancelAt }: BilledSubscription, now: number): number | null {
  if (liveCount === 0) return null;
  const end = cancelAt ?? periodEnd;
  if (end === null) return now + DAY_MS;
  const soonAfter = end + 10 * MINUTE_MS;
  return soonAfter > now ? Math.min(soonAfter, now + DAY_MS) : now + HOUR_MS;
}
