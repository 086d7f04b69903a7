import type { DailyCount, FiguresStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { countUp } from './daily-counts.ts';

type Paid = { status: string; currency: string | null; priceId: string | null; count: number; yearlyAmount: number };

const selectDaily = statement<{ first: number; last: number }, DailyCount>(
  'SELECT day, name, count FROM daily_counts WHERE day BETWEEN :first AND :last ORDER BY day, name',
);
// The condition on the time is always true: it makes SQLite read the index instead of the table.
const countUsers = statement<Record<string, never>, { count: number }>(
  'SELECT count(*) AS count FROM users WHERE created_at > -1 AND deleted_at IS NULL',
);
const sumSubscriptions = statement<{ isLive: number }, Paid>(`
  SELECT status, currency, price_id AS priceId, count(*) AS count, sum(yearly_amount) AS yearlyAmount
  FROM customers WHERE is_live = :isLive AND is_gone = 0 AND status IS NOT NULL GROUP BY status, currency, price_id`);
const countDuplicates = statement<{ isLive: number }, { count: number }>(
  'SELECT count(*) AS count FROM customers WHERE is_live = :isLive AND live_count > 1',
);

export function createFiguresStore(database: Database): FiguresStore {
  return {
    async count(names, now) {
      database.transaction(() => {
        for (const name of names) countUp(database, now, name);
      });
    },
    async daily(first, last) {
      return database.all(selectDaily, { first, last }).map((row) => ({ ...row }));
    },
    async users() {
      return database.get(countUsers, {})?.count ?? 0;
    },
    async subscriptions(isLive) {
      return database.all(sumSubscriptions, { isLive: Number(isLive) }).map((row) => ({ ...row }));
    },
    async duplicates(isLive) {
      return database.get(countDuplicates, { isLive: Number(isLive) })?.count ?? 0;
    },
  };
}
