import { randomUUID } from 'node:crypto';
import type {
  AccountSpending,
  DailySpending,
  Spending,
  SpendingMode,
  SpendingRecord,
  SpendingStore,
} from '../../storage.ts';
import { AMOUNTS, nobodyId, type Amounts } from '../../billing/spending-store.ts';
import { statement, type Database } from '../database/database.ts';
import { TABLES } from '../schema/tables.ts';
import { selectFields } from '../schema/table.ts';
import { isDeleted } from '../accounts/deletion-store.ts';

const DAY_MS = 86_400_000;

type Days = { first: number; last: number };

const { fields } = TABLES.spending;
const names = Object.keys(fields) as (keyof SpendingRecord)[];
const sums = AMOUNTS.map((name) => `sum(${fields[name].sql}) AS "${name}"`).join(', ');

const upsert = statement<Pick<SpendingRecord, keyof SpendingRecord>>(`
  INSERT INTO spending (${names.map((name) => fields[name].sql).join(', ')})
  VALUES (${names.map((name) => `:${name}`).join(', ')})
  ON CONFLICT (user_id, day, mode, model) DO UPDATE SET plan = excluded.plan,
    ${AMOUNTS.map((name) => `${fields[name].sql} = ${fields[name].sql} + excluded.${fields[name].sql}`).join(', ')}`);
const selectOfUser = statement<{ userId: string }, SpendingRecord>(
  `SELECT ${selectFields<SpendingRecord>(fields)} FROM spending WHERE user_id = :userId ORDER BY day, mode, model`,
);
const selectDaily = statement<Days, DailySpending>(`
  SELECT day, mode, model, plan, ${sums} FROM spending WHERE day BETWEEN :first AND :last
  GROUP BY day, mode, model, plan`);
// Reads the index `spending_of_day` alone, and only the top accounts from `users`. Beside `max`, SQLite takes other
// columns from the row that has it.
const selectTopAccounts = statement<Days & { limit: number }, AccountSpending>(`
  SELECT users.email, top.* FROM (
    SELECT user_id, plan, max(day), sum(requests) AS requests, sum(microdollars) AS microdollars,
      sum(estimated_microdollars) AS estimatedMicrodollars
    FROM spending WHERE day BETWEEN :first AND :last
    GROUP BY user_id ORDER BY sum(microdollars) DESC, user_id LIMIT :limit
  ) AS top LEFT JOIN users ON users.id = top.user_id
  ORDER BY top.microdollars DESC, top.user_id`);

/** Adds what a reply or a call used, within the transaction of its end. */
export function addSpending(
  database: Database,
  userId: string,
  mode: SpendingMode,
  { plan, models }: Spending,
  now: number,
): void {
  const day = Math.floor(now / DAY_MS);
  for (const { model, ...amounts } of models) {
    database.run(upsert, { id: randomUUID(), userId, day, mode, model, plan, ...(amounts satisfies Amounts) });
  }
}

export function createSpendingStore(database: Database): SpendingStore {
  return {
    async add(userId, mode, spending, now) {
      await database.write(() =>
        addSpending(database, isDeleted(database, userId) ? nobodyId() : userId, mode, spending, now),
      );
    },
    async ofUser(userId) {
      return database.all(selectOfUser, { userId }).map((row) => ({ ...row }));
    },
    async daily(first, last) {
      return database.all(selectDaily, { first, last }).map((row) => ({ ...row }));
    },
    async topAccounts(first, last, limit) {
      return database
        .all(selectTopAccounts, { first, last, limit })
        .map(({ email, plan, requests, microdollars, estimatedMicrodollars }) => ({
          email,
          plan,
          requests,
          microdollars,
          estimatedMicrodollars,
        }));
    },
  };
}
