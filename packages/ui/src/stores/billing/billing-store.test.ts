import { AppError, type RefreshSubscriptionResponse } from '@parley/core';
import { beforeEach, expect, test } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { createBillingStore, defaultPlan } from './billing-store.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { ScriptedApi } from '../testing/scripted-api.ts';
import { settled } from '../testing/settled.ts';
import { createSessionStore } from '../session/session-store.ts';
import { ADA } from '../testing/scripted-samples.ts';

const FREE = ADA;
const ACTIVE: RefreshSubscriptionResponse = {
  success: true,
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  usagePeriodEnd: '2100-01-01T00:00:00.000Z',
  cancelAt: null,
};

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
});

function open() {
  const session = createSessionStore({ api, storage: memoryStorage() });
  session.setState({ status: 'signed-in', token: 'token', user: FREE });
  const left: string[] = [];
  const tabs: string[] = [];
  const waits: { ms: number; go: () => void }[] = [];
  const store = createBillingStore({
    api,
    session,
    leave: (url) => left.push(url),
    openTab: () => {
      tabs.push('opened');
      return { go: (url) => tabs.push(url), close: () => tabs.push('closed') };
    },
    wait: (ms) => new Promise((go) => waits.push({ ms, go })),
  });
  return { session, left, tabs, waits, act: store.getState(), state: () => store.getState() };
}

test('the plans are fetched once', async () => {
  const { act, state } = open();
  expect(state().offer.status).toBe('loading');
  await act.load();
  expect(state().offer.status).toBe('ready');
  await act.load();
  expect(api.calls).toEqual(['premiumConfig']);
});

test.each([
  ['Failed to load subscription plans.', () => api.failures.set('premiumConfig', new AppError('unavailable'))],
  ['Failed to load subscription plans.', () => api.failures.set('premiumConfig', new TransportError('offline'))],
  ['Could not load configuration.', () => (api.premium = { success: false })],
])('a failed load shows “%s” and can be retried', async (problem, breakIt) => {
  const { premium } = api;
  breakIt();
  const { act, state } = open();
  await act.load();
  expect(state().offer).toEqual({ status: 'failed', problem });
  api.premium = premium;
  await act.load();
  expect(state().offer.status).toBe('ready');
});

test('the server’s default plan is preselected', () => {
  const priceIds = { weekly: 'w', monthly: 'm', yearly: 'y' };
  expect(defaultPlan({ success: true, priceIds, defaultPriceId: 'y' })).toBe('yearly');
  expect(defaultPlan({ success: true, priceIds, defaultPriceId: 'gone' })).toBeNull();
});

test('a subscribe opens the checkout page of the plan, once for a double click', async () => {
  const { act, state, left } = open();
  await act.load();
  const paying = act.subscribe('yearly');
  void act.subscribe('yearly');
  expect(state().checkout).toBe('redirecting');
  await paying;
  expect(left).toEqual(['https://pay.example/price_yearly']);
  expect(state().checkout).toBe('redirecting');
  act.resetOrder();
  expect(state().checkout).toBe('idle');
  expect(api.calls).toEqual(['premiumConfig', 'checkout price_yearly']);
});

test('a user who left the page meanwhile is not redirected to checkout', async () => {
  const { act, left } = open();
  await act.load();
  const paying = act.subscribe('weekly');
  act.resetOrder();
  await paying;
  expect(left).toEqual([]);
});

test('an order that the user left opens no checkout, and ends no later order', async () => {
  const { act, state, left } = open();
  await act.load();
  const slow = Promise.withResolvers<void>();
  api.gates.set('checkout', slow.promise);
  const first = act.subscribe('yearly');
  act.resetOrder();
  const second = act.subscribe('weekly');
  await second;
  slow.resolve();
  await first;
  expect(left).toEqual(['https://pay.example/price_weekly']);
  expect(state().checkout).toBe('redirecting');
});

test('a problem is shown neither to another user nor on the next visit of the page', async () => {
  api.failures.set('checkout', new AppError('already-subscribed'));
  api.failures.set('portal', new AppError('conflict'));
  const { act, state, session } = open();
  await act.load();
  await act.subscribe('weekly');
  await act.manage();
  session.setState({ user: { ...FREE, _id: 'bob' } });
  expect(state()).toMatchObject({ checkoutProblem: null, portalProblem: null });
  await act.subscribe(null);
  act.resetOrder();
  expect(state().checkoutProblem).toBeNull();
});

test('nothing happens without a plan', async () => {
  const { act, state } = open();
  await act.load();
  await act.subscribe(null);
  expect(state().checkoutProblem?.text).toBe('Please select a plan.');
  act.choose('weekly');
  expect(state()).toMatchObject({ chosen: 'weekly', checkoutProblem: null });
});

test.each([
  [new AppError('internal'), 'Failed to create checkout session.'],
  [new Error('odd'), 'Failed to create checkout session.'],
  [new TransportError('offline'), 'Failed to create checkout session. Check your connection and try again.'],
  [new AppError('rate-limited'), 'Too many requests. Please wait a moment and try again.'],
  [new AppError('unavailable', { message: 'Stripe is away.' }), 'Stripe is away.'],
])('a failed checkout shows a problem and can be retried: %s', async (error, text) => {
  api.failures.set('checkout', error);
  const { act, state, left } = open();
  await act.load();
  await act.subscribe('weekly');
  expect(state()).toMatchObject({ checkout: 'idle', checkoutProblem: { text, isSubscribed: false } });
  await act.subscribe('weekly');
  expect(state().checkoutProblem).toBeNull();
  expect(left).toHaveLength(1);
});

test('a subscriber sees a notice, and the subscription is refreshed', async () => {
  api.failures.set('checkout', new AppError('already-subscribed'));
  api.subscription = ACTIVE;
  const { act, state, session } = open();
  await act.load();
  await act.subscribe('weekly');
  expect(state().checkoutProblem?.isSubscribed).toBe(true);
  expect(session.getState().user).toMatchObject({ subscriptionStatus: 'active' });
});

test('the portal’s tab opens before its address is known', async () => {
  const { act, state, tabs } = open();
  const managing = act.manage();
  void act.manage();
  expect(tabs).toEqual(['opened']);
  expect(state().isOpeningPortal).toBe(true);
  await managing;
  expect(tabs).toEqual(['opened', 'https://pay.example/portal']);
  expect(state()).toMatchObject({ isOpeningPortal: false, portalProblem: null });
});

test('a failed portal request closes the empty tab', async () => {
  api.failures.set('portal', new AppError('conflict', { message: 'No billing account' }));
  const { act, state, tabs } = open();
  await act.manage();
  expect(tabs).toEqual(['opened', 'closed']);
  expect(state()).toMatchObject({ isOpeningPortal: false, portalProblem: 'No billing account' });
});

test('a refresh applies the server’s answer, and an equal answer changes nothing', async () => {
  api.subscription = { ...ACTIVE, cancelAt: '2100-01-01T00:00:00.000Z' };
  const { act, session } = open();
  await act.refresh();
  const paid = session.getState().user;
  expect(paid).toEqual({
    ...FREE,
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    usagePeriodEnd: ACTIVE.usagePeriodEnd,
    cancelAt: '2100-01-01T00:00:00.000Z',
  });
  await act.refresh();
  expect(session.getState().user).toBe(paid);
  api.subscription = ACTIVE;
  await act.refresh();
  expect(session.getState().user).not.toHaveProperty('cancelAt');
});

test('a failed refresh keeps the last known subscription, and concurrent refreshes share one request', async () => {
  api.failures.set('refreshSubscription', new TransportError('offline'));
  const { act, session } = open();
  await Promise.all([act.refresh(), act.refresh()]);
  expect(session.getState().user).toBe(FREE);
  expect(api.calls).toEqual(['refreshSubscription']);
});

test('an answer about a signed-out user is ignored', async () => {
  api.subscription = ACTIVE;
  const gate = Promise.withResolvers<void>();
  api.gates.set('refreshSubscription', gate.promise);
  const { act, session } = open();
  const refreshing = act.refresh();
  session.setState({ token: 'other', user: { ...FREE, _id: 'bob' } });
  gate.resolve();
  await refreshing;
  expect(session.getState().user).toMatchObject({ _id: 'bob', subscriptionTier: 'free' });
});

test('no subscription is fetched without a session', async () => {
  const { act, session } = open();
  session.setState({ status: 'signed-out', token: null, user: null });
  await act.refresh();
  expect(api.calls).toEqual([]);
});

const asked = () => api.calls.filter((call) => call === 'refreshSubscription').length;

test('Premium is confirmed after a payment only when the server says so', async () => {
  const { act, state, session, waits } = open();
  const confirming = act.confirm();
  void act.confirm();
  await settled();
  expect(asked()).toBe(1);
  expect(state().confirmation).toBe('waiting');
  expect(session.getState().user).toBe(FREE);
  expect(waits.at(-1)?.ms).toBe(1000);
  waits.at(-1)?.go();
  await settled();
  expect(waits.at(-1)?.ms).toBe(2000);
  api.subscription = ACTIVE;
  waits.at(-1)?.go();
  await confirming;
  expect(asked()).toBe(3);
  expect(state().confirmation).toBe('confirmed');
});

test('the confirmation gives up after ten seconds and can be retried', async () => {
  const { act, state, waits } = open();
  void act.confirm();
  for (const ms of [1000, 2000, 7000]) {
    await settled();
    expect(waits.at(-1)?.ms).toBe(ms);
    waits.at(-1)?.go();
  }
  await settled();
  expect(asked()).toBe(4);
  expect(state().confirmation).toBe('late');
  api.subscription = ACTIVE;
  await act.confirm();
  expect(state().confirmation).toBe('confirmed');
});

test('an event that brings Premium confirms it without another request', async () => {
  const { act, state, session, waits } = open();
  const confirming = act.confirm();
  await settled();
  session.setState({ user: { ...FREE, subscriptionTier: 'premium', subscriptionStatus: 'trialing' } });
  waits.at(-1)?.go();
  await confirming;
  expect(asked()).toBe(1);
  expect(state().confirmation).toBe('confirmed');
});

test('receipts that fail to load after a change of the account show no problem in the next one', async () => {
  const { session, act, state } = open();
  const answer = Promise.withResolvers<void>();
  api.gates.set('payments', answer.promise);
  api.failures.set('payments', new TransportError('offline'));
  const loading = act.loadPayments();
  session.setState({ token: 'other', user: { ...FREE, _id: 'bob' } });
  answer.resolve();
  await loading;
  expect(state().paymentsProblem).toBeNull();
});
