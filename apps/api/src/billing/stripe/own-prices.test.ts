import type Stripe from 'stripe';
import { expect, test, vi } from 'vitest';
import { OwnPrices } from './own-prices.ts';

const MINUTE = 60_000;

test('prices at Stripe are read again after ten minutes, and 15 seconds after a failure', async () => {
  let [now, amount, isAway] = [0, 500, false];
  const retrieve = vi.fn<() => Promise<object>>(async () => {
    if (isAway) throw new Error('Stripe is away.');
    const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed' };
    return { active: true, recurring, unit_amount: amount, billing_scheme: 'per_unit', currency: 'eur' };
  });
  const basic = { id: 'basic', name: 'Basic', description: '', price: 'price_basic', trialDays: 0, caps: {} };
  const prices = new OwnPrices({
    stripe: { prices: { retrieve } } as unknown as Stripe,
    settings: { priceIds: {}, ownPlans: [basic] },
    now: () => now,
  });
  const shown = async () => (await prices.read()).get('basic')?.amount;
  expect(await shown()).toBe(500);
  amount = 600;
  now += 10 * MINUTE - 1;
  expect(await shown()).toBe(500);
  expect(retrieve).toHaveBeenCalledTimes(1);
  now += 1;
  await expect.poll(shown).toBe(600);

  [amount, isAway] = [700, true];
  now += 10 * MINUTE;
  await shown();
  await vi.waitFor(() => expect(retrieve).toHaveBeenCalledTimes(3));
  isAway = false;
  now += 14_999;
  expect(await shown()).toBe(600);
  expect(retrieve).toHaveBeenCalledTimes(3);
  now += 1;
  await expect.poll(shown).toBe(700);
});
