import { expect, it } from 'vitest';
import { createCheckout, type CheckoutDependencies } from './checkout.ts';
import { stripeErrors } from './stripe-client.ts';

const NOW = 1_800_000_000_000;

/** A checkout of a customer who has a page open for another price, which Stripe does not expire. */
function checkoutWith(status: 'open' | 'complete' | 'expired') {
  const listed = { id: 'cs_1', status: 'open', url: 'https://first', metadata: { priceId: 'price_a' } };
  const sessions = {
    list: async () => ({ data: [{ ...listed, expires_at: NOW / 1000 + 1800 }] }),
    async expire() {
      const Refusal = stripeErrors().StripeInvalidRequestError;
      throw new Refusal({ type: 'invalid_request_error', message: 'Only open sessions can be expired.' });
    },
    retrieve: async () => ({ ...listed, status }),
    create: async () => ({ url: 'https://second' }),
  };
  const parts = {
    stripe: { checkout: { sessions } },
    cluster: { inTurn: (_key: string, work: () => Promise<string>) => work() },
    billing: { expect: async () => {} },
    customers: { ensure: async () => 'cus_1' },
    sync: { refresh: async () => ({ liveCount: 0, status: null }) },
    options: { automaticTax: false, promotionCodes: false, termsConsent: false },
    trialDaysOf: () => 0,
    publicUrl: () => 'https://parley.example.com',
    now: () => NOW,
  };
  return createCheckout(parts as unknown as CheckoutDependencies);
}

it.each([
  ['complete', 'already-subscribed'],
  ['open', 'conflict'],
] as const)('checkout opens no second page while the first one is %s', async (status, code) => {
  await expect(checkoutWith(status).open({ id: 'u' } as never, 'price_b')).rejects.toMatchObject({ code });
});

it('checkout opens a new page when the first one expired meanwhile', async () => {
  expect(await checkoutWith('expired').open({ id: 'u' } as never, 'price_b')).toBe('https://second');
});

it('closing all pages ignores one that was paid meanwhile', async () => {
  await expect(checkoutWith('complete').closeAll('cus_1')).resolves.toBeUndefined();
});
