import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import { buyerOf, type Buyer } from '../../testing/buyer.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let stripe: TestServer['sandbox']['stripe'];
let buyer: Buyer;
beforeAll(async () => {
  server = await startTestServer();
  ({ stripe } = server.sandbox);
  stripe.turn({ drop: true });
  buyer = await buyerOf(server);
  await buyer.subscribe();
});
afterAll(() => server.close());

const SECRET = 'whsec_sandbox';
const now = () => Math.floor(Date.now() / 1000);

/** The event that would make the buyer premium, as text. */
function paid(changes: object = {}): string {
  const event = stripe.events().find(({ type }) => type === 'checkout.session.completed');
  return JSON.stringify({ ...event, ...changes }, null, 2);
}

function sign(payload: string, changes: { timestamp?: number; secret?: string; scheme?: string } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET, ...changes });
}

async function post(body: string, headers: Record<string, string>) {
  const response = await fetch(`${server.url}/api/billing/webhook`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('T28: rejected events', () => {
  const encodedAnew = () => JSON.stringify(JSON.parse(paid()));
  it.each<[string, () => [string, Record<string, string>], number?]>([
    ['without a signature', () => [paid(), {}]],
    ['with an empty signature', () => [paid(), { 'Stripe-Signature': '' }]],
    ['with a malformed signature', () => [paid(), { 'Stripe-Signature': 'hello' }]],
    ['signed with another secret', () => [paid(), { 'Stripe-Signature': sign(paid(), { secret: 'whsec_other' }) }]],
    ['signed with another scheme', () => [paid(), { 'Stripe-Signature': sign(paid(), { scheme: 'v0' }) }]],
    ['signed for another event', () => [paid(), { 'Stripe-Signature': sign(paid({ id: 'evt_2' })) }]],
    ['re-encoded after signing', () => [encodedAnew(), { 'Stripe-Signature': sign(paid()) }]],
    ['that is too old', () => [paid(), { 'Stripe-Signature': sign(paid(), { timestamp: now() - 400 }) }]],
    ['from the future', () => [paid(), { 'Stripe-Signature': sign(paid(), { timestamp: now() + 400 }) }]],
    ['from live mode', () => [paid({ livemode: true }), { 'Stripe-Signature': sign(paid({ livemode: true })) }]],
    ['that is not JSON', () => ['{"id":', { 'Stripe-Signature': sign('{"id":') }]],
    ['with another content type', () => [paid(), { 'Stripe-Signature': sign(paid()), 'Content-Type': 'text/plain' }]],
    ['of two megabytes', () => [paid({ padding: 'x'.repeat(2 << 20) }), { 'Stripe-Signature': sign(paid()) }], 413],
  ])('rejects an event %s, and changes nothing', async (_name, make, expected = 400) => {
    const { status, body } = await post(...make());
    expect([status, body.success]).toEqual([expected, false]);
    expect(JSON.stringify(body)).not.toMatch(/\bat \/|node_modules|whsec/);
    expect(await buyer.plan()).toEqual(['free', null]);
    expect(await server.storage.billing.listDue(false, Date.now(), 9)).toEqual([]);
  });

  it.each(['wrong-secret', 'absent', 'garbled'] as const)('rejects the signature %s', async (signature) => {
    stripe.turn({ signature });
    const deliveries = await stripe.replay();
    stripe.turn({ signature: 'good' });
    expect(new Set(deliveries.map(({ status }) => status))).toEqual(new Set([400]));
    expect(await buyer.plan()).toEqual(['free', null]);
  });
});

describe('accepted events', () => {
  it.each<[string, object]>([
    ['for an unknown customer', { id: 'evt_a', data: { object: { object: 'invoice', customer: 'cus_x' } } }],
    [
      'without a customer',
      { id: 'evt_b', type: 'price.updated', data: { object: { object: 'price', id: 'price_1' } } },
    ],
    ['of an unknown type', { id: 'evt_c', type: 'comet.sighted', data: { object: { object: 'comet' } } }],
  ])('accepts an event %s, and changes nothing', async (_name, changes) => {
    const body = paid(changes);
    expect(await post(body, { 'Stripe-Signature': sign(body) })).toEqual({ status: 200, body: { success: true } });
    expect(await buyer.plan()).toEqual(['free', null]);
  });

  it('an event affects its customer only, whichever user it names', async () => {
    const other = await buyerOf(server);
    const customer = await buyer.customer();
    const object = { object: 'subscription', customer, status: 'active', metadata: { userId: other.id } };
    const body = paid({ id: 'evt_d', data: { object } });
    expect((await post(body, { 'Stripe-Signature': sign(body) })).status).toBe(200);
    await expect.poll(buyer.plan).toEqual(['premium', 'active']);
    expect(await other.plan()).toEqual(['free', null]);
  });

  it('accepts an event with one valid signature of several, as during a change of the secret', async () => {
    stripe.turn({ signature: 'rotated' });
    const [delivery] = await stripe.replay(
      stripe
        .events()
        .slice(-1)
        .map(({ id }) => id),
    );
    stripe.turn({ signature: 'good' });
    expect(delivery?.status).toBe(200);
  });

  it('an event triggers one sync, even if it is repeated', async () => {
    await expect.poll(() => server.storage.billing.listDue(false, Date.now(), 9)).toEqual([]);
    const statuses = (await stripe.replay()).concat(await stripe.replay()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect.poll(() => server.storage.billing.listDue(false, Date.now(), 9)).toEqual([]);
    const before = await server.storage.billing.beginSync(await buyer.customer());
    await stripe.replay();
    const after = await server.storage.billing.beginSync(await buyer.customer());
    expect((after?.seq ?? 0) - (before?.seq ?? 0)).toBe(1);
  });
});
