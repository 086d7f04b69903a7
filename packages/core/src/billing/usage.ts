import type { Usage } from '../api/account/user.ts';
import type { ModeId } from '../chat/modes.ts';

/** How many messages an account may send in how long. */
export interface UsageRule {
  /**
   * Messages in a window; also how many of a window can be given back. Null: any number, of which only `modes` are
   * counted.
   */
  limit: number | null;
  /** Milliseconds. */
  windowLength: number;
  /** How many of the messages may be in these modes. 0: the mode is not offered. */
  modes?: Partial<Record<ModeId, number>>;
}

/** The free tier's limits. */
export type FreeRule = UsageRule & { limit: number };

/** The window of one user: it opens with the first message that stays counted and closes `windowLength` later. */
export interface UsageWindow {
  used: number;
  /** Epoch milliseconds. */
  start: number;
  end: number;
  /** How many are of each counted mode; absent where none is. */
  modes?: Partial<Record<ModeId, number>>;
}

/** A message to count. */
export interface NewCounted {
  /** The `generationId` of its reply, or any unique id. */
  id: string;
  mode: ModeId;
  /** Whether it is only a part of a message: a picture that a reply in another mode draws. */
  isPart?: true;
}

/** A message that counts, with the window that it opens if no earlier one stays. */
export interface CountedMessage {
  /** The `generationId` of its reply. */
  id: string;
  start: number;
  end: number;
  /** Absent where its rule limits no mode. */
  mode?: ModeId;
  isPart?: true;
}

/** What is stored of one user's usage. */
export interface UsageCount {
  /** In the order they were accepted. */
  counted: CountedMessage[];
  /**
   * How many messages can still be given back; as many as the limit again once `refundsEnd` is over and no window is
   * open.
   */
  refundsLeft: number;
  refundsEnd: number;
}

/** The user's last window, open or not; null when no message stays counted. */
export function windowOf(count: UsageCount | null): UsageWindow | null {
  const first = count?.counted[0];
  if (!first) return null;
  const modes: UsageWindow['modes'] = {};
  for (const { mode } of count.counted) if (mode) modes[mode] = (modes[mode] ?? 0) + 1;
  const used = count.counted.filter(({ isPart }) => !isPart).length;
  return { used, start: first.start, end: first.end, ...(Object.keys(modes).length > 0 && { modes }) };
}

const DAY_MS = 24 * 3_600_000;

/**
 * The latest end of an open window. One that ends later was opened while the server's clock was more than a day ahead,
 * and would lock its user out until then.
 */
export function latestEnd(now: number, { windowLength }: Pick<UsageRule, 'windowLength'>): number {
  return now + windowLength + DAY_MS;
}

function isOpenAt(now: number, end: number, rule: UsageRule): boolean {
  return end > now && end <= latestEnd(now, rule);
}

/** Whether a rule counts this message at all. */
export function isCountedBy({ limit, modes }: UsageRule, { mode, isPart }: Omit<NewCounted, 'id'>): boolean {
  return modes?.[mode] !== undefined || (limit !== null && !isPart);
}

/** What keeps a message from being counted: the limit of its mode, or that of all messages; null if nothing does. */
export function refusalOf(
  used: Pick<UsageWindow, 'used' | 'modes'>,
  { limit, modes }: UsageRule,
  { mode, isPart }: Omit<NewCounted, 'id'>,
): { of: 'mode' | 'messages'; limit: number } | null {
  const most = modes?.[mode];
  if (most !== undefined && (used.modes?.[mode] ?? 0) >= most) return { of: 'mode', limit: most };
  return limit !== null && !isPart && used.used >= limit ? { of: 'messages', limit } : null;
}

/** The count with one more message at `now`, or null when the limit is reached. The server's clock alone decides. */
export function reserve(
  count: UsageCount | null,
  message: NewCounted,
  now: number,
  rule: UsageRule,
): UsageCount | null {
  const isOpen = isOpenAt(now, windowOf(count)?.end ?? 0, rule);
  const counted = isOpen && count ? count.counted : [];
  if (refusalOf(windowOf(isOpen ? count : null) ?? { used: 0 }, rule, message)) return null;
  const end = now + rule.windowLength;
  const keepsRefunds = isOpen || isOpenAt(now, count?.refundsEnd ?? 0, rule);
  const refunds = count && keepsRefunds ? count : { refundsLeft: refundsOf(rule), refundsEnd: end };
  const { id, mode, isPart } = message;
  const kind = { ...(rule.modes && { mode }), ...(isPart && { isPart }) };
  return {
    counted: [...counted, { id, start: now, end, ...kind }],
    refundsLeft: refunds.refundsLeft,
    refundsEnd: refunds.refundsEnd,
  };
}

/** How many messages of a window can be given back. */
function refundsOf({ limit, modes = {} }: UsageRule): number {
  return limit ?? Object.values(modes).reduce((sum, most) => sum + most, 0);
}

/**
 * The count after a message was given back; unchanged where it is not in the open window, or no more are given back.
 */
export function refund(count: UsageCount, id: string): UsageCount {
  const counted = count.counted.filter((message) => message.id !== id);
  if (counted.length === count.counted.length || count.refundsLeft === 0) return count;
  return { ...count, counted, refundsLeft: count.refundsLeft - 1 };
}

/** The usage of the free tier; of an account without its limit if `unlimited`. */
export function usageAt(window: UsageWindow | null, now: number, rule: FreeRule, unlimited: boolean): Usage {
  const open = openWindow(window, now, rule);
  return {
    messagesUsed: open.used,
    messagesLimit: rule.limit,
    periodEnd: new Date(open.end).toISOString(),
    isLimitReached: !unlimited && open.used >= rule.limit,
  };
}

/** The window that is open at `now`, or the one that a message would open. */
export function openWindow(
  window: UsageWindow | null,
  now: number,
  rule: UsageRule,
): Pick<UsageWindow, 'used' | 'end' | 'modes'> {
  return window && isOpenAt(now, window.end, rule) ? window : { used: 0, end: now + rule.windowLength };
}
