import { expect, it, vi } from 'vitest';
import { PriceList } from '../spending/prices.ts';
import { NO_AMOUNTS, type Amounts } from '../storage/billing/spending-store.ts';
import type { SpendingStore } from '../storage/storage.ts';
import { startTestServer } from '../testing/test-server.ts';
import { Costs, type CostsDependencies } from './costs.ts';

const DAY_MS = 86_400_000;
const TODAY = 20_000;

const amounts = (microdollars: number): Amounts => ({ ...NO_AMOUNTS, requests: 1, microdollars });
const about = { mode: 'normal', model: 'mine', plan: 'free' } as const;

/** Fails while costs are being read. */
function openCosts({ store, now }: Pick<CostsDependencies, 'store' | 'now'>) {
  const costs = new Costs({ store, prices: new PriceList(), plans: { nameOfPaying: (plan) => plan }, now });
  return {
    async read(days: number) {
      const read = await costs.read(days);
      if (read === null) throw new Error('They are being read.');
      return read;
    },
  };
}

it('past days are read once, yesterday and today each time', async () => {
  const daily = vi.fn<SpendingStore['daily']>(async (first, last) =>
    Array.from({ length: last - first + 1 }, (_, index) => ({ ...about, day: first + index, ...amounts(1) })),
  );
  let today = TODAY;
  const store = { daily, topAccounts: async () => [] };
  const costs = openCosts({ store, now: () => today * DAY_MS });
  expect((await costs.read(7)).microdollars).toBe(7);
  today += 0.25;
  expect((await costs.read(7)).microdollars).toBe(7);
  expect((await costs.read(30)).days.map(({ microdollars }) => microdollars)).toEqual(Array(30).fill(1));
  today++;
  expect((await costs.read(30)).microdollars).toBe(30);
  expect(daily.mock.calls).toEqual([
    ...daysFrom(TODAY - 6, TODAY),
    ...daysFrom(TODAY - 1, TODAY),
    ...daysFrom(TODAY - 29, TODAY - 7),
    ...daysFrom(TODAY - 1, TODAY),
    ...daysFrom(TODAY - 1, TODAY + 1),
  ]);
});

/** A read of each day from `first` to `last`. */
function daysFrom(first: number, last: number): [number, number][] {
  return Array.from({ length: last - first + 1 }, (_, index) => [first + index, first + index]);
}

it('who comes first does not wait for every day, and finds the costs a moment later', async () => {
  const whole = Promise.withResolvers<void>();
  const daily: SpendingStore['daily'] = async (first) => {
    await whole.promise;
    return [{ ...about, day: first, ...amounts(1) }];
  };
  const store = { daily, topAccounts: async () => [] };
  const costs = openCosts({ store, now: () => TODAY * DAY_MS });
  await expect(costs.read(7)).rejects.toThrow('They are being read.');
  whole.resolve();
  await expect.poll(async () => (await costs.read(7)).microdollars).toBe(7);
});

it('sums are by mode, model and plan, highest first', async () => {
  const spent = [
    { ...about, day: TODAY, ...amounts(5) },
    { ...about, day: TODAY, mode: 'thinking' as const, ...amounts(7) },
    { ...about, day: TODAY - 1, plan: 'premium' as const, model: 'other', ...amounts(9), estimatedMicrodollars: 9 },
  ];
  const store = { daily: async (day: number) => spent.filter((each) => each.day === day), topAccounts: async () => [] };
  const costs = await openCosts({ store, now: () => TODAY * DAY_MS }).read(2);
  expect(costs).toMatchObject({
    microdollars: 21,
    estimatedMicrodollars: 9,
    days: [
      { date: '2024-10-03', microdollars: 9, estimatedMicrodollars: 9 },
      { microdollars: 12, estimatedMicrodollars: 0 },
    ],
    modes: [
      { mode: 'normal', microdollars: 14, requests: 2 },
      { mode: 'thinking', microdollars: 7 },
    ],
    models: [{ model: 'mine', microdollars: 12 }, { model: 'other' }],
    plans: [{ plan: 'free', microdollars: 12 }, { plan: 'premium' }],
  });
});

it('costs are a minute old at most while someone looks, and ten when someone comes back', async () => {
  let count = 0;
  const daily = vi.fn<SpendingStore['daily']>(async () => [{ ...about, day: TODAY, ...amounts(++count) }]);
  daily.mockRejectedValueOnce(new Error('away'));
  let now = TODAY * DAY_MS;
  const store = { daily, topAccounts: async () => [] };
  const costs = openCosts({ store, now: () => now });
  const cost = async () => (await costs.read(1)).microdollars;
  await expect(cost()).rejects.toThrow('away');
  expect(await Promise.all([cost(), cost()])).toEqual([1, 1]);
  now += 59_999;
  expect(await cost()).toBe(1);
  now++;
  // It is read again behind this answer.
  expect(await cost()).toBe(1);
  await expect.poll(cost).toBe(2);
  now += 600_000;
  expect(await cost()).toBe(3);
  expect(daily).toHaveBeenCalledTimes(4);
});

it('the most expensive accounts are read again after half an hour', async () => {
  const topAccounts = vi.fn<SpendingStore['topAccounts']>(async () => []);
  let now = TODAY * DAY_MS;
  const store = { daily: async () => [], topAccounts };
  const costs = openCosts({ store, now: () => now });
  for (const minutes of [0, 11, 11]) {
    now += minutes * 60_000;
    await costs.read(1);
  }
  expect(topAccounts).toHaveBeenCalledTimes(1);
  now += 11 * 60_000;
  await costs.read(1);
  expect(topAccounts).toHaveBeenCalledTimes(2);
});

it('the dashboard has the cost of each account, and no word of its conversations', async () => {
  const prices = new PriceList({ date: '2026-11-23', models: { demo: { input: 2, output: 10 } } });
  const server = await startTestServer({ adminEmails: ['boss@example.com'], emailsVerifiedAtOnce: true, prices });
  try {
    const admin = await server.signUp('boss@example.com');
    const token = await server.signUp('mira@example.com');
    await (await server.send(token, { text: 'A zanzibarian [[echo]] question' })).all();
    // Without costs while they are being read.
    const figures = async () => (await server.call('GET', '/api/admin/figures?days=7', admin)).body;
    await expect
      .poll(async () => (await figures()).costs)
      .toMatchObject({
        modes: [{ mode: 'normal', requests: 1 }],
        models: [{ model: 'demo' }],
        plans: [{ plan: 'free' }],
        accounts: [{ email: 'mira@example.com', plan: 'free', requests: 1 }],
        prices: { own: '2026-11-23' },
      });
    const body = await figures();
    expect((body.costs as { microdollars: number }).microdollars).toBeGreaterThan(0);
    const metrics = await fetch(`${server.url}/metrics`, {
      headers: { Authorization: 'Bearer a-token-for-the-metrics-of-tests' },
    });
    const text = await metrics.text();
    expect(text).toMatch(/^parley_cost_dollars_total\{mode="normal",model="demo"\} 0\.00/m);
    expect(text).toMatch(/^parley_tokens_total\{model="demo",kind="output"\} [1-9]/m);
    expect(JSON.stringify(body) + text).not.toContain('zanzibarian');
  } finally {
    await server.close();
  }
});
