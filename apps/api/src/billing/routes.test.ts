import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buyerOf, sessionOf, subscriptionsOf, type Buyer } from '../testing/buyer.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let prices: TestServer['sandbox']['stripe']['credentials']['priceIds'];
beforeAll(async () => {
  server = await startTestServer();
  prices = server.sandbox.stripe.credentials.priceIds;
});
afterEach(() => server.sandbox.stripe.turn({ apiFailure: 'none', drop: false, portalConfigured: true }));
afterAll(() => server.close());

const premium = ['premium', 'active'];

it('anyone can read which plans exist and which is preselected', async () => {
  expect((await server.call('GET', '/api/billing/premium-config')).body).toEqual({
    success: true,
    defaultPriceId: prices.monthly,
    priceIds: prices,
  });
});

it.each(['create-premium-checkout-session', 'create-portal-session', 'refresh-subscription'])(
  '%s requires a session',
  async (path) => {
    const { status, body } = await server.call('POST', `/api/billing/${path}`, undefined, { priceId: prices.weekly });
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  },
);

describe('checkout', () => {
  it('checkout opens a payment page for this user, which returns only to this server', async () => {
    const buyer = await buyerOf(server);
    const { body } = await buyer.call('POST', 'create-premium-checkout-session', { priceId: prices.yearly });
    expect(body).toEqual({ success: true, url: expect.stringContaining(server.sandbox.urls.stripe) });
    expect(await (await fetch(String(body.url))).text()).toContain('$60.00');
    const made = server.sandbox.stripe.events().find(({ type }) => type === 'customer.created');
    expect(made?.data.object).toMatchObject({ object: 'customer' });
    server.sandbox.stripe.pay(sessionOf(String(body.url)));
    const paid = server.sandbox.stripe.events().find(({ type }) => type === 'checkout.session.completed');
    expect(paid?.data.object).toMatchObject({
      client_reference_id: buyer.id,
      metadata: { userId: buyer.id },
      success_url: 'https://parley.example.com/payment-success?payment_success=true&session_id={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://parley.example.com/payment-cancel',
    });
  });

  it('checkout requests tax, promotion codes and consent if the operator enabled them', async () => {
    const wanted = await startTestServer({
      checkout: { automaticTax: true, promotionCodes: true, termsConsent: true },
    });
    for (const [at, expected] of [
      [
        wanted,
        {
          automatic_tax: { enabled: true },
          allow_promotion_codes: true,
          consent_collection: { terms_of_service: 'required' },
        },
      ],
      [server, { automatic_tax: { enabled: false }, allow_promotion_codes: null, consent_collection: null }],
    ] as const) {
      const buyer = await buyerOf(at);
      await buyer.subscribe();
      const paid = at.sandbox.stripe.events().findLast(({ type }) => type === 'checkout.session.completed');
      expect(paid?.data.object).toMatchObject(expected);
      await expect.poll(buyer.plan).toEqual(['premium', 'active']);
    }
    await wanted.close();
  });

  it.each([[{ priceId: 'price_of_another' }], [{ priceId: '' }], [{ priceId: 5 }], [{}], [undefined]])(
    'T32: checkout rejects %j without calling Stripe',
    async (request) => {
      const buyer = await buyerOf(server);
      const { status, body } = await buyer.call('POST', 'create-premium-checkout-session', request);
      expect([status, body.error]).toEqual([400, 'Please select a plan.']);
      expect(await buyer.customer()).toBe('');
    },
  );

  it('T30: checkout returns the same page when called twice or in two windows', async () => {
    const buyer = await buyerOf(server);
    const pages = await Promise.all(Array.from({ length: 4 }, () => buyer.checkout()));
    expect(new Set(pages).size).toBe(1);
    expect(await buyer.checkout()).toBe(pages[0]);
    expect(await server.storage.billing.customersOf(buyer.id)).toHaveLength(1);
  });

  it('T30: checkout keeps only the page of the last chosen plan payable', async () => {
    const buyer = await buyerOf(server);
    const [weekly, monthly] = [await buyer.checkout(prices.weekly), await buyer.checkout(prices.monthly)];
    expect(() => server.sandbox.stripe.pay(weekly)).toThrow('expired');
    const weeklyAgain = await buyer.checkout(prices.weekly);
    expect(weeklyAgain).not.toBe(weekly);
    expect(() => server.sandbox.stripe.pay(monthly)).toThrow('expired');
    expect(server.sandbox.stripe.pay(weeklyAgain)).toBe(true);
    await expect.poll(buyer.plan).toEqual(premium);
  });

  it('T30: checkout rejects a subscriber, even if the event was lost', async () => {
    server.sandbox.stripe.turn({ drop: true });
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    expect(await buyer.plan()).toEqual(['free', null]);
    const { status, body } = await buyer.call('POST', 'create-premium-checkout-session', { priceId: prices.weekly });
    expect([status, body.code, body.success]).toEqual([409, 'already-subscribed', false]);
    expect(subscriptionsOf(server, await buyer.customer())).toHaveLength(1);
    expect(await buyer.plan()).toEqual(premium);
  });

  it('checkout accepts a user whose subscription has ended', async () => {
    const buyer = await buyerOf(server);
    server.sandbox.stripe.cancelNow(await buyer.subscribe());
    await expect.poll(buyer.plan).toEqual(['free', 'canceled']);
    await buyer.subscribe(prices.yearly);
    await expect.poll(buyer.plan).toEqual(premium);
  });

  it('T32: checkout creates a new customer if Stripe has deleted the old one', async () => {
    const buyer = await buyerOf(server);
    await buyer.checkout();
    const first = await buyer.customer();
    server.sandbox.stripe.turn({ drop: true });
    server.sandbox.stripe.deleteCustomer(first);
    await buyer.subscribe();
    const second = await buyer.customer();
    expect([second !== first, second]).toEqual([true, expect.stringMatching(/^cus_/)]);
    await buyer.refresh();
    expect(await buyer.plan()).toEqual(premium);
  });

  it('checkout returns a plain error when Stripe is down', async () => {
    const buyer = await buyerOf(server);
    server.sandbox.stripe.turn({ apiFailure: 'error' });
    const { status, body } = await buyer.call('POST', 'create-premium-checkout-session', { priceId: prices.weekly });
    expect([status, body.error]).toEqual([503, 'Failed to create checkout session.']);
  });

  it('checkout creates no second customer or page when a response is lost', async () => {
    const buyer = await buyerOf(server);
    server.sandbox.stripe.turn({ apiFailure: 'lose-answer', apiFailureTimes: 1 });
    const session = await buyer.checkout();
    expect(await buyer.checkout()).toBe(session);
    const made = server.sandbox.stripe
      .events()
      .filter(({ type, data }) => type === 'customer.created' && JSON.stringify(data).includes(buyer.id));
    expect(made).toHaveLength(1);
  });

  it('checkout has its own rate limit', async () => {
    const strict = await startTestServer({ rateLimits: { billing: 2 } });
    const buyer = await buyerOf(strict);
    for (let times = 0; times < 3; times++) {
      const refused = await buyer.call('POST', 'create-premium-checkout-session', { priceId: 'price_of_another' });
      expect(refused.status).toBe(400);
    }
    await buyer.checkout();
    await buyer.checkout();
    const { status, headers } = await buyer.call('POST', 'create-portal-session');
    expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
    await strict.close();
  });
});

describe('the billing portal', () => {
  it('the portal opens for the user’s own customer, and for no user without one', async () => {
    const buyer = await buyerOf(server);
    const without = await buyer.call('POST', 'create-portal-session');
    expect(without.body).toMatchObject({ success: false, error: 'No billing account' });
    await buyer.subscribe();
    const { body } = await buyer.call('POST', 'create-portal-session', { customer: 'cus_other' });
    expect(body).toEqual({ success: true, url: expect.stringContaining('/stripe/portal/') });
  });

  it('the portal returns Stripe’s message if it was never set up', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    server.sandbox.stripe.turn({ portalConfigured: false });
    const { status, body } = await buyer.call('POST', 'create-portal-session');
    expect([status, body.error]).toEqual([503, expect.stringContaining('customer portal settings')]);
  });

  it('the portal does not open for a customer that is gone', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(premium);
    server.sandbox.stripe.turn({ drop: true });
    server.sandbox.stripe.deleteCustomer(await buyer.customer());
    const { body } = await buyer.call('POST', 'create-portal-session');
    expect(body).toMatchObject({ error: 'No billing account' });
    expect(await buyer.plan()).toEqual(['free', null]);
  });
});

describe('refreshing a subscription', () => {
  it('T29: a refresh grants what was paid even if every event was lost, and returns all fields', async () => {
    server.sandbox.stripe.turn({ drop: true });
    const buyer = await buyerOf(server);
    expect((await buyer.refresh()).body).toMatchObject({ success: true, subscriptionTier: 'free' });
    server.sandbox.stripe.pay(await buyer.checkout());
    expect(await buyer.plan()).toEqual(['free', null]);
    expect((await buyer.refresh()).body).toEqual({
      success: true,
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      usagePeriodEnd: expect.stringMatching(/^20\d\d-.*Z$/),
      cancelAt: null,
    });
  });

  it('a refresh ignores claims in the request', async () => {
    const buyer = await buyerOf(server);
    await buyer.checkout();
    const claim = { session_id: 'cs_test_1', subscriptionStatus: 'active', subscriptionTier: 'premium' };
    const { body } = await buyer.call('POST', 'refresh-subscription?payment_success=true', claim);
    expect(body).toMatchObject({ subscriptionTier: 'free', subscriptionStatus: null });
  });

  it('a refresh calls Stripe once in five seconds, however often it is called', async () => {
    server.sandbox.stripe.turn({ drop: true });
    const buyer = await buyerOf(server);
    const session = await buyer.checkout();
    const many = await Promise.all(Array.from({ length: 20 }, () => buyer.refresh()));
    expect(many.every(({ status, body }) => status === 200 && !body.stale)).toBe(true);
    server.sandbox.stripe.pay(session);
    expect((await buyer.refresh()).body).toMatchObject({ subscriptionTier: 'free' });
  });

  it('a refresh returns the stored state while Stripe is down, marked as stale', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(premium);
    server.sandbox.stripe.turn({ apiFailure: 'error' });
    const { status, body } = await buyer.refresh();
    expect([status, body]).toMatchObject([200, { subscriptionTier: 'premium', stale: true }]);
  });
});

describe('a server without billing', () => {
  it('a server without billing says so on every route, but still returns the user’s plan', async () => {
    const other = await startTestServer({ billing: null });
    const buyer = await buyerOf(other);
    const refused = [503, 'Payments aren’t set up on this server.'];
    for (const [method, path] of [
      ['GET', 'premium-config'],
      ['POST', 'create-premium-checkout-session'],
      ['POST', 'create-portal-session'],
      ['POST', 'webhook'],
    ] as const) {
      const { status, body } = await buyer.call(method, path);
      expect([status, body.error], path).toEqual(refused);
    }
    expect((await buyer.refresh()).body).toMatchObject({ success: true, subscriptionTier: 'free' });
    await other.close();
  });
});

describe('payments', () => {
  const payments = async (buyer: Buyer) => (await buyer.call('GET', 'subscription')).body;

  it('a user who never paid has no plan, no next charge and no receipts', async () => {
    const none = { success: true, plan: null, next: null, receipts: [] };
    expect(await payments(await buyerOf(server))).toEqual(none);
    expect((await server.call('GET', '/api/billing/subscription')).status).toBe(401);
  });

  it('a subscriber reads the plan, the next charge and a receipt that opens at Stripe', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe(prices.yearly);
    await expect.poll(buyer.plan).toEqual(premium);
    const { usagePeriodEnd } = await buyer.user();
    const paid = { id: expect.any(String), at: expect.any(String), amount: 6000, currency: 'usd', status: 'paid' };
    const body = await payments(buyer);
    expect(body).toEqual({
      success: true,
      plan: 'yearly',
      next: { at: usagePeriodEnd, amount: 6000, currency: 'usd' },
      receipts: [{ ...paid, url: expect.stringContaining(server.sandbox.urls.stripe) }],
    });
    const [receipt] = body.receipts as { url: string }[];
    expect(await (await fetch(receipt?.url ?? '')).text()).toMatch(/Receipt from .*\$60\.00/s);
  });

  it('a canceled plan and a failed payment have no next charge, and an unpaid invoice stays open', async () => {
    const buyer = await buyerOf(server);
    const subscription = await buyer.subscribe();
    const { stripe } = server.sandbox;
    stripe.cancel(subscription);
    expect(await payments(buyer)).toMatchObject({ plan: 'monthly', next: null });
    stripe.resume(subscription);
    stripe.failRenewal(await buyer.customer());
    const body = await payments(buyer);
    expect(body).toMatchObject({ plan: 'monthly', next: null, receipts: [{ status: 'open' }, { status: 'paid' }] });
    stripe.cancelNow(subscription);
    expect(await payments(buyer)).toMatchObject({ plan: null, next: null });
  });

  it('payments of a trial name the charge at its end, and no receipt of nothing', async () => {
    const buyer = await buyerOf(server);
    await buyer.checkout();
    server.sandbox.stripe.subscribe(await buyer.customer(), prices.weekly, { trialDays: 7 });
    expect(await payments(buyer)).toMatchObject({ plan: 'weekly', next: { amount: 500 }, receipts: [] });
  });

  it('payments answer 503 while Stripe fails', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    server.sandbox.stripe.turn({ apiFailure: 'error' });
    expect((await buyer.call('GET', 'subscription')).status).toBe(503);
  });
});
