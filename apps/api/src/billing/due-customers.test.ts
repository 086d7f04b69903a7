import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { buyerOf } from '../testing/buyer.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const premium = ['premium', 'active'];

/** Starts a server that receives no events and whose clock can be moved ahead. */
async function startDeaf(options: Parameters<typeof startTestServer>[0] = {}) {
  let ahead = 0;
  const server: TestServer = await startTestServer({ now: () => Date.now() + ahead, ...options });
  onTestFinished(() => server.close());
  server.sandbox.stripe.turn({ drop: true });
  return {
    server,
    stripe: server.sandbox.stripe,
    async later(ms: number): Promise<void> {
      ahead += ms;
      await server.billing?.lookAtDue();
    },
  };
}

it('T29: a cancellation without an event is found within a day', async () => {
  const { server, stripe, later } = await startDeaf();
  const buyer = await buyerOf(server);
  const subscription = await buyer.subscribe();
  // The checkout page would have expired by now, so no other sync is due.
  await later(60 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(premium);
  stripe.cancelNow(subscription);
  await later(DAY_MS - MINUTE_MS);
  expect(await buyer.plan()).toEqual(premium);
  await later(2 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(['free', 'canceled']);
  await later(2 * DAY_MS);
  expect(await server.storage.billing.listDue(false, Date.now() + 9 * DAY_MS, 9)).toEqual([]);
});

it('T29: a buyer who closed the page and never came back gets the plan', async () => {
  const { server, stripe, later } = await startDeaf();
  const buyer = await buyerOf(server);
  stripe.pay(await buyer.checkout());
  await later(20 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(['free', null]);
  await later(30 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(premium);
});

it('an unpaid checkout is not synced forever', async () => {
  const { server, later } = await startDeaf();
  const buyer = await buyerOf(server);
  await buyer.checkout();
  await later(60 * MINUTE_MS);
  expect(await server.storage.billing.listDue(false, Date.now() + 9 * DAY_MS, 9)).toEqual([]);
  expect(await buyer.plan()).toEqual(['free', null]);
});

it('T29: a subscription that ends with its period is found soon after', async () => {
  const { server, stripe, later } = await startDeaf();
  const buyer = await buyerOf(server);
  const subscription = await buyer.subscribe(stripe.credentials.priceIds.weekly);
  stripe.cancel(subscription);
  await buyer.refresh();
  for (let days = 0; days < 7; days++) await later(DAY_MS - MINUTE_MS);
  expect(await buyer.plan()).toEqual(premium);
  stripe.nextPeriod(await buyer.customer());
  await later(20 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(['free', 'canceled']);
});

it('while Stripe is down nothing is lost, and it is not polled constantly', async () => {
  const { server, stripe, later } = await startDeaf();
  const buyer = await buyerOf(server);
  stripe.pay(await buyer.checkout());
  stripe.turn({ apiFailure: 'error' });
  await later(60 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(['free', null]);
  stripe.turn({ apiFailure: 'none' });
  await later(MINUTE_MS);
  expect(await buyer.plan()).toEqual(['free', null]);
  await later(5 * MINUTE_MS);
  expect(await buyer.plan()).toEqual(premium);
});

it('an event accepted before a crash is processed by the next process', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => kept.close());
  const storage = { ...kept, async close() {} };
  const { server, stripe } = await startDeaf({ storage });
  const buyer = await buyerOf(server);
  stripe.pay(await buyer.checkout());
  await kept.billing.receive({ id: 'evt_1', customerId: await buyer.customer(), now: Date.now() });
  expect(await buyer.plan()).toEqual(['free', null]);
  server.billing?.start();
  await expect.poll(buyer.plan).toEqual(premium);
});

it('customers of the other mode are left alone', async () => {
  const { server, later } = await startDeaf();
  const buyer = await buyerOf(server);
  await server.storage.billing.link({ customerId: 'cus_live', userId: buyer.id, isLive: true });
  await server.storage.billing.receive({ id: 'evt_1', customerId: 'cus_live', now: Date.now() });
  await later(DAY_MS);
  expect(await server.storage.billing.listDue(true, Date.now() + DAY_MS, 9)).toEqual(['cus_live']);
});

it('premium from the test account ends with a live key, and returns with the test key', async () => {
  const { server, later } = await startDeaf();
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  await buyer.refresh();
  expect(await buyer.plan()).toEqual(premium);
  const { stripe } = server.sandbox;
  const credentials = { ...stripe.credentials, secretKey: 'sk_live_1' };
  const sandbox = { ...server.sandbox, stripe: Object.assign(Object.create(stripe) as typeof stripe, { credentials }) };
  const live = await startTestServer({ storage: { ...server.storage, async close() {} }, sandbox });
  onTestFinished(() => live.close());
  await live.billing?.lookAtDue();
  expect(await buyer.plan()).toEqual(['free', null]);
  await later(MINUTE_MS);
  expect(await buyer.plan()).toEqual(premium);
});
