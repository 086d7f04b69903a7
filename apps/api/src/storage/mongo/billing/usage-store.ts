import {
  AppError,
  isCountedBy,
  latestEnd,
  openWindow,
  reserve,
  windowOf,
  type NewCounted,
  type UsageCount,
  type UsageRule,
  type UsageWindow,
} from '@parley/core';
import type { Filter } from 'mongodb';
import type { UsageStore } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { isUser } from '../accounts/user-store.ts';

/**
 * Messages are listed by id, so that each is refunded once and only in its window. `version` increases with each
 * change.
 */
export interface UsageDocument extends UsageCount {
  _id: string;
  version: number;
}

interface EarlierDocument {
  _id: string;
  start: number;
  end: number;
  counted: string[];
}

const MOST_TRIES = 50;

export const usageWindows = collection<UsageDocument>('usage_windows');

export function createUsageStore(database: Database): UsageStore {
  return {
    window: async (userId) => windowOf(await findCount(database, userId)),
    async take(userId, message, rule, now) {
      const taken = await reserveMessage(database, userId, message, rule, now);
      if (await isUser(database, userId)) return taken;
      // Deleted in the meantime: leave nothing behind.
      await database.of(usageWindows).deleteOne({ _id: userId });
      throw new AppError('unauthorized');
    },
    giveBack: (userId, generationId) => refundMessage(database, userId, generationId),
  };
}

/**
 * Counts a message as core's `reserve` does, if the rule counts it, by an atomic change of one document. False when the
 * limit is reached.
 */
export async function reserveMessage(
  database: Database,
  _id: string,
  message: NewCounted,
  rule: UsageRule,
  now: number,
): Promise<{ isCounted: boolean; window: UsageWindow }> {
  const all = database.of(usageWindows);
  const windowIn = (count: UsageCount | null): UsageWindow => ({
    start: now,
    ...openWindow(windowOf(count), now, rule),
  });
  if (!isCountedBy(rule, message)) return { isCounted: true, window: windowIn(await findCount(database, _id)) };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const added = await addToOpen(database, _id, message.id, rule, now);
    if (added) return { isCounted: true, window: windowIn(added) };
    const found = await findCount(database, _id);
    const next = reserve(found, message, now, rule);
    if (!next) return { isCounted: false, window: windowIn(found) };
    const version = (found?.version ?? 0) + 1;
    const isSaved = found
      ? (await all.replaceOne({ _id, version: found.version }, { ...next, version })).matchedCount === 1
      : await wasFree(all.insertOne({ _id, ...next, version }));
    if (isSaved) return { isCounted: true, window: windowIn(next) };
  }
  throw new AppError('unavailable');
}

/** Counts the usual message in one step: the window is open, its last place is free, and no mode has a limit. */
async function addToOpen(
  database: Database,
  _id: string,
  id: string,
  { limit, windowLength, modes }: UsageRule,
  now: number,
): Promise<UsageDocument | null> {
  if (modes || !limit) return null;
  const isOpen = {
    'counted.0.end': { $gt: now, $lte: latestEnd(now, { windowLength }) },
    [`counted.${limit - 1}`]: { $exists: false },
    'counted.isPart': { $exists: false },
  };
  const change = { $push: { counted: { id, start: now, end: now + windowLength } }, $inc: { version: 1 } };
  return database.of(usageWindows).findOneAndUpdate({ _id, ...isOpen }, change, { returnDocument: 'after' });
}

/** Refunds a message as core's `refund` does. Does nothing when it is not counted or already refunded. */
export async function refundMessage(database: Database, userId: string, generationId: string): Promise<void> {
  await takeOut(database, userId, generationId, { refundsLeft: { $gt: 0 } }, { refundsLeft: -1 });
}

/** Removes the reservation of a message that was never accepted. This is not a refund. */
export async function forgetMessage(database: Database, userId: string, generationId: string): Promise<void> {
  await takeOut(database, userId, generationId, {}, {});
}

async function takeOut(
  database: Database,
  _id: string,
  id: string,
  filter: Filter<UsageDocument>,
  change: { refundsLeft?: number },
): Promise<void> {
  // Match the whole entry, because FerretDB does not pull by a part of it.
  const message = (await findCount(database, _id))?.counted.find((each) => each.id === id);
  if (!message) return;
  const counts = { _id, 'counted.id': id, ...filter };
  await database.of(usageWindows).updateOne(counts, { $pull: { counted: message }, $inc: { ...change, version: 1 } });
}

/** Replaces the document of an earlier version of this program, which kept one window and only ids. */
async function findCount(database: Database, _id: string): Promise<UsageDocument | null> {
  const all = database.of<UsageDocument | EarlierDocument>(usageWindows);
  const found = await all.findOne({ _id });
  if (!found || 'version' in found) return found;
  const { start, end, counted } = found;
  const messages = counted.map((id) => ({ id, start, end }));
  const count = { counted: messages, refundsLeft: counted.length, refundsEnd: end, version: 1 };
  await all.replaceOne({ _id, version: { $exists: false } }, count);
  return { _id, ...count };
}
