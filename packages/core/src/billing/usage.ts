import type { Usage } from '../api/user.ts';

/** How many messages are free in how long. Premium and admin accounts are not counted. */
export interface UsageRule {
  /** Messages in a window; also how many of a window can be given back. */
  limit: number;
  /** Milliseconds. */
  windowLength: number;
}

/** The window of one user: it opens with the first message that stays counted and closes `windowLength` later. */
export interface UsageWindow {
  used: number;
  /** Epoch milliseconds. */
  start: number;
  end: number;
}

/** A message that counts, with the window that it opens if no earlier one stays. */
export interface CountedMessage {
  /** The `generationId` of its reply. */
  id: string;
  start: number;
  end: number;
}

/** What is stored of one user's usage. */
export interface UsageCount {
  /** In the order they were accepted. */
  counted: CountedMessage[];
  /** How many messages can still be given back; as many as the limit again once `refundsEnd` is over and no window is open. */
  refundsLeft: number;
  refundsEnd: number;
}

/** The user's last window, open or not; null when no message stays counted. */
export function windowOf(count: UsageCount | null): UsageWindow | null {
  const first = count?.counted[0];
  return first ? { used: count.counted.length, start: first.start, end: first.end } : null;
}

const DAY_MS = 24 * 3_600_000;

/**
 * The latest end of an open window. One that ends later was opened while the server's clock was more than a day ahead,
 * and would lock its user out until then.
 */
export function latestEnd(now: number, { windowLength }: UsageRule): number {
  return now + windowLength + DAY_MS;
}

function isOpenAt(now: number, end: number, rule: UsageRule): boolean {
  return end > now && end <= latestEnd(now, rule);
}

/** The count with one more message at `now`, or null when the limit is reached. The server's clock alone decides. */
export function reserve(count: UsageCount | null, id: string, now: number, rule: UsageRule): UsageCount | null {
  const isOpen = isOpenAt(now, windowOf(count)?.end ?? 0, rule);
  const counted = isOpen && count ? count.counted : [];
  if (counted.length >= rule.limit) return null;
  const end = now + rule.windowLength;
  const keepsRefunds = isOpen || isOpenAt(now, count?.refundsEnd ?? 0, rule);
  const refunds = count && keepsRefunds ? count : { refundsLeft: rule.limit, refundsEnd: end };
  return {
    counted: [...counted, { id, start: now, end }],
    refundsLeft: refunds.refundsLeft,
    refundsEnd: refunds.refundsEnd,
  };
}

/** The count after a message was given back; unchanged where it is not in the open window, or no more are given back. */
export function refund(count: UsageCount, id: string): UsageCount {
  const counted = count.counted.filter((message) => message.id !== id);
  if (counted.length === count.counted.length || count.refundsLeft === 0) return count;
  return { ...count, counted, refundsLeft: count.refundsLeft - 1 };
}

export function usageAt(window: UsageWindow | null, now: number, rule: UsageRule, unlimited: boolean): Usage {
  const open = window && isOpenAt(now, window.end, rule) ? window : { used: 0, end: now + rule.windowLength };
  return {
    messagesUsed: open.used,
    messagesLimit: rule.limit,
    periodEnd: new Date(open.end).toISOString(),
    isLimitReached: !unlimited && open.used >= rule.limit,
  };
}
