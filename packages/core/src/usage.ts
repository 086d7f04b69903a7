/** How many messages are free in how long. Premium and admin accounts are not counted. */
export interface UsageRule {
  limit: number;
  /** Milliseconds. */
  windowLength: number;
}

/** The usage window of one user: it opens with the first counted message and closes `windowLength` later. */
export interface UsageWindow {
  used: number;
  /** Epoch milliseconds. */
  start: number;
  end: number;
}

export interface Usage {
  messagesUsed: number;
  messagesLimit: number;
  /** ISO 8601. Without an open window: when one opened now would close. */
  periodEnd: string;
  isLimitReached: boolean;
}

/** Counts one more message at `now`, the server's clock. Returns the new window, or null at the limit. */
export function reserve(window: UsageWindow | null, now: number, rule: UsageRule): UsageWindow | null {
  if (!window || window.end <= now) {
    return rule.limit > 0 ? { used: 1, start: now, end: now + rule.windowLength } : null;
  }
  return window.used < rule.limit ? { ...window, used: window.used + 1 } : null;
}

/** Gives back the message reserved in the window that began at `reservedIn`. Another window stays untouched. */
export function refund(window: UsageWindow | null, reservedIn: number): UsageWindow | null {
  if (!window || window.start !== reservedIn) return window;
  return { ...window, used: Math.max(0, window.used - 1) };
}

export function usageAt(window: UsageWindow | null, now: number, rule: UsageRule, unlimited: boolean): Usage {
  const open = window && window.end > now ? window : { used: 0, end: now + rule.windowLength };
  return {
    messagesUsed: open.used,
    messagesLimit: rule.limit,
    periodEnd: new Date(open.end).toISOString(),
    isLimitReached: !unlimited && open.used >= rule.limit,
  };
}
