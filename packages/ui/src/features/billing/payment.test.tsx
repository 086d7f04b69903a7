// @vitest-environment happy-dom
import type { RefreshSubscriptionResponse } from '@parley/core';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Celebration } from './celebration.tsx';
import { mountBilling, type MountedBilling } from './testing/mounted-billing.tsx';
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

let mounted: MountedBilling;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockImplementation(() => {});
  history.replaceState(null, '', `/payment-success${SEARCH}`);
});
afterEach(async () => {
  await mounted.unmount();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const phase = () => document.querySelector('[data-phase]')?.getAttribute('data-phase');
const pass = (ms: number) => mounted.act(() => vi.advanceTimersByTimeAsync(ms));

test('the celebration runs through its phases and closes by itself', async () => {
  const onClose = vi.fn<() => void>();
  mounted = await mountBilling(<Celebration search={SEARCH} onClose={onClose} />, {
    prepare: (api) => (api.subscription = ACTIVE),
  });
  expect(document.querySelector('[role=dialog] h2')?.textContent).toBe('Payment Successful!');
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
  mounted = await mountBilling(<Celebration search={SEARCH} onClose={() => {}} />);
  expect(location.search).toBe('?tab=2');
  expect(console.info).toHaveBeenCalledWith('Back from checkout session cs_1');
  expect(mounted.text()).toContain('We’re confirming your payment. This takes a moment.');
  expect(mounted.text()).not.toContain(UNLIMITED);
  await mounted.act(() => (mounted.api.subscription = ACTIVE));
  await pass(1000);
  expect(mounted.text()).toContain(`Welcome to Premium. ${UNLIMITED}`);
});

test('Escape closes the celebration', async () => {
  const onClose = vi.fn<() => void>();
  mounted = await mountBilling(<Celebration search={SEARCH} onClose={onClose} />);
  await mounted.act(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(onClose).toHaveBeenCalled();
});

const SUCCESS = <PaymentSuccessPage onClose={() => {}} />;

test('the success page welcomes a Premium user and leads to the chat', async () => {
  history.replaceState(null, '', '/payment-success?session_id=cs_1');
  mounted = await mountBilling(SUCCESS, { prepare: (api) => (api.subscription = ACTIVE) });
  expect(document.querySelector('h1')?.textContent).toBe('Payment Successful!');
  expect(mounted.text()).toContain(`Welcome to Premium. ${UNLIMITED}`);
  expect(mounted.control('Go to Dashboard')?.getAttribute('href')).toBe('/');
  expect(console.info).toHaveBeenCalledWith('Back from checkout session cs_1');
  expect(phase()).toBe('complete');
});

test('the success page grants nothing itself, stops polling after a while, and checks again on request', async () => {
  history.replaceState(null, '', '/payment-success');
  mounted = await mountBilling(SUCCESS);
  expect(mounted.text()).not.toContain(UNLIMITED);
  await pass(9999);
  expect(mounted.control('Check again')).toBeNull();
  await pass(1);
  expect(mounted.text()).toContain('Your payment isn’t confirmed yet.');
  await mounted.act(() => (mounted.api.subscription = ACTIVE));
  await mounted.press('Check again');
  expect(mounted.text()).toContain(UNLIMITED);
  expect(mounted.control('Check again')).toBeNull();
});

test('the success page asks a visitor to sign in and sends no request', async () => {
  mounted = await mountBilling(SUCCESS, { user: null });
  expect(mounted.text()).toContain('Welcome to Premium. Sign in to use it.');
  expect(mounted.api.calls).toEqual([]);
});

test('the success page and the celebration never both show their message', async () => {
  function Both() {
    const [isOver, setOver] = useState(false);
    const [isDue, setDue] = useState(false);
    return (
      <>
        {SUCCESS}
        <button type="button" aria-label="due" onClick={() => setDue(true)} />
        {isDue && !isOver && <Celebration search={SEARCH} onClose={() => setOver(true)} />}
      </>
    );
  }
  mounted = await mountBilling(<Both />);
  expect(document.querySelector('h1')).toBeNull();
  await mounted.press('due');
  expect(document.querySelector('h1')).toBeNull();
  expect(document.querySelectorAll('[data-phase]')).toHaveLength(1);
  await pass(4500);
  expect(document.querySelector('h1')?.textContent).toBe('Payment Successful!');
  expect(document.querySelectorAll('[data-phase]')).toHaveLength(1);
});

test('the cancel page leaves at once', async () => {
  const onLeave = vi.fn<() => void>();
  mounted = await mountBilling(<PaymentCancelPage onLeave={onLeave} />);
  expect(mounted.text()).toBe('Payment CancelledRedirecting to chat...');
  expect(onLeave).toHaveBeenCalled();
});
