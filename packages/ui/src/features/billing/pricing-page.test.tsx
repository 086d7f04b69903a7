// @vitest-environment happy-dom
import { AppError } from '@parley/core';
import { afterEach, expect, test, vi } from 'vitest';
import { mountBilling, type MountedBilling } from './testing/mounted-billing.tsx';
import { PricingPage } from './pricing-page.tsx';

let mounted: MountedBilling;
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await mounted.unmount();
});

const onSignIn = vi.fn<() => void>();
const onClose = vi.fn<() => void>();
const PAGE = <PricingPage onSignIn={onSignIn} onClose={onClose} />;
async function show(options?: Parameters<typeof mountBilling>[1]): Promise<MountedBilling> {
  onSignIn.mockReset();
  onClose.mockReset();
  mounted = await mountBilling(PAGE, options);
  return mounted;
}

test('shows the three plans with their badges and selects the server’s default', async () => {
  const { text, checked, control, press } = await show({
    prepare: (api) => (api.premium = { ...api.premium, defaultPriceId: 'price_weekly' } as typeof api.premium),
  });
  expect(document.querySelector('h1')?.textContent).toBe('Unlock Your AI Assistant');
  expect(text()).toContain('WeeklyMost flexible$5per week');
  expect(text()).toContain('MonthlyPOPULARMost popular$10per month');
  expect(text()).toContain('YearlyBEST VALUESave 50% vs monthly$60per year');
  expect(checked()).toBe('Weekly, $5 per week');
  expect(text()).not.toContain('Best value!');
  await press('Yearly, $60 per year');
  expect(checked()).toBe('Yearly, $60 per year');
  expect(text()).toContain('Best value! Save 50% over monthly.');
  expect(control('Subscribe Now')).not.toBeNull();
  await press('Close');
  expect(onClose).toHaveBeenCalledOnce();
});

test('shows that the plans are loading, and why loading failed', async () => {
  const gate = Promise.withResolvers<void>();
  const { text, act, problem, press, control } = await show({
    prepare(api) {
      api.gates.set('premiumConfig', gate.promise);
      api.failures.set('premiumConfig', new AppError('internal'));
    },
  });
  expect(text()).toContain('Loading Plans...');
  expect(control('Subscribe Now')).toBeNull();
  await act(gate.resolve);
  expect(problem()).toContain('Failed to load pricing information');
  expect(problem()).toContain('Failed to load subscription plans.');
  await press('Try again');
  expect(text()).toContain('Most popular');
});

test('loads the plans again on request after a failure', async () => {
  const { problem, api, act, press, text } = await show({
    prepare(api) {
      api.premium = { success: false };
    },
  });
  expect(problem()).toContain('Failed to load pricing information');
  expect(problem()).toContain('Could not load configuration.');
  await act(() => {
    api.premium = {
      success: true,
      defaultPriceId: 'm',
      priceIds: { weekly: 'w', monthly: 'm', yearly: 'y' },
    };
  });
  await press('Try again');
  expect(text()).toContain('Most popular');
});

test('opens the checkout and says that it does, and shows an error when that fails', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { api, press, problem, control } = await show();
  api.failures.set('checkout', new Error('odd'));
  await press('Subscribe Now');
  expect(problem()).toBe('Failed to create checkout session.');
  expect(control('Subscribe Now')).toHaveProperty('disabled', false);
  await press('Weekly, $5 per week');
  expect(problem()).toBeNull();
  await press('Subscribe Now');
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/price_weekly');
  expect(control('Redirecting...')).toHaveProperty('disabled', true);
});

test('the pricing page is usable again after the browser’s Back', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { press, control, act } = await show();
  await press('Subscribe Now');
  await act(() => dispatchEvent(new Event('pageshow')));
  expect(control('Subscribe Now')).toHaveProperty('disabled', false);
});

test('asks the user to choose when the server’s default is not among the plans', async () => {
  const { press, checked, problem } = await show({
    prepare: (api) => (api.premium = { ...api.premium, defaultPriceId: 'gone' } as typeof api.premium),
  });
  expect(checked()).toBeUndefined();
  await press('Subscribe Now');
  expect(problem()).toBe('Please select a plan.');
});

test('asks a visitor to sign in, then returns to the chosen plan', async () => {
  const { press, checked, api, session, act, text } = await show({ user: null });
  await press('Yearly, $60 per year');
  expect(text()).toContain('You’ll sign in, then pay');
  await press('Subscribe Now');
  expect(onSignIn).toHaveBeenCalledOnce();
  expect(api.calls).not.toContain('checkout price_yearly');
  await act(() => void session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' }));
  expect(checked()).toBe('Yearly, $60 per year');
});

test('leads a user with an unpaid subscription to the billing portal', async () => {
  const tab = { opener: {}, location: { replace: vi.fn<(url: string) => void>() }, close: () => {} };
  vi.stubGlobal('open', () => tab);
  const { press, problem, api } = await show();
  api.failures.set('checkout', new AppError('already-subscribed'));
  await press('Subscribe Now');
  expect(problem()).toContain('You already have a subscription.');
  await press('Manage subscription');
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal');
  expect(tab.opener).toBeNull();
  vi.unstubAllGlobals();
});

test.each(['active', 'trialing'])('sells nothing to a Premium user (%s)', async (subscriptionStatus) => {
  const { text, control, api, press } = await show({ user: { subscriptionTier: 'premium', subscriptionStatus } });
  expect(text()).toContain('You have Premium');
  expect(control('Subscribe Now')).toBeNull();
  expect(control('Manage subscription')).not.toBeNull();
  expect(api.calls).toEqual([]);
  await press('Go to chat');
  expect(onClose).toHaveBeenCalledOnce();
});

test.each(['past_due', 'canceled', 'unpaid', 'incomplete', 'incomplete_expired', 'paused'])(
  'lets a user whose subscription is %s buy',
  async (subscriptionStatus) => {
    const { control } = await show({ user: { subscriptionTier: 'premium', subscriptionStatus } });
    expect(control('Subscribe Now')).not.toBeNull();
  },
);

test('shows an admin no plan to buy or manage', async () => {
  const { text, control } = await show({ user: { isAdmin: true } });
  expect(text()).toContain('Admins have every Premium feature');
  expect(control('Subscribe Now')).toBeNull();
  expect(control('Manage subscription')).toBeNull();
});

test('says that the server takes no payments, and sends no request', async () => {
  const { text, control, api } = await show({ takesPayments: false });
  expect(text()).toContain('Payments aren’t set up on this server, so you can’t buy Premium here.');
  expect(control('Subscribe Now')).toHaveProperty('disabled', true);
  expect(control('Weekly, $5 per week')).toHaveProperty('disabled', true);
  expect(api.calls).toEqual([]);
});
