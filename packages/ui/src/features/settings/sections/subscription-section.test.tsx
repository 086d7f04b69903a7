// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { AppError, type User } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { SubscriptionSection } from './subscription-section.tsx';
import { ADA } from '../../../stores/testing/scripted-samples.ts';

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const onUpgrade = vi.fn<() => void>();
const show = (user: Partial<User>) =>
  renderWithClient(<SubscriptionSection user={{ ...ADA, ...user }} onUpgrade={onUpgrade} />, { api });

const END = '2026-06-14T12:00:00.000Z';
const text = () => document.body.textContent;
const manage = () => screen.queryByRole('link');

test.each([
  ['active', 'Premium', 'Active', 'success'],
  ['trialing', 'Premium', 'Trial', 'info'],
  ['past_due', 'Inactive', 'Past Due', 'warning'],
  ['canceled', 'Inactive', 'Canceled', 'danger'],
  ['unpaid', 'Inactive', 'Unpaid', 'muted'],
  ['incomplete', 'Inactive', 'Incomplete', 'muted'],
  ['incomplete_expired', 'Inactive', 'Expired', 'muted'],
  ['paused', 'Inactive', 'Unknown', 'muted'],
  [null, 'Free', 'Inactive', 'muted'],
])('the status %s shows plan %s, status %s', async (subscriptionStatus, plan, label, tone) => {
  await show({ subscriptionTier: 'premium', subscriptionStatus, usagePeriodEnd: END });
  expect(text()).toContain(`Plan${plan}Status${label}`);
  expect(screen.getByText(label).className).toContain(`text-${tone}`);
  expect(text()).toContain(`${subscriptionStatus === 'trialing' ? 'Trial ends' : 'Next billing'}June 14, 2026`);
  expect(manage() !== null).toBe(plan === 'Premium');
  expect(text().includes('Activate Premium')).toBe(plan !== 'Premium');
});

test('shows N/A without a date, and leads to Premium', async () => {
  const { press } = await show({});
  expect(text()).toContain('Next billingN/A');
  await press('Activate Premium');
  expect(onUpgrade).toHaveBeenCalledOnce();
});

test('shows until when a canceled plan lasts', async () => {
  await show({
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    usagePeriodEnd: END,
    cancelAt: END,
  });
  expect(text()).toContain('Canceled. You have Premium until June 14, 2026.');
});

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
