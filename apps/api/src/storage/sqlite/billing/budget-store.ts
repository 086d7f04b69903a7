import { AppError } from '@parley/core';
import type {
  BudgetRecord,
  BudgetStore,
  CeilingId,
  Reservation,
  ReserveRequest,
  ReserveResult,
} from '../../storage.ts';
import {
  daysOf,
  entriesOf,
  isCurrent,
  newBudget,
  periodOf,
  refusal,
  reservedIn,
  spentIn,
  without,
  withoutAbandoned,
} from '../../billing/budget-store.ts';
import { statement, type Database } from '../database/database.ts';

/** `open`: the reservations, as JSON. */
type BudgetRow = Pick<BudgetRecord, 'id' | 'userId' | 'period' | 'total' | 'told'> & { open: string };
type Days = { first: number; last: number };

const COLUMNS = 'id, user_id AS userId, period, total, told, open';
const select = statement<{ id: string }, BudgetRow>(`SELECT ${COLUMNS} FROM budgets WHERE id = :id`);
const selectOpenOf = statement<{ userId: string }, BudgetRow>(
  `SELECT ${COLUMNS} FROM budgets WHERE id IN ('day', 'month', :userId) AND open <> '[]'`,
);
const selectOpen = statement<Record<string, never>, BudgetRow>(`SELECT ${COLUMNS} FROM budgets WHERE open <> '[]'`);
const save = statement<BudgetRow>(`
  INSERT INTO budgets (id, user_id, period, total, told, open)
  VALUES (:id, :userId, :period, :total, :told, :open)
  ON CONFLICT (id) DO UPDATE SET period = :period, total = :total, told = :told, open = :open`);
const markNotified = statement<{ id: string; period: number; percent: number }>(
  'UPDATE budgets SET told = :percent WHERE id = :id AND period = :period AND told < :percent',
);
const selectUser = statement<{ userId: string }, { id: string }>(
  'SELECT id FROM users WHERE id = :userId AND deleted_at IS NULL',
);
const sumOfUser = statement<Days & { userId: string }, { sum: number | null }>(
  'SELECT sum(microdollars) AS sum FROM spending WHERE user_id = :userId AND day BETWEEN :first AND :last',
);
const sumOfAll = statement<Days, { sum: number | null }>(
  'SELECT sum(microdollars) AS sum FROM spending WHERE day BETWEEN :first AND :last',
);

export function createBudgetStore(database: Database): BudgetStore {
  const find = (ceiling: CeilingId, userId: string, now: number) => findBudget(database, ceiling, userId, now);
  return {
    reserve: (request) =>
      database.write(
        () => reserve(database, request),
        ({ isReserved }) => isReserved,
      ),
    async settle(userId, id, microdollars) {
      await database.write(() => settleReservation(database, userId, id, microdollars));
    },
    async owners() {
      const open = database.all(selectOpen, {}).flatMap((row) => toRecord(row).open);
      return [...new Set(open.map(({ owner }) => owner))];
    },
    async release(owners) {
      await database.write(() => {
        for (const row of database.all(selectOpen, {})) {
          write(
            database,
            without(toRecord(row), ({ owner }) => owners.includes(owner)),
          );
        }
      });
    },
    async read(ceiling, now, userId = '') {
      const budget = find(ceiling, userId, now);
      return { spent: spentIn(budget), reserved: reservedIn(budget), period: budget.period };
    },
    async recount(now) {
      await database.write(() => {
        for (const ceiling of ['day', 'month'] as const) {
          const { period, told, open } = find(ceiling, '', now);
          write(database, {
            ...newBudget(ceiling, '', period, spentBefore(database, ceiling, '', period), open),
            told,
          });
        }
      });
    },
    async markNotified(ceiling, period, percent) {
      return database.run(markNotified, { id: ceiling, period, percent }) === 1;
    },
  };
}

function reserve(database: Database, request: ReserveRequest): ReserveResult {
  const { userId, id, owner, microdollars, ceilings, now } = request;
  if (!database.get(selectUser, { userId })) throw new AppError('unauthorized');
  const reservation: Reservation = { id, owner, microdollars, at: now };
  for (const [ceiling, most] of entriesOf(ceilings)) {
    const budget = withoutAbandoned(findBudget(database, ceiling, userId, now), now);
    if (budget.total + microdollars > most) return refusal(ceiling, most, budget, request);
    write(database, { ...budget, total: budget.total + microdollars, open: [...budget.open, reservation] });
  }
  return { isReserved: true };
}

/** `BudgetStore.settle`, within a transaction. */
export function settleReservation(database: Database, userId: string, id: string, microdollars: number): void {
  for (const row of database.all(selectOpenOf, { userId })) {
    write(
      database,
      without(toRecord(row), (open) => open.id === id, microdollars),
    );
  }
}

/** The budget of the current period. */
function findBudget(database: Database, ceiling: CeilingId, userId: string, now: number): BudgetRecord {
  const period = periodOf(ceiling, now);
  const row = database.get(select, { id: newBudget(ceiling, userId, period, 0).id });
  const known = row && toRecord(row);
  if (known && isCurrent(known, period)) return known;
  return newBudget(ceiling, userId, period, spentBefore(database, ceiling, userId, period), known?.open);
}

function spentBefore(database: Database, ceiling: CeilingId, userId: string, period: number): number {
  const days = daysOf(ceiling, period);
  const row = ceiling === 'account' ? database.get(sumOfUser, { userId, ...days }) : database.get(sumOfAll, days);
  return row?.sum ?? 0;
}

function toRecord(row: BudgetRow): BudgetRecord {
  return { ...row, open: JSON.parse(row.open) as Reservation[] };
}

function write(database: Database, budget: BudgetRecord): void {
  database.run(save, { ...budget, open: JSON.stringify(budget.open) });
}
