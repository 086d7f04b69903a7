/** What is counted of each day: accounts opened, messages taken, replies that ended well, and failures by their code. */
export type Counted = 'users' | 'messages' | 'replies' | `failed:${string}`;

export interface DailyCount {
  /** Days since 1970, UTC. */
  day: number;
  name: Counted;
  count: number;
}

/** Figures for the operator. What is counted stays counted when conversations or accounts are deleted; no person is in it. */
export interface FiguresStore {
  /** What was counted on the days from `first` to `last`; what was zero may be missing. By day, then by name. */
  daily(first: number, last: number): Promise<DailyCount[]>;
  /** Accounts that are not deleted. */
  users(): Promise<number>;
  /** Customers that are not gone, by what they have, in no order. */
  subscriptions(
    isLive: boolean,
  ): Promise<{ status: string; currency: string | null; count: number; yearlyAmount: number }[]>;
  /** Customers with more than one live subscription. */
  duplicates(isLive: boolean): Promise<number>;
}
