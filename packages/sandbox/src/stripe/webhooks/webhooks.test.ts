import { createServer } from 'node:http';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox, type SandboxStripe } from '../../start.ts';
import { clientOptions, startListener } from '../testing.ts';

let status = 200;
let product: Awaited<ReturnType<typeof startListener>>;
let sandbox: Sandbox;
let driver: SandboxStripe;
let stripe: Stripe;
beforeEach(async () => {
  status = 200;
  product = await startListener(Stripe.webhooks, () => status);
  sandbox = await startSandbox({ publicUrl: product.url });
  driver = sandbox.stripe;
  driver.turn({ retryDelaysMs: [1, 1] });
  stripe = new Stripe(driver.credentials.secretKey, clientOptions(sandbox));
});
afterEach(async () => {
  await sandbox.close();
  await product.close();
});

const idsOf = () => product.received.map(({ event }) => event?.id);
const makeCustomers = async (count: number) => {
  for (let made = 0; made < count; made++) driver.createCustomer(`${made}@example.com`);
  await driver.settled();
};

test('the SDK accepts every event', async () => {
  await makeCustomers(1);
  expect(product.received).toMatchObject([
    { refusal: null, event: { object: 'event', type: 'customer.created', livemode: false, pending_webhooks: 1 } },
  ]);
  expect(driver.deliveries()).toMatchObject([
    { type: 'customer.created', attempt: 1, status: 200, url: `${product.url}/api/billing/webhook` },
  ]);
  expect((await stripe.events.list()).data).toMatchObject([{ pending_webhooks: 0 }]);
});

test('an event is retried until it is answered, at most once per configured delay', async () => {
  status = 500;
  await makeCustomers(1);
  expect(driver.deliveries().map(({ attempt, status: answer }) => [attempt, answer])).toEqual([
    [1, 500],
    [2, 500],
    [3, 500],
  ]);
  driver.turn({ retryDelaysMs: [1, 2000] });
  driver.createCustomer('b@example.com');
  await expect.poll(() => product.received.length).toBeGreaterThan(4);
  status = 204;
  await driver.settled();
  expect(driver.deliveries().at(-1)?.status).toBe(204);
});

test('a delivery without a response is recorded', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => gone.once('listening', resolve));
  const { port } = gone.address() as { port: number };
  await new Promise((resolve) => gone.close(resolve));
  driver.turn({ webhookUrl: `http://127.0.0.1:${port}/hook`, retryDelaysMs: [] });
  await makeCustomers(1);
  expect(driver.deliveries()).toMatchObject([{ url: `http://127.0.0.1:${port}/hook`, status: null }]);
});

test('events are sent as often as the knob says', async () => {
  driver.turn({ copies: 3 });
  await makeCustomers(1);
  expect(new Set(idsOf()).size).toBe(1);
  expect(idsOf()).toHaveLength(3);
});

test('simultaneous events are shuffled by the knob', async () => {
  driver.turn({ shuffle: true });
  await makeCustomers(8);
  const order = driver.events().map(({ id }) => id);
  expect(idsOf().toSorted()).toEqual(order.toSorted());
  expect(idsOf()).not.toEqual(order);
});

test('events are delayed by the knob', async () => {
  driver.turn({ delayMs: 40 });
  const began = performance.now();
  await makeCustomers(1);
  expect(performance.now() - began).toBeGreaterThanOrEqual(39);
  expect(product.received).toHaveLength(1);
});

test('the drop knob drops all events, and a replay sends them in the requested order', async () => {
  driver.turn({ drop: true, copies: 2 });
  await makeCustomers(3);
  expect(product.received).toEqual([]);
  const [a, b, c] = driver.events().map(({ id }) => id);
  const sent = await driver.replay([c!, a!, b!]);
  expect(idsOf()).toEqual([c, c, a, a, b, b]);
  expect(sent.map((delivery) => delivery.status)).toEqual([200, 200, 200, 200, 200, 200]);
  driver.turn({ copies: 1 });
  expect(await driver.replay()).toHaveLength(3);
  expect(() => driver.replay(['evt_x'])).toThrow("No such event: 'evt_x'");
});

test.each([
  ['another account’s secret', { signature: 'wrong-secret' }, /No signatures found matching/],
  [
    'no signature',
    { signature: 'absent' },
    /No stripe-signature header value was provided|Unable to extract timestamp/,
  ],
  ['a malformed signature', { signature: 'garbled' }, /Unable to extract timestamp/],
  ['a signature from ten minutes ago', { signatureAgeS: 600 }, /Timestamp outside the tolerance zone/],
] as const)('the SDK rejects an event with %s', async (_name, knobs, why) => {
  driver.turn({ ...knobs, retryDelaysMs: [] });
  await makeCustomers(1);
  expect(product.received).toMatchObject([{ event: null, refusal: expect.stringMatching(why) as string }]);
  expect(driver.deliveries()).toMatchObject([{ status: 400 }]);
});

test('the SDK accepts signatures of a rotated secret and from the future', async () => {
  driver.turn({ signature: 'rotated', signatureAgeS: -3600 });
  await makeCustomers(1);
  expect(product.types()).toEqual(['customer.created']);
});

test('the legacy knob sends events in the old version’s shape', async () => {
  driver.turn({ payload: 'legacy', livemode: true });
  const customer = driver.createCustomer('a@example.com');
  const { id } = driver.subscribe(customer, driver.credentials.priceIds.monthly);
  await driver.settled();
  const objectOf = (type: string) => product.received.find(({ event }) => event?.type === type)?.event?.data.object;
  expect(objectOf('customer.subscription.created')).toMatchObject({
    id,
    current_period_end: expect.any(Number) as number,
    items: { data: [expect.not.objectContaining({ current_period_end: expect.anything() as unknown })] },
  });
  expect(objectOf('invoice.paid')).toMatchObject({ subscription: id, paid: true });
  expect(objectOf('invoice.paid')).not.toHaveProperty('parent');
  expect(product.received[0]?.event).toMatchObject({ livemode: true, api_version: '2024-06-20' });
  expect(await stripe.subscriptions.retrieve(id)).not.toHaveProperty('current_period_end');
});

test('events go to the origin of the last return address', async () => {
  const moved = await startListener(Stripe.webhooks);
  try {
    const customer = driver.createCustomer('a@example.com');
    await driver.settled();
    await stripe.billingPortal.sessions.create({ customer, return_url: `${moved.url}/` });
    await makeCustomers(1);
    expect([product.types(), moved.types()]).toEqual([['customer.created'], ['customer.created']]);
    const elsewhere = stripe.billingPortal.sessions.create({ customer, return_url: 'https://evil.example/' });
    await expect(elsewhere).rejects.toThrow('to the product alone');
  } finally {
    await moved.close();
  }
});

test('a reset stops pending deliveries', async () => {
  driver.turn({ delayMs: 60_000 });
  driver.createCustomer('a@example.com');
  sandbox.reset();
  await driver.settled();
  expect(product.received).toEqual([]);
});
