/**
 * A daily counter: accounts created, messages accepted, replies that succeeded, failures by code, questions that the
 * moderation flagged, the same by category, and those that it could not check.
 */
export type Counted =
  'users' | 'messages' | 'replies' | `failed:${string}` | 'flagged' | `flagged:${string}` | 'unchecked';

export interface DailyCount {
  /** Days since 1970, UTC. */
  day: number;
  name: Counted;
  count: number;
}

/** Figures for the operator. Counts stay when conversations or accounts are deleted, and contain no personal data. */
export interface FiguresStore {
  /** Increments each of these counters once, for the day of `now` in epoch milliseconds. */
  count(names: Counted[], now: number): Promise<void>;
  /** Counts of the days from `first` to `last`, by day, then by name. Zero counts may be missing. */
  daily(first: number, last: number): Promise<DailyCount[]>;
  /** Number of accounts that are not deleted. */
  users(): Promise<number>;
  /** Customers that are not gone, grouped by their subscription, in no particular order. */
  subscriptions(
    isLive: boolean,
  ): Promise<
    { status: string; currency: string | null; priceId: string | null; count: number; yearlyAmount: number }[]
  >;
  /** Number of customers with more than one live subscription. */
  duplicates(isLive: boolean): Promise<number>;
}
