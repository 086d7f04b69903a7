import type { SubscriptionTier } from '@parley/core';

/** Who a user is at Stripe. Never given to another user. */
export interface CustomerRecord {
  customerId: string;
  userId: string;
  /** Whether real money moves; customers of a test account are others than those of the live one. */
  isLive: boolean;
  /** Gone at Stripe: the user gets another with the next checkout. */
  isGone: boolean;
}

/** What a customer has paid for, as Stripe says it. */
export interface BilledSubscription {
  tier: SubscriptionTier;
  /** Null: there never was a subscription. */
  status: string | null;
  periodEnd: number | null;
  cancelAt: number | null;
  /** What the subscription costs in a year, in the currency's smallest unit, before discounts and taxes. */
  yearlyAmount: number;
  /** In small letters; null where nothing is paid. */
  currency: string | null;
  /** How many live subscriptions the customer has; more than one is a mistake. */
  liveCount: number;
}

/** A look at Stripe that was begun. */
export interface Sync {
  customerId: string;
  /** Rises with each of a customer's. */
  seq: number;
  userId: string;
}

/**
 * Customers, what they have paid for, and when to look again. A customer is looked at when `dueAt` has come: at once after
 * an event, otherwise when the caller said so.
 */
export interface BillingStore {
  /** The customers of a user, oldest first, those that are gone included; also while the account is being deleted. */
  customersOf(userId: string): Promise<CustomerRecord[]>;
  /**
   * Gives the user this customer, unless there is one of that account already which is not gone; returns the one the user
   * has then. Null when the user is unknown or being deleted.
   */
  link(customer: Omit<CustomerRecord, 'isGone'>): Promise<CustomerRecord | null>;
  /** Notes that the customer is gone at Stripe, and that the user has no subscription any more. */
  markGone(customerId: string): Promise<void>;
  /**
   * Notes an event, and that its customer has to be looked at from now on; in one step. Returns the customer. Null, and
   * nothing to be done, when the event was noted before, and for customers that are unknown or gone.
   */
  receive(event: { id: string; customerId: string; now: number }): Promise<CustomerRecord | null>;
  /** Has the customer looked at at this time at the latest; until then `apply` puts it off no further. */
  expect(customerId: string, at: number): Promise<void>;
  /** Begins a look; null for a customer that is unknown or gone. What Stripe is asked after this is newer than any event so far. */
  beginSync(customerId: string): Promise<Sync | null>;
  /**
   * Stores what a look found, for the customer and for its user, and when to look again; null for never. False, and
   * nothing changed, when a look that was begun later has been stored already. An event that came after the look was
   * begun still has the customer looked at.
   */
  apply(sync: Sync, found: BilledSubscription, times: { now: number; dueAt: number | null }): Promise<boolean>;
  /** Puts a customer off that could not be looked at. */
  putOff(customerId: string, dueAt: number): Promise<void>;
  /** Customers that have to be looked at by now, longest due first. */
  listDue(isLive: boolean, now: number, limit: number): Promise<string[]>;
  /** Forgets the events that were noted before. */
  forgetEvents(before: number): Promise<void>;
}
