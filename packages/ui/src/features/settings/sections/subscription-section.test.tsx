// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { AppError, type ProductSettings, type User } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { SubscriptionSection } from './subscription-section.tsx';
import { ADA, USAGE } from '../../../stores/testing/scripted-samples.ts';

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const onUpgrade = vi.fn<() => void>();
const open = vi.fn<(page: string) => void>();
const show = (user: Partial<User>, settings: Partial<ProductSettings> = {}) =>
  renderWithClient(<SubscriptionSection user={{ ...ADA, ...user }} onUpgrade={onUpgrade} left={null} open={open} />, {
    api,
    settings,
  });

// Dates are shown in the time zone of the machine.
const END = new Date(2026, 5, 14, 12).toISOString();
const text = () => document.body.textContent;
const manage = () => screen.queryByRole('link');

test.each([
  ['active', 'Premium', 'Active', 'success', 'Next billingJune 14, 2026', null],
  ['trialing', 'Premium', 'Trial', 'info', 'Trial endsJune 14, 2026', null],
  [
    'past_due',
    'Inactive',
    'Past Due',
    'warning',
    'Next billingN/APayment failed. Update your card',
    'Update your card',
  ],
  ['unpaid', 'Inactive', 'Unpaid', 'muted', 'Next billingN/APayment failed. Update your card', 'Update your card'],
  ['canceled', 'Inactive', 'Canceled', 'danger', 'Next billingN/AYour plan has ended.', null],
  ['incomplete', 'Inactive', 'Incomplete', 'muted', 'Next billingN/AYour first payment didn’t go through.', null],
  ['incomplete_expired', 'Inactive', 'Expired', 'muted', 'Next billingN/AYour first payment didn’t go through.', null],
  ['paused', 'Inactive', 'Unknown', 'muted', 'Next billingN/AYour plan is paused. Resume it', 'Resume your plan'],
  ['new_word', 'Inactive', 'Unknown', 'muted', 'Next billingN/APremium is off.', 'Manage subscription'],
  [null, 'Inactive', 'Inactive', 'muted', 'Next billingN/AYou’re on the free plan: 10 messages every 12 hours.', null],
])('the status %s shows plan %s, status %s', async (subscriptionStatus, plan, label, tone, says, remedy) => {
  await show({ subscriptionTier: 'premium', subscriptionStatus, usagePeriodEnd: END });
  expect(text()).toContain(`Plan${plan}Status${label}`);
  expect(screen.getAllByText(label).at(-1)?.className).toContain(`text-${tone}`);
  expect(text()).toContain(says);
  if (remedy !== null) expect(screen.getByRole('button', { name: remedy })).toBeDefined();
  expect(manage() !== null).toBe(plan === 'Premium');
  expect(text().includes('Activate Premium')).toBe(plan !== 'Premium');
});

test('shows N/A without a date, and leads to Premium', async () => {
  const { press } = await show({});
  expect(text()).toContain('Next billingN/A');
  await press('Activate Premium');
  expect(onUpgrade).toHaveBeenCalledOnce();
});

test('offers nothing on a server that takes no payments', async () => {
  await show({}, { takesPayments: false });
  expect(text()).toContain('You’re on the free plan');
  expect(text()).not.toMatch(/Activate Premium|per week/);
});

test('shows until when a canceled plan lasts', async () => {
  await show({
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    usagePeriodEnd: END,
    cancelAt: END,
  });
  expect(text()).toContain('EndsJune 14, 2026');
  expect(text()).toContain('Canceled. You have Premium until June 14, 2026, and won’t be charged again.');
  expect(text()).not.toContain('Next billing');
});

test('shows when a canceled trial ends', async () => {
  await show({ subscriptionTier: 'premium', subscriptionStatus: 'trialing', usagePeriodEnd: END, cancelAt: END });
  expect(text()).toContain(
    'Trial endsJune 14, 2026Canceled. You have Premium until June 14, 2026, and won’t be charged.',
  );
});

test.each([
  ['active', 'Next billingMay 14, 2026 · $10.00'],
  ['trialing', 'Trial endsMay 14, 2026 · $10.00'],
])('promises no end of the charges before the date of a cancellation (%s)', async (subscriptionStatus, says) => {
  const at = new Date(2026, 4, 14, 12).toISOString();
  api.paid = { ...api.paid, next: { at, amount: 1000, currency: 'usd' } };
  const trial = subscriptionStatus === 'trialing';
  await show({ subscriptionTier: 'premium', subscriptionStatus, usagePeriodEnd: trial ? at : END, cancelAt: END });
  expect(text()).toContain(`${says}Canceled. You have Premium until June 14, 2026, and will be charged until then.`);
});

test('shows the next charge, and leads to the receipts', async () => {
  api.paid = { ...api.paid, next: { at: END, amount: 1000, currency: 'usd' } };
  const { press } = await show({ subscriptionTier: 'premium', subscriptionStatus: 'active', usagePeriodEnd: END });
  expect(text()).toContain('Next billingJune 14, 2026 · $10.00');
  await press('View receipts');
  expect(open).toHaveBeenCalledWith('receipts');
});

test('shows no charge once the plan is canceled, and that of another plan on the return to the page', async () => {
  const user: User = { ...ADA, subscriptionTier: 'premium', subscriptionStatus: 'active', usagePeriodEnd: END };
  const section = (now: User) => <SubscriptionSection user={now} onUpgrade={onUpgrade} left={null} open={open} />;
  api.paid = { ...api.paid, next: { at: END, amount: 1000, currency: 'usd' } };
  const shown = await renderWithClient(section(user), { api });
  expect(text()).toContain('Next billingJune 14, 2026 · $10.00');
  api.paid = { ...api.paid, next: { at: END, amount: 2000, currency: 'usd' } };
  await act(async () => dispatchEvent(new Event('focus')));
  expect(text()).toContain('Next billingJune 14, 2026 · $20.00');
  api.paid = { ...api.paid, next: null };
  await shown.show(section({ ...user, cancelAt: END }));
  expect(text()).toContain('EndsJune 14, 2026Canceled.');
});

test('a user who never paid has no receipts to open, and none are requested', async () => {
  await show({});
  expect(screen.queryByRole('button', { name: 'View receipts' })).toBeNull();
  expect(api.calls).toEqual([]);
});

test('a user whose payment failed updates the card at Stripe', async () => {
  const tab = { opener: {}, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() };
  vi.stubGlobal('open', () => tab);
  const { press } = await show({ subscriptionTier: 'premium', subscriptionStatus: 'past_due' });
  await press('Update your card');
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'));
});

test('a user with Premium as a gift is called neither inactive nor one of the free plan', async () => {
  await show({ premiumUntil: END });
  expect(text()).toBe('SubscriptionPlanPremiumPremium as a giftUntil June 14, 2026');
});

test.each([{ premiumUntil: END }, { isAdmin: true }])(
  'a subscription whose payment failed can be managed beside Premium from elsewhere (%j)',
  async (user) => {
    await show({ ...user, subscriptionTier: 'premium', subscriptionStatus: 'past_due' });
    expect(text()).toContain('Payment failed. Update your card');
    expect(manage()).not.toBeNull();
  },
);

test('shows an admin without a subscription Premium and nothing to manage or buy', async () => {
  await show({ isAdmin: true });
  expect(text()).toBe('SubscriptionPlanPremium');
});

test('Manage opens the portal in a new tab, and shows an error if that fails', async () => {
  const tab = { opener: {}, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() };
  vi.stubGlobal('open', () => tab);
  const { user } = await show({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  await user.click(screen.getByRole('link'));
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'));
  api.failures.set('portal', new AppError('conflict', { message: 'No billing account' }));
  await user.click(screen.getByRole('link'));
  expect((await screen.findByRole('alert')).textContent).toBe('No billing account');
  expect(tab.close).toHaveBeenCalledOnce();
});

test('a problem with the portal is gone on the next visit of the settings', async () => {
  vi.stubGlobal('open', () => null);
  api.failures.set('portal', new AppError('conflict', { message: 'No billing account' }));
  const premium: User = { ...ADA, subscriptionTier: 'premium', subscriptionStatus: 'active' };
  const section = <SubscriptionSection user={premium} onUpgrade={onUpgrade} left={null} open={open} />;
  const { user, show: render } = await renderWithClient(section, { api });
  await user.click(screen.getByRole('link'));
  await screen.findByRole('alert');
  await render(null);
  await render(section);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('shows the name of the plan, and how much is used of what it limits', async () => {
  api.paid = { success: true, plan: 'basic', planName: 'Basic', next: null, receipts: [] };
  const limits = [
    { name: 'Messages', used: 12, limit: 200 },
    { name: 'Pictures', used: 0, limit: 0 },
  ];
  api.usage = async () => ({ ...USAGE, limits });
  await show(
    { subscriptionTier: 'premium', subscriptionStatus: 'active', usagePeriodEnd: END },
    { sellsOwnPlans: true },
  );
  await waitFor(() => expect(text()).toContain('PlanBasicStatusActive'));
  expect(text()).toContain('Messages12 of 200PicturesNot included');
  expect(text()).toContain('Resets');
  expect(text()).not.toContain('AI costs');
});

test.each([
  [0, '$0.00 of $1.50', false],
  [0.004, 'Less than $0.01 of $1.50', true],
  [0.418, '$0.42 of $1.50', true],
])('shows that %d dollars of the plan’s costs a day are used', async (dollars, words, resets) => {
  api.usage = async () => ({ ...USAGE, cost: { dollars, most: 1.5, resetsAt: END } });
  await show(
    { subscriptionTier: 'premium', subscriptionStatus: 'active', usagePeriodEnd: END },
    { sellsOwnPlans: true },
  );
  await waitFor(() => expect(text()).toContain(`AI costs today${words}`));
  expect(text().includes('AI costs reset')).toBe(resets);
});
