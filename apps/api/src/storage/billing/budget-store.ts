/** What a ceiling limits: one account's spending in a day, or the whole server's in a day or a month. */
export type CeilingId = 'account' | 'day' | 'month';

/** In microdollars; absent without a ceiling. */
export type Ceilings = Partial<Record<CeilingId, number>>;

/** What a running reply or call may cost, set aside until its end. */
export interface Reservation {
  /** The `generationId` of a reply, or any unique id. */
  id: string;
  /** The process that settles it. */
  owner: string;
  microdollars: number;
  at: number;
}

/** What is spent under a ceiling in its current period. */
export interface BudgetRecord {
  /** `day` or `month` for the whole server; else the account's user id. */
  id: string;
  /** Empty for the whole server. */
  userId: string;
  /** Days since 1970, or months since the year 0, UTC. */
  period: number;
  /** In microdollars, open reservations included. */
  total: number;
  /** The highest share of the ceiling, in percent, that the operator was notified of. */
  told: number;
  open: Reservation[];
}

/** In microdollars. */
export interface BudgetReading {
  spent: number;
  reserved: number;
  period: number;
}

export interface ReserveRequest {
  userId: string;
  id: string;
  owner: string;
  /** An upper estimate; 0 when the price is unknown. */
  microdollars: number;
  /** What the same reply has reserved before; 0 by default. It does not count as taken by others. */
  held?: number;
  ceilings: Ceilings;
  now: number;
}

export type ReserveResult =
  | { isReserved: true }
  /**
   * `isSpent`: whether what is settled leaves no room until the period ends; otherwise only running replies take it.
   */
  | { isReserved: false; ceiling: CeilingId; isSpent: boolean; period: number };

/**
 * What may still be spent. A reservation is part of every budget that has a ceiling, so no number of processes gets
 * more out of a ceiling than it has. A budget that is new, or whose period is over, begins with what the spending of
 * its period adds up to.
 */
export interface BudgetStore {
  /** Reserves under all of the ceilings, or under none. Throws `unauthorized` for an unknown user. */
  reserve(request: ReserveRequest): Promise<ReserveResult>;
  /**
   * Replaces a reservation by what was spent. Idempotent; nothing for an unknown one. `ReplyStore.end` does it for
   * replies.
   */
  settle(userId: string, id: string, microdollars: number): Promise<void>;
  /** Owners of open reservations, without duplicates. */
  owners(): Promise<string[]>;
  /**
   * Removes the open reservations of dead owners. Call after `ReplyStore.recoverReplies`, which settles those of
   * replies.
   */
  release(owners: string[]): Promise<void>;
  /** What the whole server spent in the current period, or the account whose `userId` is given. */
  read(ceiling: CeilingId, now: number, userId?: string): Promise<BudgetReading>;
  /**
   * Adds up the server's spending of the current periods again, because nothing was reserved while there was no
   * ceiling.
   */
  recount(now: number): Promise<void>;
  /** Whether no call in this period named this share of the server's ceiling, or a higher one, before. */
  markNotified(ceiling: 'day' | 'month', period: number, percent: number): Promise<boolean>;
}

export const DAY_MS = 86_400_000;
/** No reply or call takes as long. */
const ABANDONED_MS = 3_600_000;
const MONTHS = 12;

export function periodOf(ceiling: CeilingId, now: number): number {
  if (ceiling !== 'month') return Math.floor(now / DAY_MS);
  const date = new Date(now);
  return date.getUTCFullYear() * MONTHS + date.getUTCMonth();
}

/** When a period ends, in epoch milliseconds. */
export function endOf(ceiling: CeilingId, period: number): number {
  return ceiling === 'month' ? Date.UTC(Math.floor(period / MONTHS), (period % MONTHS) + 1) : (period + 1) * DAY_MS;
}

/** The days of a period. */
export function daysOf(ceiling: CeilingId, period: number): { first: number; last: number } {
  const last = endOf(ceiling, period) / DAY_MS - 1;
  return { first: ceiling === 'month' ? endOf(ceiling, period - 1) / DAY_MS : last, last };
}

export function budgetId(ceiling: CeilingId, userId: string): string {
  return ceiling === 'account' ? userId : ceiling;
}

/** Whether a budget is of this period, or of the next one by a clock that is ahead. */
export function isCurrent(budget: Pick<BudgetRecord, 'period'>, period: number): boolean {
  return budget.period === period || budget.period === period + 1;
}

export function reservedIn({ open }: Pick<BudgetRecord, 'open'>): number {
  return open.reduce((sum, { microdollars }) => sum + microdollars, 0);
}

export function spentIn(budget: Pick<BudgetRecord, 'open' | 'total'>): number {
  return budget.total - reservedIn(budget);
}

/** The budget with what was spent instead of some of its reservations. */
export function without(budget: BudgetRecord, isGone: (open: Reservation) => boolean, spent = 0): BudgetRecord {
  const gone = budget.open.filter(isGone);
  if (gone.length === 0) return budget;
  const open = budget.open.filter((each) => !gone.includes(each));
  return { ...budget, open, total: budget.total - reservedIn({ open: gone }) + spent };
}

/** The budget without the reservations that were not settled within an hour. */
export function withoutAbandoned(budget: BudgetRecord, now: number): BudgetRecord {
  return without(budget, ({ at }) => Math.abs(now - at) > ABANDONED_MS);
}

/** A budget of this period, of which `spent` is known. Running replies go on in it. */
export function newBudget(
  ceiling: CeilingId,
  userId: string,
  period: number,
  spent: number,
  open: Reservation[] = [],
): BudgetRecord {
  const id = budgetId(ceiling, userId);
  const total = spent + reservedIn({ open });
  return { id, userId: ceiling === 'account' ? userId : '', period, total, told: 0, open };
}

export function refusal(
  ceiling: CeilingId,
  most: number,
  budget: BudgetRecord,
  { microdollars, held = 0 }: Pick<ReserveRequest, 'microdollars' | 'held'>,
): Extract<ReserveResult, { isReserved: false }> {
  return { isReserved: false, ceiling, isSpent: spentIn(budget) + held + microdollars > most, period: budget.period };
}

/** The ceilings that are set. */
export function entriesOf(ceilings: Ceilings): [CeilingId, number][] {
  return (['account', 'day', 'month'] as const).flatMap((id): [CeilingId, number][] => {
    const most = ceilings[id];
    return most === undefined ? [] : [[id, most]];
  });
}
