import { AppError, refund, reserve, windowOf, type UsageCount, type UsageRule, type UsageWindow } from '@parley/core';
import type { UsageStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

/** `counted`: core's counted messages, as JSON. */
type CountRow = { counted: string; refundsLeft: number; refundsEnd: number };

const selectCount = statement<{ userId: string }, CountRow>(`
  SELECT counted, refunds_left AS refundsLeft, refunds_end AS refundsEnd FROM usage_counts WHERE user_id = :userId`);
const saveCount = statement<CountRow & { userId: string }>(`
  INSERT INTO usage_counts (user_id, counted, refunds_left, refunds_end)
  VALUES (:userId, :counted, :refundsLeft, :refundsEnd)
  ON CONFLICT (user_id) DO UPDATE SET counted = :counted, refunds_left = :refundsLeft, refunds_end = :refundsEnd`);

const selectUser = statement<{ userId: string }, { id: string }>(
  'SELECT id FROM users WHERE id = :userId AND deleted_at IS NULL',
);

export function createUsageStore(database: Database): UsageStore {
  return {
    async window(userId) {
      return windowOf(findCount(database, userId));
    },
    async take(userId, generationId, rule, now) {
      return database.transaction(() => {
        if (!database.get(selectUser, { userId })) throw new AppError('unauthorized');
        const isCounted = reserveMessage(database, { userId, generationId, now }, rule);
        const window = isCounted ? windowOf(findCount(database, userId)) : null;
        return { isCounted, window: window ?? refusingWindow(database, userId, now, rule) };
      });
    },
    async giveBack(userId, generationId) {
      database.transaction(() => refundMessage(database, userId, generationId));
    },
  };
}

/** Counts a message, within a transaction. False when the limit is reached. */
export function reserveMessage(
  database: Database,
  { userId, generationId, now }: { userId: string; generationId: string; now: number },
  rule: UsageRule,
): boolean {
  const count = reserve(findCount(database, userId), generationId, now, rule);
  if (count) save(database, userId, count);
  return count !== null;
}

/** Returns the window that rejects a message now. */
export function refusingWindow(database: Database, userId: string, now: number, rule: UsageRule): UsageWindow {
  const window = windowOf(findCount(database, userId));
  return window && window.end > now ? window : { used: 0, start: now, end: now + rule.windowLength };
}

/** Refunds a message, within a transaction, as far as core's `refund` does. */
export function refundMessage(database: Database, userId: string, generationId: string): void {
  const count = findCount(database, userId);
  if (count) save(database, userId, refund(count, generationId));
}

function findCount(database: Database, userId: string): UsageCount | null {
  const row = database.get(selectCount, { userId });
  return row ? { ...row, counted: JSON.parse(row.counted) } : null;
}

function save(database: Database, userId: string, { counted, refundsLeft, refundsEnd }: UsageCount): void {
  database.run(saveCount, { userId, counted: JSON.stringify(counted), refundsLeft, refundsEnd });
}
