import type { Counted } from '../storage.ts';
import { statement, type Database } from './database.ts';

const DAY_MS = 86_400_000;

const increment = statement<{ day: number; name: string }>(`
  INSERT INTO daily_counts (day, name, count) VALUES (:day, :name, 1)
  ON CONFLICT (day, name) DO UPDATE SET count = count + 1`);

/** Counts one more on the day of `now`; part of the transaction in which it happened. */
export function countUp(database: Database, now: number, name: Counted): void {
  database.run(increment, { day: Math.floor(now / DAY_MS), name });
}
