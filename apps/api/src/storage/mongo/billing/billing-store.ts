import { ObjectId, type Filter } from 'mongodb';
import type { TransferRecords } from '../../records.ts';
import type { BilledSubscription, BillingStore, CustomerRecord, Sync } from '../../storage.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { isUser, users, type UserDocument } from '../accounts/user-store.ts';

/**
 * Sequence numbers order the syncs with Stripe: `syncSeq` is the last one started, `appliedSeq` the last one stored,
 * `wantedSeq` the first one that includes the last event.
 */
interface CustomerDocument extends Omit<TransferRecords['customers'], 'id' | 'place' | 'priceId'> {
  _id: string;
  /** Absent from older documents. */
  priceId?: string | null;
  /** Unique key for a user's customer in one account; absent for a customer that is gone. */
  place?: string;
  /** `made` increases with each new customer, `version` with each change. */
  made: ObjectId;
  version: number;
}

export const customers = collection<CustomerDocument>('customers', [
  { name: 'of_user', key: { userId: 1 } },
  { name: 'one_customer_each', key: { place: 1 }, options: { unique: true, sparse: true } },
  { name: 'due', key: { isLive: 1, dueAt: 1 } },
  { name: 'by_status', key: { isLive: 1, status: 1 } },
  { name: 'duplicates', key: { isLive: 1, liveCount: 1 } },
]);
export const billingEvents = collection<{ _id: string; receivedAt: number }>('billing_events', [
  { name: 'by_time', key: { receivedAt: 1 } },
]);

const NOTHING = { tier: 'free', status: null, periodEnd: null, cancelAt: null, priceId: null } as const;
const NO_SUBSCRIPTION = { status: null, currency: null, priceId: null, yearlyAmount: 0, liveCount: 0 };
/** Higher than the sequence number of any sync. */
const FOR_GOOD = Number.MAX_SAFE_INTEGER;

export function createBillingStore(database: Database): BillingStore {
  const all = database.of(customers);
  const events = database.of(billingEvents);

  /**
   * Changes a customer that is not gone, based on its current state, retrying when others change it concurrently. Null
   * when there is none.
   */
  async function change(
    customerId: string,
    decide: (customer: CustomerDocument) => Partial<CustomerDocument> | null,
  ): Promise<CustomerDocument | null> {
    for (;;) {
      const customer = await all.findOne({ _id: customerId, isGone: false });
      const changes = customer && decide(customer);
      if (!customer || !changes) return null;
      const filter = { _id: customerId, isGone: false, version: customer.version };
      const changed = await all.updateOne(filter, {
        $set: { ...changes, version: customer.version + 1 },
        ...(changes.isGone && { $unset: { place: 1 as const } }),
      });
      if (changed.matchedCount === 1) return { ...customer, ...changes, version: customer.version + 1 };
    }
  }

  async function entitle(
    { userId, customerId, seq }: Sync,
    {
      tier,
      status,
      periodEnd,
      cancelAt,
      priceId,
    }: Pick<BilledSubscription, 'tier' | 'status' | 'periodEnd' | 'cancelAt' | 'priceId'>,
    filter: Filter<UserDocument>,
  ): Promise<void> {
    await database.of(users).updateOne(
      { _id: userId, deletedAt: { $exists: false }, ...filter },
      {
        $set: {
          subscriptionTier: tier,
          subscriptionStatus: status,
          subscriptionPeriodEnd: periodEnd,
          subscriptionCancelAt: cancelAt,
          subscriptionPriceId: priceId,
          billedBy: customerId,
          billedSeq: seq,
        },
      },
    );
  }

  return {
    async customersOf(userId) {
      const found = await all.find({ userId }).toArray();
      return found.sort((a, b) => a.made.toHexString().localeCompare(b.made.toHexString())).map(toCustomer);
    },
    async link({ customerId, userId, isLive }) {
      if (!(await isUser(database, userId))) return null;
      const place = `${userId}:${isLive}`;
      const had = await all.findOne({ place });
      if (had) return toCustomer(had);
      const customer = { ...NEW, _id: customerId, userId, isLive, place, made: new ObjectId() };
      if (await wasFree(all.insertOne(customer))) return toCustomer(customer);
      const other = await all.findOne({ place });
      if (!other) throw new Error('This customer is another user’s.');
      return toCustomer(other);
    },
    async markGone(customerId) {
      const customer = await all.findOne({ _id: customerId, isGone: false });
      if (!customer) return null;
      const { userId } = customer;
      // Before the customer is marked, because a customer that is not gone is synced again after a crash. A
      // subscription of another customer stays.
      const paying = { userId, isGone: false, liveCount: { $gt: 0 }, _id: { $ne: customerId } };
      if (!(await all.findOne(paying))) {
        await entitle({ customerId, userId, seq: FOR_GOOD }, NOTHING, isBilledBy(customerId));
      }
      await change(customerId, () => ({ ...NO_SUBSCRIPTION, dueAt: null, isGone: true }));
      return userId;
    },
    async receive({ id, customerId, now }) {
      if (await events.findOne({ _id: id })) return null;
      // Before the event is recorded: after a crash, Stripe sends it again.
      const customer = await change(customerId, ({ syncSeq }) => ({ wantedSeq: syncSeq + 1, dueAt: now }));
      const isFirst = await wasFree(events.insertOne({ _id: id, receivedAt: now }));
      return isFirst && customer ? toCustomer(customer) : null;
    },
    async expect(customerId, at) {
      await change(customerId, ({ dueAt }) => ({ expectedAt: at, dueAt: Math.min(dueAt ?? at, at) }));
    },
    async beginSync(customerId) {
      const begun = await change(customerId, ({ syncSeq }) => ({ syncSeq: syncSeq + 1 }));
      return begun && { customerId, seq: begun.syncSeq, userId: begun.userId };
    },
    async apply(sync, found, { now, dueAt }) {
      const { customerId, seq } = sync;
      const { status, currency, priceId, yearlyAmount, liveCount } = found;
      // The customer stays due until the user is updated as well, so that a crash in between leads to another sync.
      const applied = await change(customerId, (customer) =>
        customer.appliedSeq >= seq
          ? null
          : { appliedSeq: seq, status, currency, priceId, yearlyAmount, liveCount, dueAt: customer.dueAt ?? now },
      );
      if (!applied) return false;
      const isNewer = { $or: [{ billedBy: { $ne: customerId } }, { billedSeq: { $lt: seq } }] };
      await entitle(sync, found, isNewer);
      await change(customerId, ({ appliedSeq, wantedSeq, expectedAt, dueAt: had }) => {
        if (appliedSeq !== seq || wantedSeq > seq) return { dueAt: had };
        return { dueAt: expectedAt !== null && expectedAt > now ? Math.min(dueAt ?? expectedAt, expectedAt) : dueAt };
      });
      return true;
    },
    async postpone(customerId, dueAt) {
      await change(customerId, () => ({ dueAt }));
    },
    async listDue(isLive, now, limit) {
      const found = all.find({ isLive, dueAt: { $lte: now } }, { projection: { dueAt: 1 } });
      return (await found.sort({ dueAt: 1 }).limit(limit).toArray()).map(({ _id }) => _id);
    },
    async endTestSubscriptions(now) {
      const ended: string[] = [];
      const found = await all.find({ isLive: false, status: { $ne: null } }).toArray();
      for (const { _id: customerId, userId, appliedSeq: seq } of found) {
        if (!(await all.findOne({ userId, isLive: true, liveCount: { $gt: 0 } }))) {
          await entitle({ customerId, userId, seq }, NOTHING, isBilledBy(customerId));
          ended.push(userId);
        }
        // After the user, as in `markGone`. A sync that was stored meanwhile is ended by the next call.
        await change(customerId, ({ appliedSeq }) => (appliedSeq === seq ? { ...NO_SUBSCRIPTION, dueAt: now } : null));
      }
      return ended;
    },
    async forgetEvents(before) {
      await events.deleteMany({ receivedAt: { $lt: before } });
    },
  };
}

const NEW = {
  ...NO_SUBSCRIPTION,
  isGone: false,
  version: 0,
  syncSeq: 0,
  appliedSeq: 0,
  wantedSeq: 0,
  dueAt: null,
  expectedAt: null,
};

/** Matches users whose subscription is not another customer's. */
function isBilledBy(customerId: string): Filter<UserDocument> {
  return { $or: [{ billedBy: customerId }, { billedBy: { $exists: false } }] };
}

function toCustomer({ _id: customerId, userId, isLive, isGone }: CustomerDocument): CustomerRecord {
  return { customerId, userId, isLive, isGone };
}
