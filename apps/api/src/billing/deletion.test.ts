import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { buyerOf, subscriptionsOf } from '../testing/buyer.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

async function startServer(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return server;
}

const leave = (server: TestServer, token: string) =>
  server.call('DELETE', '/api/account', token, { password: 'tangerine' });

const types = ({ sandbox }: TestServer, customerId: string) =>
  sandbox.stripe
    .events()
    .filter(({ data }) => data.object.customer === customerId || data.object.id === customerId)
    .map(({ type }) => type);

it('T33: deleting an account ends its payments and deletes the Stripe customer', async () => {
  const server = await startServer();
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  const customer = await buyer.customer();
  server.sandbox.stripe.subscribe(customer, server.sandbox.stripe.credentials.priceIds.weekly);
  expect((await leave(server, buyer.token)).status).toBe(200);
  await expect.poll(() => server.storage.deletions.listUnfinished()).toEqual([]);
  const ended = types(server, customer).filter((type) => type === 'customer.subscription.deleted');
  expect(ended).toHaveLength(subscriptionsOf(server, customer).length);
  expect(types(server, customer)).toContain('customer.deleted');
  expect(await server.storage.billing.customersOf(buyer.id)).toEqual([]);
});

it('T33: a checkout page left open can no longer be paid', async () => {
  const server = await startServer();
  const buyer = await buyerOf(server);
  const session = await buyer.checkout();
  await leave(server, buyer.token);
  await expect.poll(() => server.storage.deletions.listUnfinished()).toEqual([]);
  expect(() => server.sandbox.stripe.pay(session)).toThrow('expired');
});

it('deleting an account during a checkout deletes the Stripe customer, too', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const storage: Storage = {
    ...kept,
    billing: {
      ...kept.billing,
      async link(customer) {
        await kept.deletions.begin(customer.userId, Date.now());
        return kept.billing.link(customer);
      },
    },
  };
  const server = await startServer({ storage });
  const buyer = await buyerOf(server);
  const priceId = server.sandbox.stripe.credentials.priceIds.weekly;
  const { status } = await buyer.call('POST', 'create-premium-checkout-session', { priceId });
  expect(status).toBe(401);
  const of = (type: string) => server.sandbox.stripe.events().filter((event) => event.type === type);
  expect(of('customer.created')).toHaveLength(1);
  expect(of('customer.deleted').map(({ data }) => data.object.id)).toEqual(
    of('customer.created').map(({ data }) => data.object.id),
  );
});

it('T33: an account can be deleted if Stripe has already deleted the customer', async () => {
  const server = await startServer();
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  server.sandbox.stripe.turn({ drop: true });
  server.sandbox.stripe.deleteCustomer(await buyer.customer());
  await leave(server, buyer.token);
  await expect.poll(() => server.storage.deletions.listUnfinished()).toEqual([]);
});

it('T33: while Stripe is down a deletion ends sessions at once, and the next process cancels the plan', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => kept.close());
  const storage = { ...kept, async close() {} };
  const server = await startServer({ storage });
  const buyer = await buyerOf(server);
  await buyer.subscribe();
  const customer = await buyer.customer();
  await (await server.send(buyer.token, { text: 'hello' })).all();
  // Each attempt makes three requests.
  server.sandbox.stripe.turn({ apiFailure: 'error' });
  expect((await leave(server, buyer.token)).status).toBe(200);
  expect((await server.call('GET', '/api/auth/me', buyer.token)).status).toBe(401);
  await expect.poll(async () => (await kept.conversations.list(buyer.id, { limit: 9 })).items).toEqual([]);
  expect(await kept.deletions.listUnfinished()).toEqual([buyer.id]);
  expect(types(server, customer)).not.toContain('customer.subscription.deleted');

  server.sandbox.stripe.turn({ apiFailure: 'none' });
  await startServer({ storage, sandbox: server.sandbox });
  await expect.poll(() => kept.deletions.listUnfinished()).toEqual([]);
  expect(types(server, customer)).toContain('customer.subscription.deleted');
});

it('a server without the live key keeps a paying customer on record', async () => {
  const server = await startServer();
  const buyer = await buyerOf(server);
  await server.storage.billing.link({ customerId: 'cus_live', userId: buyer.id, isLive: true });
  await leave(server, buyer.token);
  await expect.poll(() => server.storage.deletions.removeContent(buyer.id)).toBe(true);
  expect(await server.storage.deletions.listUnfinished()).toEqual([buyer.id]);
  expect(await server.storage.billing.customersOf(buyer.id)).toHaveLength(1);
});
