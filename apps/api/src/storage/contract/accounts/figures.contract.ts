import { expect, test } from 'vitest';
import type { BilledSubscription, Storage } from '../../storage.ts';
import { aUser, completed, end, failed, newUser, NOW, send } from '../samples.ts';

const DAY_MS = 86_400_000;
const TODAY = Math.floor(NOW / DAY_MS);

export function contract(storage: () => Storage): void {
  const figures = () => storage().figures;

  async function counted(first: number, last: number): Promise<Record<string, number>> {
    const counts = await figures().daily(first, last);
    return Object.fromEntries(counts.map(({ day, name, count }) => [`${day - TODAY} ${name}`, count]));
  }

  test('accounts, messages, replies, and failures by cause are counted per day', async () => {
    const userId = await newUser(storage());
    await storage().users.create(aUser({ createdAt: NOW + DAY_MS - 1 }));
    await storage().users.create(aUser({ createdAt: NOW + DAY_MS }));
    const ends = [completed, completed, failed] as const;
    for (const ending of ends) {
      const reply = await send(storage(), userId);
      await end(storage(), reply, ending(reply, 'text'));
      await end(storage(), reply, ending(reply, 'again'));
    }
    const timedOut = await send(storage(), userId);
    await end(storage(), timedOut, failed(timedOut, '', 'model-timeout'));
    await send(storage(), userId, { now: NOW + DAY_MS });
    const today = {
      '0 failed:model-failed': 1,
      '0 failed:model-timeout': 1,
      '0 messages': 4,
      '0 replies': 2,
      '0 users': 2,
    };
    expect(await counted(TODAY, TODAY)).toStrictEqual(today);
    expect(await counted(TODAY - 1, TODAY + 1)).toStrictEqual({ ...today, '1 messages': 1, '1 users': 1 });
    expect(await counted(TODAY - 2, TODAY - 1)).toStrictEqual({});
  });

  test('a rejected message is not counted', async () => {
    const user = aUser();
    await storage().users.create(user);
    await storage().users.create(aUser({ email: user.email }));
    const reply = await send(storage(), user.id);
    const { clientMessageId, conversationId } = reply;
    await expect(send(storage(), user.id, { clientMessageId, conversationId })).rejects.toThrow();
    expect(await counted(TODAY, TODAY)).toStrictEqual({ '0 messages': 1, '0 users': 1 });
  });

  test('replies interrupted by a crash count as failures', async () => {
    await send(storage(), await newUser(storage()));
    await storage().replies.recoverReplies(['this process'], NOW, { code: 'interrupted', sentence: 'Gone.' });
    expect(await counted(TODAY, TODAY)).toMatchObject({ '0 failed:interrupted': 1 });
  });

  test('any counters can be incremented together, by many at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => figures().count(['flagged', 'flagged:hate'], NOW)));
    await figures().count(['unchecked'], NOW + DAY_MS);
    const today = { '0 flagged': 5, '0 flagged:hate': 5 };
    expect(await counted(TODAY, TODAY)).toStrictEqual(today);
    expect(await counted(TODAY, TODAY + 1)).toStrictEqual({ ...today, '1 unchecked': 1 });
  });

  test('many may make the first count of a day at once', async () => {
    const now = NOW + 9 * DAY_MS;
    await Promise.all(Array.from({ length: 20 }, () => storage().users.create(aUser({ createdAt: now }))));
    expect(Object.keys(await counted(TODAY + 9, TODAY + 9))).toStrictEqual(['9 users']);
  });

  test('counts survive the deletion of the account, which no longer counts as a user', async () => {
    const userId = await newUser(storage());
    await newUser(storage());
    await send(storage(), userId);
    expect(await figures().users()).toBe(2);
    await storage().deletions.begin(userId, NOW);
    expect(await figures().users()).toBe(1);
    while (!(await storage().deletions.removeContent(userId)));
    await storage().deletions.finish(userId, NOW);
    expect(await counted(TODAY, TODAY)).toStrictEqual({ '0 messages': 1, '0 users': 2 });
  });

  test('subscriptions of one account are summed by status, currency and price', async () => {
    const nothing: BilledSubscription = {
      tier: 'free',
      status: null,
      periodEnd: null,
      cancelAt: null,
      yearlyAmount: 0,
      currency: null,
      priceId: null,
      liveCount: 0,
    };
    const paid: BilledSubscription = {
      ...nothing,
      tier: 'premium',
      status: 'active',
      currency: 'usd',
      priceId: 'a',
      liveCount: 1,
    };
    const all: (BilledSubscription & { isLive?: boolean; isGone?: boolean })[] = [
      { ...paid, yearlyAmount: 12_000 },
      { ...paid, yearlyAmount: 6_000, liveCount: 2 },
      { ...paid, yearlyAmount: 5_000, currency: 'eur' },
      { ...paid, yearlyAmount: 5_000, currency: 'eur', priceId: 'b' },
      { ...paid, yearlyAmount: 12_000, status: 'trialing' },
      { ...paid, yearlyAmount: 12_000, isLive: true },
      { ...paid, yearlyAmount: 12_000, isGone: true, liveCount: 2 },
      nothing,
    ];
    for (const [index, { isLive = false, isGone = false, ...found }] of all.entries()) {
      const customerId = `cus_${index}`;
      await storage().billing.link({ customerId, userId: await newUser(storage()), isLive });
      const sync = await storage().billing.beginSync(customerId);
      await storage().billing.apply(sync!, found, { now: NOW, dueAt: null });
      if (isGone) await storage().billing.markGone(customerId);
    }
    const sums = await figures().subscriptions(false);
    expect(new Set(sums.map((sum) => JSON.stringify(sum)))).toStrictEqual(
      new Set(
        [
          { status: 'active', currency: 'eur', priceId: 'a', count: 1, yearlyAmount: 5_000 },
          { status: 'active', currency: 'eur', priceId: 'b', count: 1, yearlyAmount: 5_000 },
          { status: 'active', currency: 'usd', priceId: 'a', count: 2, yearlyAmount: 18_000 },
          { status: 'trialing', currency: 'usd', priceId: 'a', count: 1, yearlyAmount: 12_000 },
        ].map((sum) => JSON.stringify(sum)),
      ),
    );
    expect(await figures().subscriptions(true)).toMatchObject([{ count: 1 }]);
    expect([await figures().duplicates(false), await figures().duplicates(true)]).toStrictEqual([1, 0]);
  });
}
