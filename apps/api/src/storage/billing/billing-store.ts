import type { SubscriptionTier } from '@parley/core';

/** A user's customer at Stripe. Never reassigned to another user. */
export interface CustomerRecord {
  customerId: string;
  userId: string;
  /** Whether the customer belongs to the live account, where real money moves, or to a test account. */
  isLive: boolean;
  /** Deleted at Stripe. The user's next checkout creates a new customer. */
  isGone: boolean;
}

/** A customer's subscription as Stripe reports it. */
export interface BilledSubscription {
  tier: SubscriptionTier;
  /** Null when the customer never had a subscription. */
  status: string | null;
  periodEnd: number | null;
  cancelAt: number | null;
  /** Stripe's id of the price; null when nothing is paid. */
  priceId: string | null;
  /** Yearly price in the currency's smallest unit, before discounts and taxes. */
  yearlyAmount: number;
  /** Lowercase currency code; null when nothing is paid. */
  currency: string | null;
  /** Number of live subscriptions of the customer. More than one is a mistake. */
  liveCount: number;
}

/** A sync with Stripe that has started. */
export interface Sync {
  customerId: string;
  /** Increases with each sync of the customer. */
  seq: number;
  userId: string;
}

/**
 * Stores customers, their subscriptions, and when to sync each again. A customer is due at `dueAt`: immediately after
 * an event, otherwise when the caller asked for it.
 */
export interface BillingStore {
  /** The user's customers, oldest first, including deleted ones. Also works while the account is being deleted. */
  customersOf(userId: string): Promise<CustomerRecord[]>;
  /**
   * Links the customer to the user unless the user already has one in that account that is not gone. Returns the user's
   * customer after the call. Null when the user is unknown or being deleted.
   */
  link(customer: Omit<CustomerRecord, 'isGone'>): Promise<CustomerRecord | null>;
  /**
   * Marks the customer as deleted at Stripe and ends the user's subscription, unless another customer pays it. Returns
   * the user's id; null when the customer is unknown or was marked before.
   */
  markGone(customerId: string): Promise<string | null>;
  /**
   * Records an event and makes its customer due, in one step. Returns the customer. Null when the event was recorded
   * before, or when the customer is unknown or gone; the caller then has nothing to do.
   */
  receive(event: { id: string; customerId: string; now: number }): Promise<CustomerRecord | null>;
  /** Makes the customer due at `at` at the latest. Until then, `apply` cannot postpone the sync beyond that time. */
  expect(customerId: string, at: number): Promise<void>;
  /**
   * Starts a sync; null for a customer that is unknown or gone. Data read from Stripe after this call is newer than any
   * event recorded so far.
   */
  beginSync(customerId: string): Promise<Sync | null>;
  /**
   * Stores the result of a sync for the customer and its user, and when to sync again (null for never). False, and
   * nothing changed, when a sync that started later is already stored. The customer stays due if an event arrived after
   * the sync started.
   */
  apply(sync: Sync, found: BilledSubscription, times: { now: number; dueAt: number | null }): Promise<boolean>;
  /** Postpones a customer whose sync failed. */
  postpone(customerId: string, dueAt: number): Promise<void>;
  /** Customers that are due by now, longest due first. */
  listDue(isLive: boolean, now: number, limit: number): Promise<string[]>;
  /**
   * Ends the subscriptions that customers of the test account gave, except those of users who pay in the live account.
   * Returns the ids of these users. The customers become due, so that the next sync of the test account restores them.
   */
  endTestSubscriptions(now: number): Promise<string[]>;
  /** Deletes the events recorded before this time. */
  forgetEvents(before: number): Promise<void>;
}
