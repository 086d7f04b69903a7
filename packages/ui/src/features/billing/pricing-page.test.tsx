// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError, type PlanOnSale, type ProductSettings, type User } from '@parley/core';
import { afterEach, expect, test, vi } from 'vitest';
import { readResponse } from '../../api/read-response.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { PricingPage } from './pricing-page.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const onSignIn = vi.fn<() => void>();
const onClose = vi.fn<() => void>();

interface ShowOptions {
  account?: Partial<User> | null;
  takesPayments?: boolean;
  settings?: Partial<ProductSettings>;
  prepare?: (api: ScriptedApi) => void;
}

async function show({ account = {}, takesPayments = true, settings = {}, prepare }: ShowOptions = {}) {
  onSignIn.mockReset();
  onClose.mockReset();
  const api = new ScriptedApi();
  prepare?.(api);
  return renderWithClient(<PricingPage onSignIn={onSignIn} onClose={onClose} />, {
    api,
    account,
    settings: { takesPayments, ...settings },
  });
}

const button = (name: string) => screen.getByRole('button', { name });
const queryButton = (name: string) => screen.queryByRole('button', { name });
const plan = (name: string) => screen.getByRole('radio', { name });
const checked = () => screen.queryByRole('radio', { checked: true })?.getAttribute('aria-label');
const text = () => document.body.textContent;
const problem = (words: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words));

test('shows the three plans with their badges and selects the server’s default', async () => {
  const { press, user } = await show({
    prepare: (api) => (api.premium = { ...api.premium, defaultPriceId: 'price_weekly' } as typeof api.premium),
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unlock Your AI Assistant');
  expect(text()).toContain('WeeklyMost flexible$5per week');
  expect(text()).toContain('MonthlyPOPULARMost popular$10per month');
  expect(text()).toContain('YearlyBEST VALUESave 50% vs monthly$60per year');
  expect(checked()).toBe('Weekly, $5 per week');
  expect(text()).not.toContain('Best value!');
  await user.click(plan('Yearly, $60 per year'));
  expect(checked()).toBe('Yearly, $60 per year');
  expect(text()).toContain('Best value! Save 50% over monthly.');
  expect(button('Subscribe Now')).toBeDefined();
  await press('Close');
  expect(onClose).toHaveBeenCalledOnce();
});

test('shows that the plans are loading, and why loading failed', async () => {
  const gate = Promise.withResolvers<void>();
  const { press } = await show({
    prepare(api) {
      api.gates.set('premiumConfig', gate.promise);
      api.failures.set('premiumConfig', new AppError('internal'));
    },
  });
  expect(text()).toContain('Loading Plans...');
  expect(queryButton('Subscribe Now')).toBeNull();
  await act(async () => gate.resolve());
  await problem('Failed to load pricing information');
  await problem('Failed to load subscription plans.');
  await press('Try again');
  await screen.findByText('Most popular');
});

test('loads the plans again on request after a failure', async () => {
  const { api, press } = await show({
    prepare(api) {
      api.premium = { success: false };
    },
  });
  await problem('Failed to load pricing information');
  await problem('Could not load configuration.');
  api.premium = { success: true, defaultPriceId: 'm', priceIds: { weekly: 'w', monthly: 'm', yearly: 'y' } };
  await press('Try again');
  await screen.findByText('Most popular');
});

test('opens the checkout and says that it does, and shows an error when that fails', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { api, press, user } = await show();
  api.failures.set('checkout', new Error('odd'));
  await press('Subscribe Now');
  await problem('Failed to create checkout session.');
  expect(button('Subscribe Now')).toHaveProperty('disabled', false);
  await user.click(plan('Weekly, $5 per week'));
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Subscribe Now');
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/price_weekly'));
  expect(button('Redirecting...')).toHaveProperty('disabled', true);
});

test('the button of a checkout that failed has the focus again', async () => {
  const { api, user } = await show();
  const gate = Promise.withResolvers<void>();
  api.gates.set('checkout', gate.promise);
  api.failures.set('checkout', new Error('odd'));
  await user.click(await screen.findByRole('button', { name: 'Subscribe Now' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Plans' })));
  await act(async () => gate.resolve());
  await problem('Failed to create checkout session.');
  await waitFor(() => expect(document.activeElement).toBe(button('Subscribe Now')));
});

test('the pricing page is usable again after the browser’s Back', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { press } = await show();
  await press('Subscribe Now');
  await screen.findByRole('button', { name: 'Redirecting...' });
  fireEvent(window, new Event('pageshow'));
  expect(button('Subscribe Now')).toHaveProperty('disabled', false);
});

test('asks the user to choose when the server’s default is not among the plans', async () => {
  const { press } = await show({
    prepare: (api) => (api.premium = { ...api.premium, defaultPriceId: 'gone' } as typeof api.premium),
  });
  expect(checked()).toBeUndefined();
  await press('Subscribe Now');
  await problem('Please select a plan.');
});

test('asks a visitor to sign in, then returns to the chosen plan', async () => {
  const { api, press, session, user } = await show({ account: null });
  await user.click(plan('Yearly, $60 per year'));
  expect(text()).toContain('You’ll sign in, then pay');
  await press('Subscribe Now');
  expect(onSignIn).toHaveBeenCalledOnce();
  expect(api.calls).not.toContain('checkout price_yearly');
  await act(() => session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' }));
  expect(checked()).toBe('Yearly, $60 per year');
});

test('leads a user with an unpaid subscription to the billing portal', async () => {
  const tab = { opener: {}, location: { replace: vi.fn<(url: string) => void>() }, close: () => {} };
  vi.stubGlobal('open', () => tab);
  const { api, press } = await show();
  api.failures.set('checkout', new AppError('already-subscribed'));
  await press('Subscribe Now');
  await problem('You already have a subscription.');
  await press('Manage subscription');
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'));
  expect(tab.opener).toBeNull();
  vi.unstubAllGlobals();
});

test.each(['active', 'trialing'])('sells nothing to a Premium user (%s)', async (subscriptionStatus) => {
  const { api, press } = await show({ account: { subscriptionTier: 'premium', subscriptionStatus } });
  expect(text()).toContain('You have Premium');
  expect(queryButton('Subscribe Now')).toBeNull();
  expect(button('Manage subscription')).toBeDefined();
  expect(api.calls).not.toContain('premiumConfig');
  await press('Go to chat');
  expect(onClose).toHaveBeenCalledOnce();
});

test('shows a subscriber the own plan, its next charge, and what the others cost', async () => {
  const usagePeriodEnd = new Date(2026, 5, 14, 12).toISOString();
  await show({
    account: { subscriptionTier: 'premium', subscriptionStatus: 'active', usagePeriodEnd },
    prepare(api) {
      api.paid = { ...api.paid, plan: 'monthly', next: { at: '2026-06-14', amount: 1000, currency: 'usd' } };
    },
  });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your plan');
  expect(text()).not.toContain('Unlock');
  expect(text()).toContain('Next billing: June 14, 2026 ($10.00)');
  const plans = within(screen.getByRole('list', { name: 'Plans' })).getAllByRole('listitem');
  expect(plans.map(({ textContent }) => textContent)).toEqual([
    'WeeklyMost flexible$5 per week',
    'MonthlyYOUR PLAN$10 per month',
    'YearlySave 50% vs monthly$60 per year',
  ]);
});

test('shows a free user the free plan beside those on sale, and a visitor without calling it theirs', async () => {
  await show();
  expect(text()).toContain('FreeYOUR PLAN10 messages every 12 hours$0');
  await show({ account: null });
  expect(text()).toContain('Free10 messages every 12 hours$0');
});

test('does not call the free plan that of a user with Premium as a gift', async () => {
  await show({ account: { premiumUntil: '2100-01-01T00:00:00.000Z' } });
  expect(text()).toContain('Free10 messages every 12 hours$0');
  expect(button('Subscribe Now')).toBeDefined();
});

test.each([
  ['past_due', 'Payment failed.', 'Update your card'],
  ['unpaid', 'Payment failed.', 'Update your card'],
  ['paused', 'Your plan is paused.', 'Resume your plan'],
  ['new_word', 'Premium is off.', 'Manage subscription'],
])('sells no second subscription to a user whose own is %s', async (subscriptionStatus, says, remedy) => {
  await show({ account: { subscriptionTier: 'premium', subscriptionStatus } });
  expect(text()).toContain(says);
  expect(queryButton('Subscribe Now')).toBeNull();
  expect(button(remedy)).toBeDefined();
});

test.each([
  { success: false, error: 'The shop is closed.' },
  { success: false, message: 'The shop is closed.' },
])('shows under the button why the checkout answered %j', async (answer) => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { api, press } = await show();
  vi.spyOn(api, 'checkout').mockImplementation(async () => readResponse('url', answer) as never);
  await press('Subscribe Now');
  await problem('The shop is closed.');
  expect(button('Subscribe Now')).toHaveProperty('disabled', false);
  expect(assign).not.toHaveBeenCalled();
});

test.each([{ success: false }, { success: true }, { success: true, url: '' }, { success: true, url: null }])(
  'stays on the page when the checkout answers %j',
  async (answer) => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { api, press } = await show();
    vi.spyOn(api, 'checkout').mockImplementation(async () => readResponse('url', answer) as never);
    await press('Subscribe Now');
    await problem('Failed to create checkout session.');
    expect(assign).not.toHaveBeenCalled();
  },
);

test.each(['canceled', 'incomplete', 'incomplete_expired'])(
  'lets a user whose subscription is %s buy',
  async (subscriptionStatus) => {
    await show({ account: { subscriptionTier: 'premium', subscriptionStatus } });
    expect(button('Subscribe Now')).toBeDefined();
  },
);

test('shows an admin no plan to buy or manage', async () => {
  await show({ account: { isAdmin: true } });
  expect(text()).toContain('Admins have every Premium feature');
  expect(queryButton('Subscribe Now')).toBeNull();
  expect(queryButton('Manage subscription')).toBeNull();
});

test('says that the server takes no payments, and sends no request', async () => {
  const { api } = await show({ takesPayments: false });
  expect(text()).toContain('Payments aren’t set up on this server, so you can’t buy Premium here.');
  expect(button('Subscribe Now')).toHaveProperty('disabled', true);
  expect(plan('Weekly, $5 per week')).toHaveProperty('disabled', true);
  expect(api.calls).toEqual([]);
});

const OWN: PlanOnSale[] = [
  {
    id: 'basic',
    name: 'Basic',
    description: 'For every day.',
    price: { amount: 500, currency: 'eur', interval: 'month', intervalCount: 1 },
    trialDays: 7,
    caps: { messages: 200, pictures: 1, dollars: 1.5 },
  },
  {
    id: 'team',
    name: 'Team',
    description: 'For all.',
    price: { amount: 1500, currency: 'jpy', interval: 'month', intervalCount: 3 },
    trialDays: 0,
    caps: {},
  },
  { id: 'gone', name: 'Gone', description: 'For nobody.', price: null, trialDays: 3, caps: {} },
];

function sellOwn(api: ScriptedApi): void {
  const priceIds = { basic: 'price_b', team: 'price_t', gone: 'price_g' };
  const free = [
    { name: 'Thinking', limit: 0 },
    { name: 'Pictures', limit: 2 },
  ];
  api.premium = { success: true, defaultPriceId: 'price_b', priceIds, plans: OWN, free };
}

test('the operator’s plans have the amounts of Stripe, their trials and their caps', async () => {
  const { press, user, api } = await show({ settings: { sellsOwnPlans: true }, prepare: sellOwn });
  expect(text()).not.toMatch(/weekly|unlimited/i);
  expect(text()).toContain('Without ThinkingPictures: up to 2 of them€0');
  expect(text()).toContain('BasicFor every day.7 days free, then the price begins.');
  expect(text()).toContain('Up to 200 messages, 1 picture, and $1.50 of AI costs a day.€5per month');
  expect(checked()).toBe('Basic, €5 per month');
  expect(text()).toContain('GoneFor nobody.This plan can’t be bought right now.');
  expect(plan('Gone').hasAttribute('disabled')).toBe(true);
  await user.click(plan('Team, ¥1,500 per 3 months'));
  await press('Subscribe Now');
  expect(api.calls).toContain('checkout price_t');
});

test('a trial is not offered again, and a subscriber sees the own plan and its caps', async () => {
  const { unmount } = await show({
    account: { subscriptionStatus: 'canceled' },
    settings: { sellsOwnPlans: true },
    prepare: sellOwn,
  });
  expect(text()).toContain('Basic');
  expect(text()).not.toContain('days free');
  unmount();
  await show({
    account: { subscriptionTier: 'premium', subscriptionStatus: 'active' },
    settings: { sellsOwnPlans: true },
    prepare(api) {
      sellOwn(api);
      api.paid = { success: true, plan: 'basic', planName: 'Basic', next: null, receipts: [] };
    },
  });
  await waitFor(() => expect(text()).toContain('Your plan is Basic. Up to 200 messages'));
  expect(text()).toContain('BasicYOUR PLAN€5 per month');
});
