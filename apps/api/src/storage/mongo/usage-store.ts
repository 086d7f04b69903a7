import { AppError, type UsageRule, type UsageWindow } from '@parley/core';
import type { Filter, UpdateFilter } from 'mongodb';
import type { UsageStore } from '../storage.ts';
import { collection } from './collection.ts';
import type { Database } from './database.ts';
import { wasFree } from './driver-errors.ts';

/** A user's last window. The messages counted in it are named, so that each is given back once and in its window alone. */
export interface UsageDocument {
  _id: string;
  start: number;
  end: number;
  counted: string[];
}

const MOST_TRIES = 50;

export const usageWindows = collection<UsageDocument>('usage_windows');

export function createUsageStore(database: Database): UsageStore {
  return {
    async window(userId) {
      const found = await database.of(usageWindows).findOne({ _id: userId });
      return found && toWindow(found);
    },
  };
}

/** Counts a message, and says whether the limit allowed it; core's `reserve`, by one document that changes at once. */
export async function reserveMessage(
  database: Database,
  { userId, generationId, now }: { userId: string; generationId: string; now: number },
  { limit, windowLength }: UsageRule,
): Promise<{ isCounted: boolean; window: UsageWindow }> {
  const all = database.of(usageWindows);
  const fresh = { start: now, end: now + windowLength, counted: [generationId] };
  const change = (filter: Filter<UsageDocument>, update: UpdateFilter<UsageDocument>) =>
    all.findOneAndUpdate({ _id: userId, ...filter }, update, { returnDocument: 'after' });
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (limit > 0) {
      // There is room as long as nothing is in the last place.
      const isOpen = { end: { $gt: now }, [`counted.${limit - 1}`]: { $exists: false } };
      const counted = await change(isOpen, { $push: { counted: generationId } });
      if (counted) return { isCounted: true, window: toWindow(counted) };
    }
    const found = await all.findOne({ _id: userId });
    const isClosed = !found || found.end <= now;
    if (isClosed && limit <= 0) return { isCounted: false, window: { used: 0, start: now, end: fresh.end } };
    if (!isClosed && found.counted.length >= limit) return { isCounted: false, window: toWindow(found) };
    if (!isClosed) continue;
    const isOpened = found
      ? (await change({ end: found.end }, { $set: fresh })) !== null
      : await wasFree(all.insertOne({ _id: userId, ...fresh }));
    if (isOpened) return { isCounted: true, window: { used: 1, start: now, end: fresh.end } };
  }
  throw new AppError('unavailable');
}

/** Gives back a message; nothing happens where it was not counted, or in a window that is over. */
export async function refundMessage(database: Database, userId: string, generationId: string): Promise<void> {
  await database.of(usageWindows).updateOne({ _id: userId }, { $pull: { counted: generationId } });
}

function toWindow({ start, end, counted }: UsageDocument): UsageWindow {
  return { used: counted.length, start, end };
}
