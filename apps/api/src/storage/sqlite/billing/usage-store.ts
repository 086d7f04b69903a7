import {
  AppError,
  isCountedBy,
  openWindow,
  refund,
  reserve,
  windowOf,
  type NewCounted,
  type UsageCount,
  type UsageRule,
  type UsageWindow,
} from '@parley/core';
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
    async take(userId, message, rule, now) {
      return database.transaction(() => {
        if (!database.get(selectUser, { userId })) throw new AppError('unauthorized');
        const isCounted = reserveMessage(database, userId, message, rule, now);
        return { isCounted, window: countedWindow(database, userId, now, rule) };
      });
    },
    async giveBack(userId, generationId) {
      database.transaction(() => refundMessage(database, userId, generationId));
    },
  };
}

/** Counts a message, within a transaction, if the rule counts it. False when the limit is reached. */
export function reserveMessage(
  database: Database,
  userId: string,
  message: NewCounted,
  rule: UsageRule,
  now: number,
): boolean {
  if (!isCountedBy(rule, message)) return true;
  const count = reserve(findCount(database, userId), message, now, rule);
  if (count) save(database, userId, count);
  return count !== null;
}

/** The window that a message counts in, or that rejects it now. */
export function countedWindow(database: Database, userId: string, now: number, rule: UsageRule): UsageWindow {
  return { start: now, ...openWindow(windowOf(findCount(database, userId)), now, rule) };
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
