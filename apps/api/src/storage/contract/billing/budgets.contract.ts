import { randomUUID } from 'node:crypto';
import { AppError } from '@parley/core';
import { expect, test } from 'vitest';
import { DAY_MS, periodOf } from '../../billing/budget-store.ts';
import type { Ceilings, ReserveResult, Storage } from '../../storage.ts';
import { aSpending, completed, newUser, send, written } from '../samples.ts';

const INTERRUPTED = { code: 'interrupted', sentence: 'Interrupted.' } as const;
/** The server's budgets are shared by all tests of a storage, so each test has days of its own. */
let nextDay = 20_000;

export function contract(storage: () => Storage): void {
  const aDay = () => (nextDay += 100) * DAY_MS;
  const reserve = (userId: string, ceilings: Ceilings, now: number, microdollars = 10, owner = 'alive') =>
    storage().budgets.reserve({ userId, id: randomUUID(), owner, microdollars, ceilings, now });
  const areReserved = (results: ReserveResult[]) => results.filter(({ isReserved }) => isReserved).length;

  test.each([{ account: 100 }, { day: 100 }, { month: 100 }])(
    'of thirty reservations at once, as many get through as %o has room for',
    async (ceilings) => {
      const userId = await newUser(storage());
      const now = aDay();
      const results = await Promise.all(Array.from({ length: 30 }, () => reserve(userId, ceilings, now)));
      expect(areReserved(results)).toBe(10);
      const refused = results.find(({ isReserved }) => !isReserved);
      expect(refused).toMatchObject({ ceiling: Object.keys(ceilings)[0], isSpent: false });
    },
  );

  test('a refused reservation takes nothing from the ceilings with room', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    expect(await reserve(userId, { account: 100, day: 5 }, now)).toMatchObject({ isReserved: false, ceiling: 'day' });
    expect(await reserve(userId, { account: 10, day: 10 }, now)).toMatchObject({ isReserved: true });
    expect(await storage().budgets.read('day', now)).toMatchObject({ spent: 0, reserved: 10 });
  });

  test('what a reply holds itself does not count as taken by others', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    const more = (held: number) =>
      storage().budgets.reserve({
        userId,
        id: randomUUID(),
        owner: 'alive',
        microdollars: 10,
        held,
        ceilings: { day: 15 },
        now,
      });
    expect(await reserve(userId, { day: 15 }, now)).toMatchObject({ isReserved: true });
    expect(await more(0)).toMatchObject({ isReserved: false, isSpent: false });
    expect(await more(10)).toMatchObject({ isReserved: false, isSpent: true });
  });

  test('what was spent takes the place of its reservation, once, also when it is more', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    const { budgets } = storage();
    const id = randomUUID();
    await budgets.reserve({ userId, id, owner: 'alive', microdollars: 10, ceilings: { account: 100, day: 100 }, now });
    await Promise.all(Array.from({ length: 5 }, () => budgets.settle(userId, id, 95)));
    expect(await budgets.read('day', now)).toMatchObject({ spent: 95, reserved: 0 });
    const spent = { isReserved: false, isSpent: true, period: periodOf('day', now) };
    expect(await reserve(userId, { account: 100 }, now)).toEqual({ ...spent, ceiling: 'account' });
    expect(await reserve(userId, { day: 100 }, now)).toEqual({ ...spent, ceiling: 'day' });
    expect(await reserve(userId, { day: 105 }, now)).toMatchObject({ isReserved: true });
  });

  test('the next day has room again, except for what still runs, and clocks may differ', async () => {
    const userId = await newUser(storage());
    const midnight = aDay();
    const before = midnight - 60_000;
    expect(await reserve(userId, { day: 20 }, before)).toMatchObject({ isReserved: true });
    expect(await reserve(userId, { day: 20 }, before, 11)).toMatchObject({ isReserved: false });
    expect(await storage().budgets.read('day', midnight)).toMatchObject({ spent: 0, reserved: 10 });
    expect(await reserve(userId, { day: 20 }, midnight)).toMatchObject({ isReserved: true });
    // This process's clock is behind: it goes on in the day that has begun.
    expect(await reserve(userId, { day: 20 }, before)).toMatchObject({ isReserved: false, isSpent: false });
    expect(await storage().budgets.read('day', before)).toMatchObject({ spent: 0, reserved: 20 });
    // A clock that was days ahead.
    await reserve(userId, { day: 20 }, midnight + 9 * DAY_MS, 20);
    expect(await reserve(userId, { day: 50 }, midnight, 20)).toMatchObject({ isReserved: true });
  });

  test('a budget begins with what was spent before there was a ceiling', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    const { budgets, spending } = storage();
    await spending.add(userId, 'title', aSpending({ microdollars: 70 }), now);
    expect(await budgets.read('month', now)).toMatchObject({ spent: 70, reserved: 0 });
    expect(await reserve(userId, { account: 79 }, now)).toMatchObject({ isReserved: false, isSpent: true });
    expect(await reserve(userId, { account: 80, day: 80 }, now)).toMatchObject({ isReserved: true });
    await spending.add(userId, 'title', aSpending({ microdollars: 5 }), now);
    await budgets.recount(now);
    expect(await budgets.read('day', now)).toMatchObject({ spent: 75, reserved: 10 });
  });

  test('an account reads what it spent itself today', async () => {
    const [userId, other] = [await newUser(storage()), await newUser(storage())];
    const now = aDay();
    const { budgets, spending } = storage();
    await spending.add(userId, 'title', aSpending({ microdollars: 70 }), now);
    await spending.add(other, 'title', aSpending({ microdollars: 9 }), now);
    await spending.add(userId, 'title', aSpending({ microdollars: 400 }), now - DAY_MS);
    const period = periodOf('account', now);
    expect(await budgets.read('account', now, userId)).toEqual({ spent: 70, reserved: 0, period });
    await reserve(userId, { account: 100 }, now);
    expect(await budgets.read('account', now, userId)).toEqual({ spent: 70, reserved: 10, period });
    expect(await budgets.read('account', now + DAY_MS, userId)).toMatchObject({ spent: 0 });
  });

  test('the end of a reply settles its reservation', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    const reply = await send(storage(), userId, { isReserved: true });
    const { generationId: id } = reply;
    await storage().budgets.reserve({ userId, id, owner: 'alive', microdollars: 10, ceilings: { day: 100 }, now });
    const end = {
      message: completed(reply, 'done'),
      usage: 'consume',
      spending: aSpending({ microdollars: 4 }),
    } as const;
    for (let times = 0; times < 2; times++) await storage().replies.end({ generationId: id, ...end, now });
    expect(await storage().budgets.read('day', now)).toMatchObject({ spent: 4, reserved: 0 });
  });

  test('reservations of a dead process are released, and its replies cost what is known of them', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    const [dead, alive] = [randomUUID(), randomUUID()];
    const reply = await send(storage(), userId, { owner: dead, isReserved: true });
    const { generationId } = reply;
    const { budgets, replies } = storage();
    const ceilings = { account: 100, day: 100 };
    await budgets.reserve({ userId, id: generationId, owner: dead, microdollars: 10, ceilings, now });
    const spending = aSpending({ microdollars: 3 });
    await replies.checkpoint([{ generationId, message: written(reply, 'so far', 3), spending }]);
    await reserve(userId, ceilings, now, 20, dead);
    await reserve(userId, ceilings, now, 30, alive);
    expect(await budgets.owners()).toEqual(expect.arrayContaining([dead, alive]));
    await replies.recoverReplies([dead], now, INTERRUPTED);
    await Promise.all([budgets.release([dead]), budgets.release([dead])]);
    expect(await budgets.read('day', now)).toMatchObject({ spent: 3, reserved: 30 });
    expect(await budgets.owners()).not.toContain(dead);
  });

  test('an unsettled reservation expires after an hour', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    await reserve(userId, { account: 10 }, now);
    expect(await reserve(userId, { account: 10 }, now + 3_600_000)).toMatchObject({ isReserved: false });
    expect(await reserve(userId, { account: 10 }, now + 3_600_001)).toMatchObject({ isReserved: true });
  });

  test('the operator is notified once of each share in each period', async () => {
    const userId = await newUser(storage());
    const now = aDay();
    const { budgets } = storage();
    await reserve(userId, { day: 100 }, now);
    const period = periodOf('day', now);
    const notified = await Promise.all(Array.from({ length: 9 }, () => budgets.markNotified('day', period, 50)));
    expect(notified.filter(Boolean)).toHaveLength(1);
    expect(await budgets.markNotified('day', period, 100)).toBe(true);
    expect(await budgets.markNotified('day', period, 80)).toBe(false);
    await reserve(userId, { day: 100 }, now + DAY_MS);
    expect(await budgets.markNotified('day', period + 1, 50)).toBe(true);
  });

  test('a deleted account reserves nothing', async () => {
    const gone = randomUUID();
    const now = aDay();
    await expect(reserve(gone, { account: 10, day: 10 }, now)).rejects.toThrow(new AppError('unauthorized'));
    expect(await storage().budgets.read('day', now)).toMatchObject({ spent: 0, reserved: 0 });
    expect(await storage().budgets.owners()).not.toContain(gone);
  });
}
