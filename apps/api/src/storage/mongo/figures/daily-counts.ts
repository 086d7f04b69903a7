import type { Counted, DailyCount } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import { SOON, type Database } from '../database/database.ts';
import { upserted } from '../database/driver-errors.ts';

const DAY_MS = 86_400_000;

export const dailyCounts = collection<DailyCount & { _id: string }>('daily_counts', [
  { name: 'by_day', key: { day: 1, name: 1 } },
]);

/** Increments a counter for the day of `now`. */
export async function countUp(database: Database, now: number, name: Counted): Promise<void> {
  const day = Math.floor(now / DAY_MS);
  const change = { $inc: { count: 1 }, $setOnInsert: { day, name } };
  const all = database.of(dailyCounts);
  await upserted(() => all.updateOne({ _id: `${day}:${name}` }, change, { upsert: true, ...SOON }));
}
