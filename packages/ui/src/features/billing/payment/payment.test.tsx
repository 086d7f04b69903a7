// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import type { RefreshSubscriptionResponse } from '@parley/core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { Celebration } from './celebration.tsx';
import { PaymentCancelPage } from './payment-cancel-page.tsx';
import { PaymentSuccessPage } from './payment-success-page.tsx';

const ACTIVE: RefreshSubscriptionResponse = {
  success: true,
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  usagePeriodEnd: '2100-01-01T00:00:00.000Z',
  cancelAt: null,
};
const UNLIMITED = 'You now have unlimited messages in every mode.';
const SEARCH = '?payment_success=true&session_id=cs_1&tab=2';

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  history.replaceState(null, '', `/payment-success${SEARCH}`);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const phase = () => document.querySelector('[data-phase]')?.getAttribute('data-phase');
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const show = (part: ReactNode, account: object | null = {}) => renderWithClient(part, { api, account });
const text = () => document.body.textContent;
const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent;

test('the celebration runs through its phases and closes by itself', async () => {
  const onClose = vi.fn<() => void>();
  api.subscription = ACTIVE;
  await show(<Celebration search={SEARCH} onClose={onClose} />);
  expect(screen.getByRole('dialog', { name: 'Payment Successful!' })).toBeDefined();
  let passed = 0;
  for (const [at, shown] of [
    [299, 'initial'],
    [300, 'checkmark'],
    [1199, 'checkmark'],
    [1200, 'celebration'],
    [2499, 'celebration'],
    [2500, 'complete'],
    [4499, 'complete'],
  ] as const) {
    await pass(at - passed);
    passed = at;
    expect(phase(), `${at} ms`).toBe(shown);
  }
  expect(onClose).not.toHaveBeenCalled();
  await pass(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test('the celebration logs the checkout session, cleans the URL, and says Premium once the server does', async () => {
  await show(<Celebration search={SEARCH} onClose={() => {}} />);
  expect(location.search).toBe('?tab=2');
  expect(console.info).toHaveBeenCalledWith('Back from checkout session cs_1');
  expect(text()).toContain('We’re confirming your payment. This takes a moment.');
  expect(text()).not.toContain(UNLIMITED);
  api.subscription = ACTIVE;
  await pass(1000);
  expect(text()).toContain(`Welcome to Premium. ${UNLIMITED}`);
});

test('Escape closes the celebration', async () => {
  const onClose = vi.fn<() => void>();
  await show(<Celebration search={SEARCH} onClose={onClose} />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalled();
});

const SUCCESS = <PaymentSuccessPage onClose={() => {}} />;

test('the success page welcomes a Premium user and leads to the chat', async () => {
  history.replaceState(null, '', '/payment-success?session_id=cs_1');
  api.subscription = ACTIVE;
  await show(SUCCESS);
  expect(heading()).toBe('Payment Successful!');
  expect(text()).toContain(`Welcome to Premium. ${UNLIMITED}`);
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/');
  expect(console.info).toHaveBeenCalledWith('Back from checkout session cs_1');
  expect(phase()).toBe('complete');
});

test('the success page grants nothing itself, stops polling after a while, and checks again on request', async () => {
  history.replaceState(null, '', '/payment-success');
  await show(SUCCESS);
  expect(text()).not.toContain(UNLIMITED);
  await pass(9999);
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  await pass(1);
  expect(text()).toContain('Your payment isn’t confirmed yet.');
  api.subscription = ACTIVE;
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await pass(0);
  expect(text()).toContain(UNLIMITED);
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
});

test('the success page asks a visitor to sign in and sends no request', async () => {
  await show(SUCCESS, null);
  expect(text()).toContain('Welcome to Premium. Sign in to use it.');
  expect(api.calls).toEqual([]);
});

test('the success page says that a payment failed, and leads to the card', async () => {
  history.replaceState(null, '', '/payment-success');
  api.subscription = { ...ACTIVE, subscriptionStatus: 'past_due' };
  await show(SUCCESS);
  await pass(10_000);
  expect(text()).toContain('Payment failed. Update your card to get Premium back.');
  expect(screen.getByRole('button', { name: 'Update your card' })).toBeDefined();
});

test.each([{ premiumUntil: '2100-01-01T00:00:00.000Z' }, { isAdmin: true }])(
  'the success page waits for the payment of a user who has Premium without it (%j)',
  async (account) => {
    history.replaceState(null, '', '/payment-success');
    await show(SUCCESS, account);
    expect(text()).toContain('We’re confirming your payment.');
    api.subscription = { ...ACTIVE, subscriptionStatus: 'past_due' };
    await pass(10_000);
    expect(text()).toContain('Payment failed.');
    expect(screen.getByRole('button', { name: 'Update your card' })).toBeDefined();
    api.subscription = ACTIVE;
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await pass(0);
    expect(text()).toContain(UNLIMITED);
  },
);

test('the cancel page leaves at once', async () => {
  const onLeave = vi.fn<() => void>();
  await show(<PaymentCancelPage onLeave={onLeave} />);
  expect(text()).toBe('Payment CancelledRedirecting to chat...');
  expect(onLeave).toHaveBeenCalled();
});
