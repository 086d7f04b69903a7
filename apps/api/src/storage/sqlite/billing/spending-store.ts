import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type {
  AccountSpending,
  DailySpending,
  Spending,
  SpendingMode,
  SpendingRecord,
  SpendingStore,
} from '../../storage.ts';
import { AMOUNTS, anonymousId, type Amounts } from '../../billing/spending-store.ts';
import { statement, type Database } from '../database/database.ts';
import { TABLES } from '../schema/tables.ts';
import { selectFields } from '../schema/table.ts';
import { isDeleted } from '../accounts/deletion-store.ts';

const DAY_MS = 86_400_000;

/** Accounts that are read at once: few milliseconds, because other reads wait meanwhile. */
const ACCOUNTS_AT_ONCE = 2_000;

type Days = { first: number; last: number };
type AccountSum = { userId: string } & Omit<AccountSpending, 'email'>;

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
// Reads the index `spending_of_day` alone. The plan is that of any of the account's rows on this day.
const selectAccountsOfDay = statement<{ day: number; after: string; limit: number }, AccountSum>(`
  SELECT user_id AS userId, plan, sum(requests) AS requests, sum(microdollars) AS microdollars,
    sum(estimated_microdollars) AS estimatedMicrodollars
  FROM spending WHERE day = :day AND user_id > :after
  GROUP BY user_id ORDER BY user_id LIMIT :limit`);
const selectEmail = statement<{ userId: string }, { email: string }>(
  'SELECT coalesce(email, id) AS email FROM users WHERE id = :userId',
);

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
        addSpending(database, isDeleted(database, userId) ? anonymousId() : userId, mode, spending, now),
      );
    },
    async ofUser(userId) {
      return database.all(selectOfUser, { userId }).map((row) => ({ ...row }));
    },
    async daily(first, last) {
      return database.all(selectDaily, { first, last }).map((row) => ({ ...row }));
    },
    async topAccounts(first, last, limit) {
      const top = mostExpensive(await accountSums(database, first, last), limit);
      return top.map(({ userId, ...sum }) => ({ email: database.get(selectEmail, { userId })?.email ?? null, ...sum }));
    },
  };
}

/** Adds up what each account used. Yields to other calls after every few accounts. */
async function accountSums(database: Database, first: number, last: number): Promise<Iterable<AccountSum>> {
  const sums = new Map<string, AccountSum>();
  for (let day = first; day <= last; day++) {
    let rows: AccountSum[];
    let after = '';
    do {
      rows = database.all(selectAccountsOfDay, { day, after, limit: ACCOUNTS_AT_ONCE });
      for (const row of rows) sums.set(row.userId, withEarlier(row, sums.get(row.userId)));
      after = rows.at(-1)?.userId ?? after;
      await setImmediate();
    } while (rows.length === ACCOUNTS_AT_ONCE);
  }
  return sums.values();
}

/** The plan stays that of the later day. */
function withEarlier(later: AccountSum, earlier: AccountSum | undefined): AccountSum {
  return {
    ...later,
    requests: later.requests + (earlier?.requests ?? 0),
    microdollars: later.microdollars + (earlier?.microdollars ?? 0),
    estimatedMicrodollars: later.estimatedMicrodollars + (earlier?.estimatedMicrodollars ?? 0),
  };
}

/** Returns the accounts with the highest costs, highest first, without sorting all of them. */
function mostExpensive(sums: Iterable<AccountSum>, limit: number): AccountSum[] {
  const byCost = (one: AccountSum, other: AccountSum) =>
    other.microdollars - one.microdollars || (one.userId < other.userId ? -1 : 1);
  let top: AccountSum[] = [];
  for (const sum of sums) {
    const least = top[limit - 1];
    if (!least || byCost(sum, least) < 0) top = [...top, sum].toSorted(byCost).slice(0, limit);
  }
  return top;
}
