import { randomUUID } from 'node:crypto';
import type { DailySpending, Spending, SpendingMode, SpendingRecord, SpendingStore } from '../../storage.ts';
import { addAmounts, NO_AMOUNTS, anonymousId, type Amounts } from '../../billing/spending-store.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { users } from '../accounts/user-store.ts';

const DAY_MS = 86_400_000;
/** More replies than one account ends between a crash and its recovery. */
const MOST_RECENT = 200;

type SpendingDocument = Omit<SpendingRecord, 'id'> & {
  _id: string;
  /** The replies that were added last: an end that is repeated after a crash is not added again. */
  recent?: string[];
};

export const spending = collection<SpendingDocument>('spending', [
  { name: 'by_user', key: { userId: 1, day: 1, mode: 1, model: 1 }, options: { unique: true } },
  { name: 'by_day', key: { day: 1, userId: 1 } },
]);

/** Leaves the replies of each record on the server: they are far larger than its amounts. */
const SUMMED = { _id: 0, userId: 0, recent: 0 };

type Place = Pick<SpendingRecord, 'userId' | 'day' | 'mode' | 'model'>;

/** Adds what a reply used, unless that was done before. */
export async function addOnce(
  database: Database,
  generationId: string,
  userId: string,
  mode: SpendingMode,
  { plan, models }: Spending,
  now: number,
): Promise<void> {
  const day = Math.floor(now / DAY_MS);
  for (const { model, ...amounts } of models) {
    await increment(database, { userId, day, mode, model }, plan, amounts, generationId);
  }
}

async function increment(
  database: Database,
  place: Place,
  plan: SpendingRecord['plan'],
  amounts: Amounts,
  generationId: string | null,
): Promise<void> {
  const all = database.of(spending);
  const push = generationId !== null && { $push: { recent: { $each: [generationId], $slice: -MOST_RECENT } } };
  const isNew = generationId !== null && { recent: { $ne: generationId } };
  for (;;) {
    // Its id names no user, so that the row of a deleted account does not either.
    const known = await all.findOne(place, { projection: { _id: 1 } });
    if (known) {
      await all.updateOne({ _id: known._id, ...isNew }, { $inc: { ...amounts }, $set: { plan }, ...push });
      return;
    }
    const recent = generationId !== null && { recent: [generationId] };
    if (await wasFree(all.insertOne({ _id: randomUUID(), ...place, ...amounts, plan, ...recent }))) return;
  }
}

export function createSpendingStore(database: Database): SpendingStore {
  const all = database.of(spending);
  return {
    async add(userId, mode, { plan, models }, now) {
      const known = await database.of(users).findOne({ _id: userId, deletedAt: { $exists: false } });
      const day = Math.floor(now / DAY_MS);
      const place = { userId: known ? userId : anonymousId(), day, mode };
      for (const { model, ...amounts } of models) await increment(database, { ...place, model }, plan, amounts, null);
    },
    async ofUser(userId) {
      const found = await all.find({ userId }).sort({ day: 1, mode: 1, model: 1 }).toArray();
      return found.map(({ _id: id, recent: _recent, ...record }) => ({ id, ...record }));
    },
    async daily(first, last) {
      const sums = new Map<string, DailySpending>();
      // Added up here: not every server with MongoDB's protocol sums several fields of a group.
      for await (const record of all.find({ day: { $gte: first, $lte: last } }, { projection: SUMMED })) {
        const { day, mode, model, plan } = record;
        const key = JSON.stringify([day, mode, model, plan]);
        sums.set(key, { day, mode, model, plan, ...addAmounts(sums.get(key) ?? NO_AMOUNTS, record) });
      }
      return [...sums.values()];
    },
    async topAccounts(first, last, limit) {
      const days = { day: { $gte: first, $lte: last } };
      const groups = await all
        .aggregate<{ _id: string }>([
          { $match: days },
          { $group: { _id: '$userId', microdollars: { $sum: '$microdollars' } } },
          { $sort: { microdollars: -1, _id: 1 } },
          { $limit: limit },
        ])
        .toArray();
      return Promise.all(
        groups.map(async ({ _id: userId }) => {
          const records = await all
            .find({ userId, ...days }, { projection: SUMMED })
            .sort({ day: 1 })
            .toArray();
          const user = await database.of(users).findOne({ _id: userId });
          const plan = records.at(-1)?.plan ?? 'free';
          const { requests, microdollars, estimatedMicrodollars } = records.reduce<Amounts>(addAmounts, NO_AMOUNTS);
          return { email: user?.email ?? user?._id ?? null, plan, requests, microdollars, estimatedMicrodollars };
        }),
      );
    },
  };
}
