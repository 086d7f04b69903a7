import type { Counted } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';

const DAY_MS = 86_400_000;

const increment = statement<{ day: number; name: string }>(`
  INSERT INTO daily_counts (day, name, count) VALUES (:day, :name, 1)
  ON CONFLICT (day, name) DO UPDATE SET count = count + 1`);

/** Increments a counter for the day of `now`, within a transaction. */
export function countUp(database: Database, now: number, name: Counted): void {
  database.run(increment, { day: Math.floor(now / DAY_MS), name });
}
