import type Stripe from 'stripe';
import { isPremium } from '@parley/core';
import { describe, expect, it } from 'vitest';
import { readSubscriptions } from './read-subscriptions.ts';

const [CREATED, PERIOD_END, TRIAL_END, CANCEL_AT] = [1000, 5000, 4000, 3000];

/** The parts of a subscription that are read. */
function subscription(changes: object = {}, price: object = {}): Stripe.Subscription {
  const recurring = { interval: 'month', interval_count: 1 };
  const item = { quantity: 1, current_period_end: PERIOD_END, price: { unit_amount: 1000, recurring, ...price } };
  const fields = { id: 'sub_1', status: 'active', created: CREATED, currency: 'usd', trial_end: null };
  const cancel = { cancel_at: null, cancel_at_period_end: false };
  return { ...fields, ...cancel, items: { data: [item] }, ...changes } as unknown as Stripe.Subscription;
}

describe('T31: the subscription status', () => {
  it.each([
    ['active', 'premium', true, 1],
    ['trialing', 'premium', true, 1],
    ['past_due', 'premium', false, 1],
    ['unpaid', 'premium', false, 1],
    ['paused', 'premium', false, 1],
    ['incomplete', 'premium', false, 0],
    ['canceled', 'free', false, 0],
    ['incomplete_expired', 'free', false, 0],
    ['a_status_of_the_future', 'premium', false, 1],
  ])('the status %s is kept, with the tier %s; premium: %s', (status, tier, premium, liveCount) => {
    const read = readSubscriptions([subscription({ status, trial_end: TRIAL_END })]);
    expect(read).toMatchObject({ status, tier, liveCount });
    expect(isPremium({ subscriptionTier: read.tier, subscriptionStatus: read.status })).toBe(premium);
  });

  it('the status is null for a user who never paid', () => {
    expect(readSubscriptions([])).toMatchObject({ status: null, tier: 'free', periodEnd: null, liveCount: 0 });
  });
});

describe('T31: the end date', () => {
  it.each([
    ['the end of the period', {}, PERIOD_END, null],
    ['the end of the trial, during a trial', { status: 'trialing', trial_end: TRIAL_END }, TRIAL_END, null],
    ['the scheduled end, after a cancellation in the portal', { cancel_at: CANCEL_AT }, CANCEL_AT, CANCEL_AT],
    [
      'the end of the period, after a cancellation by the legacy flag',
      { cancel_at_period_end: true },
      PERIOD_END,
      PERIOD_END,
    ],
    [
      'the end of the trial, after a cancellation during it',
      { status: 'trialing', trial_end: TRIAL_END, cancel_at: TRIAL_END },
      TRIAL_END,
      TRIAL_END,
    ],
    [
      'not a pending cancellation, once the subscription has ended',
      { status: 'canceled', cancel_at: CANCEL_AT },
      CANCEL_AT,
      null,
    ],
    ['null, if the subscription has no items', { items: { data: [] } }, null, null],
  ])('the end date is %s', (_name, changes, periodEnd, cancelAt) => {
    const ms = (seconds: number | null) => (seconds === null ? null : seconds * 1000);
    expect(readSubscriptions([subscription(changes)])).toMatchObject({
      periodEnd: ms(periodEnd),
      cancelAt: ms(cancelAt),
    });
  });

  it('the end date is the last one when a subscription has several items', () => {
    const [{ items }] = [subscription()];
    const data = [7000, 9000, 8000].map((end) => ({ ...items.data[0], current_period_end: end }));
    expect(readSubscriptions([subscription({ items: { data } })])).toMatchObject({ periodEnd: 9_000_000 });
  });
});

describe('the choice among several subscriptions', () => {
  it('the best of several subscriptions counts, in any order', () => {
    const order = [
      'active',
      'trialing',
      'past_due',
      'unpaid',
      'paused',
      'incomplete',
      'canceled',
      'incomplete_expired',
      'new',
    ];
    for (const [index, status] of order.entries()) {
      const rest = order.slice(index).map((each, age) => subscription({ status: each, created: CREATED + age }));
      expect(readSubscriptions(rest)).toMatchObject({ status });
      expect(readSubscriptions(rest.toReversed())).toMatchObject({ status });
    }
  });

  it('the newest of equally good subscriptions counts, and both are live', () => {
    const [older, newer] = [subscription({ cancel_at: 1 }), subscription({ created: CREATED + 1 })];
    expect(readSubscriptions([older, newer])).toMatchObject({ cancelAt: null, liveCount: 2 });
    expect(readSubscriptions([newer, older])).toMatchObject({ cancelAt: null, liveCount: 2 });
  });
});

describe('the yearly amount', () => {
  it.each([
    ['week', 500, 1, 26_000],
    ['month', 1000, 1, 12_000],
    ['month', 1000, 3, 4_000],
    ['year', 6000, 1, 6_000],
    ['day', 10, 1, 3_650],
  ])('the yearly amount per %s, from %i cents every %i', (interval, unit_amount, interval_count, yearlyAmount) => {
    const read = readSubscriptions([subscription({}, { unit_amount, recurring: { interval, interval_count } })]);
    expect(read).toMatchObject({ yearlyAmount, currency: 'usd' });
  });

  it('the yearly amount is zero for a subscription that is no longer paid', () => {
    expect(readSubscriptions([subscription({ status: 'canceled' })])).toMatchObject({
      yearlyAmount: 0,
      currency: null,
    });
  });
});
