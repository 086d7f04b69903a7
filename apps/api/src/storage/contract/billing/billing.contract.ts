import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { BilledSubscription, CustomerRecord, Storage, Sync } from '../../storage.ts';
import { newUser, NOW } from '../samples.ts';

const PAID: BilledSubscription = {
  tier: 'premium',
  status: 'active',
  periodEnd: NOW + 1000,
  cancelAt: NOW + 1000,
  yearlyAmount: 12_000,
  currency: 'usd',
  priceId: 'price_m',
  liveCount: 1,
};
const ENDED: BilledSubscription = {
  ...PAID,
  tier: 'free',
  status: 'canceled',
  cancelAt: null,
  priceId: null,
  liveCount: 0,
};

export function contract(storage: () => Storage): void {
  const billing = () => storage().billing;
  const never = { now: NOW, dueAt: null };

  async function settle(isLive = false): Promise<CustomerRecord> {
    const customer = { customerId: `cus_${randomUUID()}`, userId: await newUser(storage()), isLive };
    const linked = await billing().link(customer);
    expect(linked).toStrictEqual({ ...customer, isGone: false });
    return linked!;
  }

  async function begin({ customerId }: CustomerRecord): Promise<Sync> {
    const sync = await billing().beginSync(customerId);
    expect(sync).toMatchObject({ customerId });
    return sync!;
  }

  const event = ({ customerId }: { customerId: string }, id: string = randomUUID()) =>
    billing().receive({ id, customerId, now: NOW });
  const due = (now = NOW, isLive = false) => billing().listDue(isLive, now, 100);

  async function paid({ userId }: CustomerRecord): Promise<unknown> {
    const user = await storage().users.findById(userId);
    return (
      user && [
        user.subscriptionTier,
        user.subscriptionStatus,
        user.subscriptionPeriodEnd,
        user.subscriptionCancelAt,
        user.subscriptionPriceId,
      ]
    );
  }

  test('linking many customers to one user at once keeps exactly one for each account', async () => {
    const userId = await newUser(storage());
    const made = Array.from({ length: 10 }, (_, index) => ({ customerId: `cus_${userId}${index}`, userId }));
    const linked = await Promise.all(made.map((each) => billing().link({ ...each, isLive: false })));
    expect(new Set(linked.map((each) => each?.customerId)).size).toBe(1);
    expect(await billing().customersOf(userId)).toStrictEqual([linked[0]]);
    const live = { customerId: `live_${userId}`, userId, isLive: true };
    expect(await billing().link(live)).toStrictEqual({ ...live, isGone: false });
    expect(await billing().customersOf(userId)).toHaveLength(2);
  });

  test('linking fails for another user’s customer, and for a user who is unknown or being deleted', async () => {
    const { customerId, userId } = await settle();
    await expect(billing().link({ customerId, userId: await newUser(storage()), isLive: false })).rejects.toThrow();
    expect(await billing().link({ customerId: 'cus_new', userId: 'unknown', isLive: false })).toBeNull();
    await storage().deletions.begin(userId, NOW);
    expect(await billing().link({ customerId: 'cus_new', userId, isLive: true })).toBeNull();
    expect(await billing().customersOf(userId)).toMatchObject([{ customerId }]);
  });

  test('the result of a sync changes only the customer’s own user', async () => {
    const [customer, other] = [await settle(), await settle()];
    expect(await billing().apply(await begin(customer), PAID, never)).toBe(true);
    expect(await paid(customer)).toStrictEqual(['premium', 'active', NOW + 1000, NOW + 1000, 'price_m']);
    expect(await paid(other)).toStrictEqual(['free', null, null, null, null]);
  });

  test('an earlier sync never overwrites a later one', async () => {
    const customer = await settle();
    const [first, second] = [await begin(customer), await begin(customer)];
    expect(await billing().apply(second, PAID, never)).toBe(true);
    expect(await billing().apply(first, ENDED, never)).toBe(false);
    expect(await billing().apply(second, ENDED, never)).toBe(false);
    expect(await paid(customer)).toMatchObject(['premium', 'active', NOW + 1000, NOW + 1000, 'price_m']);
    expect(await billing().apply(await begin(customer), ENDED, never)).toBe(true);
    expect(await paid(customer)).toMatchObject(['free', 'canceled', NOW + 1000, null, null]);
  });

  test('an event keeps its customer due until a sync that started after it is stored', async () => {
    const customer = await settle();
    expect(await due()).toStrictEqual([]);
    const early = await begin(customer);
    expect(await event(customer)).toStrictEqual(customer);
    expect(await due()).toStrictEqual([customer.customerId]);
    expect(await billing().apply(early, ENDED, never)).toBe(true);
    expect(await due()).toStrictEqual([customer.customerId]);
    expect(await billing().apply(await begin(customer), PAID, never)).toBe(true);
    expect(await due(NOW + 1e9)).toStrictEqual([]);
  });

  test('an event counts once, however often it arrives, even concurrently', async () => {
    const customer = await settle();
    const id = randomUUID();
    const received = await Promise.all(Array.from({ length: 10 }, () => event(customer, id)));
    expect(received.filter(Boolean)).toStrictEqual([customer]);
    await billing().apply(await begin(customer), PAID, never);
    expect(await event(customer, id)).toBeNull();
    expect(await due()).toStrictEqual([]);
    await billing().forgetEvents(NOW);
    expect(await event(customer, id)).toBeNull();
    await billing().forgetEvents(NOW + 1);
    expect(await event(customer, id)).toStrictEqual(customer);
  });

  test('events of unknown customers change nothing', async () => {
    expect(await event({ customerId: 'cus_unknown' })).toBeNull();
    expect(await billing().beginSync('cus_unknown')).toBeNull();
    expect(await due()).toStrictEqual([]);
  });

  test('customers of one account are listed when they are due, longest due first', async () => {
    const [late, soon, live] = [await settle(), await settle(), await settle(true)];
    for (const [customer, dueAt] of [
      [late, 30],
      [soon, 20],
      [live, 10],
    ] as const) {
      await billing().apply(await begin(customer), PAID, { now: NOW, dueAt: NOW + dueAt });
    }
    expect(await due(NOW + 19)).toStrictEqual([]);
    expect(await due(NOW + 20)).toStrictEqual([soon.customerId]);
    expect(await due(NOW + 30)).toStrictEqual([soon.customerId, late.customerId]);
    expect(await billing().listDue(false, NOW + 30, 1)).toStrictEqual([soon.customerId]);
    expect(await due(NOW + 30, true)).toStrictEqual([live.customerId]);
    await billing().postpone(soon.customerId, NOW + 40);
    expect(await due(NOW + 30)).toStrictEqual([late.customerId]);
  });

  test('a customer who is expected to pay stays due at that time, whatever an earlier sync says', async () => {
    const customer = await settle();
    await billing().expect(customer.customerId, NOW + 50);
    await billing().apply(await begin(customer), ENDED, never);
    expect(await due(NOW + 49)).toStrictEqual([]);
    expect(await due(NOW + 50)).toStrictEqual([customer.customerId]);
    await billing().apply(await begin(customer), ENDED, { now: NOW + 50, dueAt: null });
    expect(await due(NOW + 1e9)).toStrictEqual([]);
  });

  test('a customer that is gone ends the user’s subscription and can be replaced by another', async () => {
    const customer = await settle();
    await billing().apply(await begin(customer), PAID, { now: NOW, dueAt: NOW });
    const late = await begin(customer);
    expect(await billing().markGone(customer.customerId)).toBe(customer.userId);
    expect(await billing().markGone(customer.customerId)).toBeNull();
    expect(await paid(customer)).toStrictEqual(['free', null, null, null, null]);
    expect(await billing().apply(late, PAID, never)).toBe(false);
    expect(await event(customer)).toBeNull();
    expect(await due()).toStrictEqual([]);
    const next = await billing().link({ ...customer, customerId: 'cus_next' });
    const gone = { ...customer, isGone: true };
    expect(await billing().customersOf(customer.userId)).toStrictEqual([gone, next]);
    await billing().apply(await begin(next!), PAID, never);
    await billing().markGone(customer.customerId);
    expect(await paid(customer)).toMatchObject(['premium', 'active', NOW + 1000, NOW + 1000, 'price_m']);
  });

  test('a customer of the test account that is gone leaves the subscription of the live one', async () => {
    const live = await settle(true);
    const testing = { ...live, customerId: `cus_${randomUUID()}`, isLive: false };
    await billing().link(testing);
    await billing().apply(await begin(live), PAID, never);
    const before = await paid(live);
    expect(await billing().markGone(testing.customerId)).toBe(live.userId);
    expect(await paid(live)).toEqual(before);
    expect(await billing().markGone(live.customerId)).toBe(live.userId);
    expect(await paid(live)).toEqual(['free', null, null, null, null]);
  });

  test('a customer that is gone takes nothing from a user who pays as another, even if it was synced last', async () => {
    const live = await settle(true);
    const testing = { ...live, customerId: `cus_${randomUUID()}`, isLive: false };
    await billing().link(testing);
    for (const customer of [live, testing]) await billing().apply(await begin(customer), PAID, never);
    const before = await paid(live);
    await billing().markGone(testing.customerId);
    expect(await paid(live)).toEqual(before);
  });

  test('subscriptions of the test account end for users who do not pay in the live one, until the next sync', async () => {
    const [tested, both] = [await settle(), await settle()];
    const live = await billing().link({ ...both, customerId: `live_${both.userId}`, isLive: true });
    await storage().users.give(tested.userId, { premiumUntil: NOW + 1000 });
    for (const customer of [tested, both, live!]) await billing().apply(await begin(customer), PAID, never);

    // Several processes start at once.
    const ended = await Promise.all([NOW, NOW].map((now) => billing().endTestSubscriptions(now)));
    expect(new Set(ended.flat())).toStrictEqual(new Set([tested.userId]));
    expect(await paid(tested)).toStrictEqual(['free', null, null, null, null]);
    expect(await storage().users.findById(tested.userId)).toMatchObject({ premiumUntil: NOW + 1000 });
    expect(await paid(both)).toMatchObject(['premium', 'active', NOW + 1000, NOW + 1000, 'price_m']);
    expect(await billing().endTestSubscriptions(NOW)).toStrictEqual([]);

    expect(await due()).toStrictEqual(expect.arrayContaining([tested.customerId, both.customerId]));
    expect(await billing().apply(await begin(tested), PAID, never)).toBe(true);
    expect(await paid(tested)).toMatchObject(['premium', 'active', NOW + 1000, NOW + 1000, 'price_m']);
  });

  test('a user who started a live checkout and never paid loses the subscription of the test account', async () => {
    const customer = await settle();
    await billing().apply(await begin(customer), PAID, never);
    await billing().link({ ...customer, customerId: `live_${customer.userId}`, isLive: true });
    expect(await billing().endTestSubscriptions(NOW)).toStrictEqual([customer.userId]);
    expect(await paid(customer)).toStrictEqual(['free', null, null, null, null]);
  });

  test('the customers of a user being deleted stay known until the deletion finishes', async () => {
    const customer = await settle();
    await storage().deletions.begin(customer.userId, NOW);
    expect(await billing().customersOf(customer.userId)).toStrictEqual([customer]);
    await billing().apply(await begin(customer), PAID, never);
    expect(await paid(customer)).toBeNull();
    expect(await storage().deletions.removeContent(customer.userId)).toBe(true);
    await storage().deletions.finish(customer.userId, NOW);
    expect(await billing().customersOf(customer.userId)).toStrictEqual([]);
    expect(await event(customer)).toBeNull();
  });
}
