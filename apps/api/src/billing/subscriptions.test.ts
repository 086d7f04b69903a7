import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buyerOf, subscriptionsOf } from '../testing/buyer.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let stripe: TestServer['sandbox']['stripe'];
beforeAll(async () => {
  server = await startTestServer({ usageRule: { limit: 2, windowLength: 3_600_000 } });
  ({ stripe } = server.sandbox);
});
afterEach(() => stripe.turn({ apiFailure: 'none', drop: false, copies: 1, shuffle: false, delayMs: 0, trialDays: 0 }));
afterAll(() => server.close());

const premium = ['premium', 'active'];

describe('T31: the stored subscription follows Stripe', () => {
  it.each([
    ['active', 'premium'],
    ['trialing', 'premium'],
    ['past_due', 'premium'],
    ['unpaid', 'premium'],
    ['paused', 'premium'],
    ['incomplete', 'premium'],
    ['canceled', 'free'],
    ['incomplete_expired', 'free'],
    ['of_the_future', 'premium'],
  ])('stores the status %s with the tier %s', async (status, tier) => {
    const buyer = await buyerOf(server);
    const subscription = await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(premium);
    stripe.setStatus(subscription, status);
    await expect.poll(buyer.plan).toEqual([tier, status]);
    const { body } = await server.call('GET', '/api/chat/usage', buyer.token);
    expect(body).toMatchObject({ messagesUsed: 0, isLimitReached: false });
  });

  it('follows a cancellation and resumption in the portal, to the end of the period', async () => {
    const buyer = await buyerOf(server);
    const subscription = await buyer.subscribe();
    stripe.cancel(subscription);
    await expect.poll(async () => (await buyer.user()).cancelAt).toBeDefined();
    const cancelled = await buyer.user();
    expect(cancelled.usagePeriodEnd).toBe(cancelled.cancelAt);
    expect(await buyer.plan()).toEqual(premium);
    stripe.resume(subscription);
    await expect.poll(async () => (await buyer.user()).cancelAt).toBeUndefined();
    stripe.cancel(subscription);
    await stripe.settled();
    expect(stripe.nextPeriod(await buyer.customer())).toBe(true);
    await expect.poll(buyer.plan).toEqual(['free', 'canceled']);
    expect(await buyer.user()).not.toHaveProperty('cancelAt');
  });

  it('follows a failed renewal that is paid with another card', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    stripe.failRenewal(await buyer.customer());
    await expect.poll(buyer.plan).toEqual(['premium', 'past_due']);
    stripe.changeCard(await buyer.customer(), 'good');
    await stripe.settled();
    stripe.nextPeriod(await buyer.customer());
    await stripe.settled();
    expect((await buyer.plan())[0]).toBe('premium');
  });

  it('follows a trial until its last day', async () => {
    stripe.turn({ trialDays: 7 });
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(['premium', 'trialing']);
    const days = (Date.parse((await buyer.user()).usagePeriodEnd ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    stripe.nextPeriod(await buyer.customer());
    await expect.poll(buyer.plan).toEqual(premium);
  });

  it('ends the plan when Stripe deletes the customer', async () => {
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(premium);
    stripe.deleteCustomer(await buyer.customer());
    await expect.poll(buyer.plan).toEqual(['free', null]);
  });

  it('accepts events in the legacy format', async () => {
    stripe.turn({ payload: 'legacy' });
    const buyer = await buyerOf(server);
    await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(premium);
    stripe.turn({ payload: 'current' });
  });

  it('keeps premium with two subscriptions, and ends neither', async () => {
    const buyer = await buyerOf(server);
    const first = await buyer.subscribe();
    const customer = await buyer.customer();
    const { id: second } = stripe.subscribe(customer, stripe.credentials.priceIds.weekly);
    await stripe.settled();
    await expect.poll(() => server.storage.figures.duplicates(false)).toBe(1);
    expect(await buyer.plan()).toEqual(premium);
    expect(subscriptionsOf(server, customer)).toEqual([first, second]);
    stripe.cancelNow(second);
    await expect.poll(() => server.storage.figures.duplicates(false)).toBe(0);
    expect(await buyer.plan()).toEqual(premium);
  });

  it('T32: payments of another customer of the Stripe account affect no user', async () => {
    const buyer = await buyerOf(server);
    await buyer.checkout();
    const stranger = stripe.createCustomer((await buyer.user()).email);
    stripe.subscribe(stranger, stripe.credentials.priceIds.weekly);
    await stripe.settled();
    await buyer.refresh();
    expect(await buyer.plan()).toEqual(['free', null]);
    expect(await buyer.customer()).not.toBe(stranger);
  });
});

describe('T26: messages', () => {
  it('messages are unlimited once Stripe reports a plan, and the old count returns when it ends', async () => {
    const buyer = await buyerOf(server);
    const ask = async () => (await (await server.send(buyer.token, { text: 'hello' })).all()).length;
    await ask();
    await ask();
    expect((await server.send(buyer.token, { text: 'hello' })).error).toMatchObject({ code: 'usage-limit-reached' });
    await buyer.checkout();
    expect((await server.send(buyer.token, { text: 'hello' })).error).toMatchObject({ code: 'usage-limit-reached' });
    const subscription = await buyer.subscribe();
    await expect.poll(buyer.plan).toEqual(premium);
    for (let count = 0; count < 3; count++) expect(await ask()).toBeGreaterThan(1);
    stripe.cancelNow(subscription);
    await expect.poll(buyer.plan).toEqual(['free', 'canceled']);
    const { body } = await server.call('GET', '/api/chat/usage', buyer.token);
    expect(body).toMatchObject({ messagesUsed: 2, isLimitReached: true });
  });
});

describe('Stripe events', () => {
  it('late, duplicated and reordered events end in Stripe’s state', async () => {
    stripe.turn({ shuffle: true, copies: 3, delayMs: 20 });
    const buyer = await buyerOf(server);
    const subscription = await buyer.subscribe();
    stripe.cancel(subscription);
    stripe.resume(subscription);
    stripe.setStatus(subscription, 'past_due');
    await stripe.settled();
    await expect.poll(buyer.plan).toEqual(['premium', 'past_due']);
  });

  it('events that could not be processed while Stripe was down are processed later', async () => {
    const buyer = await buyerOf(server);
    const session = await buyer.checkout();
    const customer = await buyer.customer();
    stripe.turn({ apiFailure: 'error' });
    stripe.pay(session);
    await stripe.settled();
    expect(await server.storage.billing.listDue(false, Date.now(), 9)).toContain(customer);
    expect(await buyer.plan()).toEqual(['free', null]);
    stripe.turn({ apiFailure: 'none' });
    await server.billing?.lookAtDue();
    expect(await buyer.plan()).toEqual(premium);
  });
});
