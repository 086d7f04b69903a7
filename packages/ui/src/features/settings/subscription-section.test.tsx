// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { AppError, type User } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientContext } from '../../stores/client.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../stores/testing/scripted-client.ts';
import { SubscriptionSection } from './subscription-section.tsx';
import { ADA } from '../../stores/testing/scripted-samples.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const FREE = ADA;
let api: ScriptedApi;
let root: Root;
beforeEach(() => {
  api = new ScriptedApi();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const onUpgrade = vi.fn<() => void>();
async function show(user: Partial<User>) {
  const client = scriptedClient({ api });
  await act(async () =>
    root.render(
      <ClientContext value={client}>
        <SubscriptionSection user={{ ...FREE, ...user }} onUpgrade={onUpgrade} />
      </ClientContext>,
    ),
  );
  return document.body.textContent;
}

const END = '2026-06-14T12:00:00.000Z';
const link = () => document.querySelector<HTMLButtonElement>('[role=link]');
const pill = () => document.querySelector('.rounded-full.inline-flex');

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
])('the status %s shows plan %s, status %s', async (subscriptionStatus, plan, label, colour) => {
  const text = await show({ subscriptionTier: 'premium', subscriptionStatus, usagePeriodEnd: END });
  expect(text).toContain(`Plan${plan}Status${label}`);
  expect(pill()?.className).toContain(`text-${colour}`);
  expect(text).toContain(`${subscriptionStatus === 'trialing' ? 'Trial ends' : 'Next billing'}June 14, 2026`);
  expect(link() !== null).toBe(plan === 'Premium');
  expect(text.includes('Activate Premium')).toBe(plan !== 'Premium');
});

test('shows N/A without a date, and leads to Premium', async () => {
  expect(await show({})).toContain('Next billingN/A');
  await act(async () => document.querySelector('button')?.click());
  expect(onUpgrade).toHaveBeenCalledOnce();
});

test('shows until when a canceled plan lasts', async () => {
  const text = await show({
    subscriptionTier: 'premium',
    subscriptionStatus: 'active',
    usagePeriodEnd: END,
    cancelAt: END,
  });
  expect(text).toContain('Canceled. You have Premium until June 14, 2026.');
});

test('shows an admin without a subscription Premium and nothing to manage or buy', async () => {
  expect(await show({ isAdmin: true })).toBe('SubscriptionPlanPremium');
});

test('Manage opens the portal in a new tab, and shows an error if that fails', async () => {
  const tab = { opener: {}, location: { replace: vi.fn<(url: string) => void>() }, close: vi.fn<() => void>() };
  vi.stubGlobal('open', () => tab);
  await show({ subscriptionTier: 'premium', subscriptionStatus: 'active' });
  await act(async () => link()?.click());
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal');
  api.failures.set('portal', new AppError('conflict', { message: 'No billing account' }));
  await act(async () => link()?.click());
  expect(tab.close).toHaveBeenCalledOnce();
  expect(document.querySelector('[role=alert]')?.textContent).toBe('No billing account');
});
