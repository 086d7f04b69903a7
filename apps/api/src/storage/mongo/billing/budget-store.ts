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
  budgetId,
  daysOf,
  entriesOf,
  isCurrent,
  newBudget,
  periodOf,
  refusal,
  reservedIn,
  spentIn,
  withoutAbandoned,
} from '../../billing/budget-store.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { spending } from './spending-store.ts';
import { isUser } from '../accounts/user-store.ts';

/** `version` increases with each change. */
export type BudgetDocument = Omit<BudgetRecord, 'id'> & { _id: string; version: number };

const MOST_TRIES = 50;
const SERVER = ['day', 'month'] as const;

export const budgets = collection<BudgetDocument>('budgets', [
  { name: 'by_user', key: { userId: 1 } },
  { name: 'by_owner', key: { 'open.owner': 1 } },
]);

export function createBudgetStore(database: Database): BudgetStore {
  const all = database.of(budgets);
  return {
    async reserve(request) {
      const result = await reserve(database, request);
      if (await isUser(database, request.userId)) return result;
      // Deleted in the meantime: leave nothing behind.
      await settleReservation(database, request.userId, request.id, 0);
      await all.deleteOne({ _id: request.userId });
      throw new AppError('unauthorized');
    },
    settle: (userId, id, microdollars) => settleReservation(database, userId, id, microdollars),
    async owners() {
      const found = await all.find({ 'open.owner': { $gt: '' } }).toArray();
      return [...new Set(found.flatMap(({ open }) => open.map(({ owner }) => owner)))];
    },
    async release(owners) {
      for (const { _id, open } of await all.find({ 'open.owner': { $in: owners } }).toArray()) {
        for (const each of open) if (owners.includes(each.owner)) await takeOut(database, _id, each, 0);
      }
    },
    async read(ceiling, now, userId = '') {
      const period = periodOf(ceiling, now);
      const known = await all.findOne({ _id: budgetId(ceiling, userId) });
      if (known && isCurrent(known, period)) {
        return { spent: spentIn(known), reserved: reservedIn(known), period: known.period };
      }
      const reserved = known ? reservedIn(known) : 0;
      return { spent: await spentBefore(database, ceiling, userId, period), reserved, period };
    },
    async recount(now) {
      for (const ceiling of SERVER) await recount(database, ceiling, now);
    },
    async markNotified(ceiling, period, percent) {
      const change = { $set: { told: percent }, $inc: { version: 1 } };
      const { modifiedCount } = await all.updateOne({ _id: ceiling, period, told: { $lt: percent } }, change);
      return modifiedCount === 1;
    },
  };
}

async function reserve(database: Database, request: ReserveRequest): Promise<ReserveResult> {
  for (const [ceiling, most] of entriesOf(request.ceilings)) {
    const result = await reserveUnder(database, ceiling, most, request);
    if (!result.isReserved) {
      await settleReservation(database, request.userId, request.id, 0);
      return result;
    }
  }
  return { isReserved: true };
}

/** Reserves by an atomic change of one document. */
async function reserveUnder(
  database: Database,
  ceiling: CeilingId,
  most: number,
  request: ReserveRequest,
): Promise<ReserveResult> {
  const { userId, id, owner, microdollars, now } = request;
  const all = database.of(budgets);
  const _id = budgetId(ceiling, userId);
  const period = periodOf(ceiling, now);
  const reservation: Reservation = { id, owner, microdollars, at: now };
  const hasRoom = { _id, period: { $in: [period, period + 1] }, total: { $lte: most - microdollars } };
  const change = { $push: { open: reservation }, $inc: { total: microdollars, version: 1 } };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { modifiedCount } = await all.updateOne(hasRoom, change);
    if (modifiedCount === 1) return { isReserved: true };
    const known = await all.findOne({ _id });
    if (known && isCurrent(known, period)) {
      const { version, ...budget } = known;
      const record = { ...budget, id: _id };
      const kept = withoutAbandoned(record, now);
      if (kept === record) {
        if (record.total + microdollars > most) return refusal(ceiling, most, record, request);
      } else await replace(database, kept, version);
    } else {
      const before = await spentBefore(database, ceiling, userId, period);
      await replace(database, newBudget(ceiling, userId, period, before, known?.open), known?.version ?? null);
    }
  }
  throw new AppError('unavailable');
}

/** Replaces a budget unless another change came first. `version`: null for a new one. */
async function replace(
  database: Database,
  { id: _id, ...budget }: BudgetRecord,
  version: number | null,
): Promise<boolean> {
  const all = database.of(budgets);
  if (version === null) return wasFree(all.insertOne({ _id, ...budget, version: 0 }));
  const { matchedCount } = await all.replaceOne({ _id, version }, { ...budget, version: version + 1 });
  return matchedCount === 1;
}

async function recount(database: Database, ceiling: CeilingId, now: number): Promise<void> {
  const period = periodOf(ceiling, now);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const known = await database.of(budgets).findOne({ _id: ceiling });
    const current = known && isCurrent(known, period) ? known : null;
    const of = current?.period ?? period;
    const next = newBudget(ceiling, '', of, await spentBefore(database, ceiling, '', of), known?.open);
    if (await replace(database, { ...next, told: current?.told ?? 0 }, known?.version ?? null)) return;
  }
  throw new AppError('unavailable');
}

/** `BudgetStore.settle`. */
export async function settleReservation(
  database: Database,
  userId: string,
  id: string,
  microdollars: number,
): Promise<void> {
  const found = await database
    .of(budgets)
    .find({ _id: { $in: [...SERVER, userId] }, 'open.id': id })
    .toArray();
  for (const { _id, open } of found) {
    const reservation = open.find((each) => each.id === id);
    if (reservation) await takeOut(database, _id, reservation, microdollars);
  }
}

/** Matches the whole entry, because FerretDB does not pull by a part of it. */
async function takeOut(database: Database, _id: string, reservation: Reservation, spent: number): Promise<void> {
  const change = { $pull: { open: reservation }, $inc: { total: spent - reservation.microdollars, version: 1 } };
  await database.of(budgets).updateOne({ _id, 'open.id': reservation.id }, change);
}

async function spentBefore(database: Database, ceiling: CeilingId, userId: string, period: number): Promise<number> {
  const { first, last } = daysOf(ceiling, period);
  const filter = { day: { $gte: first, $lte: last }, ...(ceiling === 'account' && { userId }) };
  let sum = 0;
  for await (const { microdollars } of database.of(spending).find(filter, { projection: { microdollars: 1 } })) {
    sum += microdollars;
  }
  return sum;
}
