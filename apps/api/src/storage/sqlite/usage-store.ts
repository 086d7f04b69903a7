import type { UsageRule, UsageWindow } from '@parley/core';
import type { UsageStore } from '../storage.ts';
import { statement, type Database } from './database.ts';

const WINDOW_COLUMNS = 'used, window_start AS start, window_end AS "end"';

const selectWindow = statement<{ userId: string }, UsageWindow>(
  `SELECT ${WINDOW_COLUMNS} FROM usage_windows WHERE user_id = :userId`,
);
// Core's `reserve` in one statement: counts and checks at once, and gives no row when the limit is reached.
const countMessage = statement<{ userId: string; now: number; limit: number; windowLength: number }, UsageWindow>(`
  INSERT INTO usage_windows (user_id, window_start, window_end, used)
  SELECT :userId, :now, :now + :windowLength, 1 WHERE :limit > 0
  ON CONFLICT (user_id) DO UPDATE SET
    used = CASE WHEN window_end <= :now THEN 1 ELSE used + 1 END,
    window_start = CASE WHEN window_end <= :now THEN :now ELSE window_start END,
    window_end = CASE WHEN window_end <= :now THEN :now + :windowLength ELSE window_end END
  WHERE window_end <= :now OR used < :limit
  RETURNING ${WINDOW_COLUMNS}`);
const giveMessageBack = statement<{ userId: string; windowStart: number }>(`
  UPDATE usage_windows SET used = MAX(0, used - 1) WHERE user_id = :userId AND window_start = :windowStart`);

export function createUsageStore(database: Database): UsageStore {
  return {
    async window(userId) {
      return findWindow(database, userId);
    },
  };
}

/** Counts one message and returns the window it was counted in; null when the limit is reached. */
export function reserveMessage(
  database: Database,
  userId: string,
  now: number,
  { limit, windowLength }: UsageRule,
): UsageWindow | null {
  const row = database.get(countMessage, { userId, now, limit, windowLength });
  return row ? { ...row } : null;
}

/** The window that refuses a message now. */
export function refusingWindow(database: Database, userId: string, now: number, rule: UsageRule): UsageWindow {
  const window = findWindow(database, userId);
  return window && window.end > now ? window : { used: 0, start: now, end: now + rule.windowLength };
}

/** Gives back a message counted in the window that began at `windowStart`; another window stays untouched. */
export function refundMessage(database: Database, userId: string, windowStart: number): void {
  database.run(giveMessageBack, { userId, windowStart });
}

function findWindow(database: Database, userId: string): UsageWindow | null {
  const row = database.get(selectWindow, { userId });
  return row ? { ...row } : null;
}
