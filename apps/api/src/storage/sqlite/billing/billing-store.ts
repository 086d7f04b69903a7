import type { SubscriptionTier } from '@parley/core';
import type { BillingStore, CustomerRecord, Sync } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { isDeleted } from '../accounts/deletion-store.ts';

type CustomerRow = { customerId: string; userId: string; isLive: number; isGone: number };
type Id = { customerId: string };
type Found = Id & {
  seq: number;
  status: string | null;
  currency: string | null;
  priceId: string | null;
  yearlyAmount: number;
  liveCount: number;
  now: number;
  dueAt: number | null;
};
type Entitlement = {
  userId: string;
  tier: SubscriptionTier;
  status: string | null;
  periodEnd: number | null;
  cancelAt: number | null;
  priceId: string | null;
};

const COLUMNS = 'id AS customerId, user_id AS userId, is_live AS isLive, is_gone AS isGone';

const selectCustomers = statement<{ userId: string }, CustomerRow>(
  `SELECT ${COLUMNS} FROM customers WHERE user_id = :userId ORDER BY rowid`,
);
const selectCustomer = statement<{ userId: string; isLive: number }, CustomerRow>(
  `SELECT ${COLUMNS} FROM customers WHERE user_id = :userId AND is_live = :isLive AND is_gone = 0`,
);
const selectUser = statement<{ userId: string }, { id: string }>('SELECT id FROM users WHERE id = :userId');
const insertCustomer = statement<Id & { userId: string; isLive: number }>(
  'INSERT INTO customers (id, user_id, is_live) VALUES (:customerId, :userId, :isLive)',
);
const setGone = statement<Id, { userId: string }>(`
  UPDATE customers SET is_gone = 1, status = NULL, currency = NULL, price_id = NULL, yearly_amount = 0, live_count = 0,
    due_at = NULL
  WHERE id = :customerId AND is_gone = 0
  RETURNING user_id AS userId`);
const selectPaying = statement<{ userId: string }, Id>(
  'SELECT id AS customerId FROM customers WHERE user_id = :userId AND is_gone = 0 AND live_count > 0',
);
const insertEvent = statement<{ id: string; now: number }>(
  'INSERT INTO billing_events (id, received_at) VALUES (:id, :now) ON CONFLICT (id) DO NOTHING',
);
const setWanted = statement<Id & { now: number }, CustomerRow>(`
  UPDATE customers SET wanted_seq = sync_seq + 1, due_at = :now WHERE id = :customerId AND is_gone = 0
  RETURNING ${COLUMNS}`);
const setExpected = statement<Id & { at: number }>(`
  UPDATE customers SET expected_at = :at, due_at = min(coalesce(due_at, :at), :at)
  WHERE id = :customerId AND is_gone = 0`);
const nextSync = statement<Id, { seq: number; userId: string }>(`
  UPDATE customers SET sync_seq = sync_seq + 1 WHERE id = :customerId AND is_gone = 0
  RETURNING sync_seq AS seq, user_id AS userId`);
const storeFound = statement<Found>(`
  UPDATE customers SET applied_seq = :seq, status = :status, currency = :currency, price_id = :priceId,
    yearly_amount = :yearlyAmount, live_count = :liveCount,
    due_at = CASE
      WHEN wanted_seq > :seq THEN due_at
      WHEN expected_at > :now THEN min(coalesce(:dueAt, expected_at), expected_at)
      ELSE :dueAt
    END
  WHERE id = :customerId AND applied_seq < :seq AND is_gone = 0`);
const storeEntitlement = statement<Entitlement>(`
  UPDATE users SET subscription_tier = :tier, subscription_status = :status, subscription_period_end = :periodEnd,
    subscription_cancel_at = :cancelAt, subscription_price_id = :priceId
  WHERE id = :userId AND deleted_at IS NULL`);
const setDue = statement<Id & { dueAt: number }>(
  'UPDATE customers SET due_at = :dueAt WHERE id = :customerId AND is_gone = 0',
);
const selectDue = statement<{ isLive: number; now: number; limit: number }, Id>(`
  SELECT id AS customerId FROM customers WHERE is_live = :isLive AND due_at <= :now ORDER BY due_at LIMIT :limit`);
const WITH_TEST_SUBSCRIPTION = 'is_live = 0 AND is_gone = 0 AND status IS NOT NULL';
const endTestEntitlements = statement<Record<string, never>, { userId: string }>(`
  UPDATE users SET subscription_tier = 'free', subscription_status = NULL, subscription_period_end = NULL,
    subscription_cancel_at = NULL, subscription_price_id = NULL
  WHERE id IN (SELECT user_id FROM customers WHERE ${WITH_TEST_SUBSCRIPTION}) AND deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM customers WHERE user_id = users.id AND is_live = 1 AND is_gone = 0 AND live_count > 0)
  RETURNING id AS userId`);
const clearTestCustomers = statement<{ now: number }>(`
  UPDATE customers SET status = NULL, currency = NULL, price_id = NULL, yearly_amount = 0, live_count = 0, due_at = :now
  WHERE ${WITH_TEST_SUBSCRIPTION}`);
const deleteEvents = statement<{ before: number }>('DELETE FROM billing_events WHERE received_at < :before');

const NOTHING = { tier: 'free', status: null, periodEnd: null, cancelAt: null, priceId: null } as const;

export function createBillingStore(database: Database): BillingStore {
  return {
    async customersOf(userId) {
      return database.all(selectCustomers, { userId }).map(toCustomer);
    },
    async link({ customerId, userId, isLive }) {
      return database.transaction(() => {
        if (isDeleted(database, userId) || !database.get(selectUser, { userId })) return null;
        const own = { userId, isLive: Number(isLive) };
        if (!database.get(selectCustomer, own)) database.run(insertCustomer, { customerId, ...own });
        const row = database.get(selectCustomer, own);
        return row ? toCustomer(row) : null;
      });
    },
    async markGone(customerId) {
      return database.transaction(() => {
        const gone = database.get(setGone, { customerId });
        if (gone && !database.get(selectPaying, gone)) database.run(storeEntitlement, { ...gone, ...NOTHING });
        return gone?.userId ?? null;
      });
    },
    async receive({ id, customerId, now }) {
      return database.transaction(() => {
        if (database.run(insertEvent, { id, now }) === 0) return null;
        const row = database.get(setWanted, { customerId, now });
        return row ? toCustomer(row) : null;
      });
    },
    async expect(customerId, at) {
      database.run(setExpected, { customerId, at });
    },
    async beginSync(customerId): Promise<Sync | null> {
      const row = database.get(nextSync, { customerId });
      return row ? { customerId, ...row } : null;
    },
    async apply({ customerId, seq, userId }, found, times) {
      const { tier, status, periodEnd, cancelAt, priceId, yearlyAmount, currency, liveCount } = found;
      return database.transaction(() => {
        const row = { customerId, seq, status, currency, priceId, yearlyAmount, liveCount, ...times };
        if (database.run(storeFound, row) === 0) return false;
        database.run(storeEntitlement, { userId, tier, status, periodEnd, cancelAt, priceId });
        return true;
      });
    },
    async postpone(customerId, dueAt) {
      database.run(setDue, { customerId, dueAt });
    },
    async listDue(isLive, now, limit) {
      return database.all(selectDue, { isLive: Number(isLive), now, limit }).map(({ customerId }) => customerId);
    },
    async endTestSubscriptions(now) {
      return database.transaction(() => {
        const ended = database.all(endTestEntitlements, {});
        database.run(clearTestCustomers, { now });
        return ended.map(({ userId }) => userId);
      });
    },
    async forgetEvents(before) {
      database.run(deleteEvents, { before });
    },
  };
}

function toCustomer({ customerId, userId, isLive, isGone }: CustomerRow): CustomerRecord {
  return { customerId, userId, isLive: isLive === 1, isGone: isGone === 1 };
}
