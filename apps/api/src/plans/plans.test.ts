import { expect, test } from 'vitest';
import { isPremium } from '@parley/core';
import { NEW_USER, type UserRecord } from '../storage/storage.ts';
import { createPlans } from './plans.ts';

const USER: UserRecord = { ...NEW_USER, id: 'ada', email: 'ada@example.com', createdAt: 0 };
const PAID: UserRecord = { ...USER, subscriptionTier: 'premium', subscriptionStatus: 'active' };
const usageRule = { limit: 10, windowLength: 1000 };
const priceIds = { weekly: 'price_w', monthly: 'price_m', yearly: 'price_y' };
const accounts = { isUnlimited: (user: UserRecord) => isPremium(user) || user.id === 'admin', isAdmin: () => false };
const { planOf } = createPlans({
  settings: { billing: { priceIds }, ownPlans: null, usageRule },
  accounts,
  now: Date.now,
});

test('an account has the plan whose price it pays', () => {
  expect(planOf(USER)).toBe('free');
  expect(planOf({ ...PAID, subscriptionPriceId: 'price_m' })).toBe('monthly');
  expect(planOf({ ...PAID, subscriptionPriceId: 'price_m', subscriptionStatus: 'past_due' })).toBe('free');
});

test('Premium without a plan on sale counts as the first paid plan', () => {
  expect(planOf({ ...PAID, subscriptionPriceId: 'price_earlier' })).toBe('weekly');
  expect(planOf(PAID)).toBe('weekly');
  expect(planOf({ ...USER, id: 'admin' })).toBe('weekly');
  expect(
    createPlans({ settings: { billing: null, ownPlans: null, usageRule }, accounts, now: Date.now }).planOf({
      ...USER,
      id: 'admin',
    }),
  ).toBe('weekly');
});

test('Premium that was given has the caps of the first plan, an earlier plan and an admin have none', () => {
  const basic = { id: 'basic', name: 'Basic', description: 'For all.', price: 'price_b', trialDays: 0 };
  const ownPlans = [{ ...basic, caps: { messages: 3, dollars: 1.5 } }];
  const billing = { priceIds: { basic: 'price_b' } };
  const given = { isUnlimited: () => true, isAdmin: ({ id }: UserRecord) => id === 'admin' };
  const { ruleOf, dailyCostOf } = createPlans({
    settings: { billing, ownPlans, usageRule },
    accounts: given,
    now: () => 0,
  });
  expect(ruleOf(USER)?.limit).toBe(3);
  expect(dailyCostOf(USER)).toBe(1_500_000);
  expect(dailyCostOf({ ...PAID, subscriptionPriceId: 'price_earlier' })).toBeNull();
  expect(dailyCostOf({ ...USER, id: 'admin' })).toBeNull();
  expect(ruleOf({ ...PAID, subscriptionPriceId: 'price_b' })?.limit).toBe(3);
  expect(ruleOf({ ...PAID, subscriptionPriceId: 'price_earlier' })).toBeNull();
  expect(ruleOf({ ...USER, id: 'admin' })).toBeNull();
});

test('a buyer begins with nothing used when the free window was longer than the day of the plan', () => {
  const hour = 3_600_000;
  const basic = { id: 'basic', name: 'Basic', description: 'For all.', price: 'price_b', trialDays: 0 };
  const { usageOf } = createPlans({
    settings: {
      billing: { priceIds: { basic: 'price_b' } },
      ownPlans: [{ ...basic, caps: { messages: 3 } }],
      usageRule: { limit: 10, windowLength: 30 * 24 * hour },
    },
    accounts,
    now: () => 0,
  });
  const ofFree = { used: 10, start: 0, end: 30 * 24 * hour };
  expect(usageOf({ ...PAID, subscriptionPriceId: 'price_b' }, ofFree, 0)).toMatchObject({
    messagesUsed: 0,
    messagesLimit: 3,
    limits: [{ name: 'Messages', used: 0, limit: 3 }],
  });
});
