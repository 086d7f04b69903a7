import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions } from '../testing.ts';

let sandbox: Sandbox;
let stripe: Stripe;
beforeEach(async () => {
  sandbox = await startSandbox();
  sandbox.stripe.turn({ drop: true });
  stripe = new Stripe(sandbox.stripe.credentials.secretKey, clientOptions(sandbox));
});
afterEach(() => sandbox.close());

const client = (key: string, options: Stripe.StripeConfig = {}) =>
  new Stripe(key, { ...clientOptions(sandbox), ...options });

test('the API accepts only the version that the SDK pins', async () => {
  const customer = await stripe.customers.create({ email: 'a@example.com' });
  expect(customer.lastResponse).toMatchObject({ statusCode: 200, apiVersion: '2026-10-28.endive' });
  expect(customer.lastResponse.requestId).toMatch(/^req_\w{14}$/);
  const old = stripe.customers.retrieve(customer.id, {}, { apiVersion: '2020-08-27' });
  await expect(old).rejects.toThrow('Invalid Stripe API version: 2020-08-27');
});

test('the API rejects calls without its key', async () => {
  await expect(client('sk_test_other').customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: expect.stringContaining('Invalid API Key provided: sk_test_***') as string,
    requestId: expect.stringMatching(/^req_/) as string,
  });
  const bare = await fetch(`${sandbox.urls.stripe}/v1/customers`);
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({
    error: { type: 'invalid_request_error', message: /did not provide an API key/ },
  });
});

test('calls with the same idempotency key run once', async () => {
  const options = { idempotencyKey: 'cust:u1' };
  const [first, second] = await Promise.all([
    stripe.customers.create({ metadata: { userId: 'u1' } }, options),
    stripe.customers.create({ metadata: { userId: 'u1' } }, options),
  ]);
  expect(second.id).toBe(first.id);
  expect([first, second].filter(({ lastResponse }) => lastResponse.headers['idempotent-replayed'])).toHaveLength(1);
  await expect(stripe.customers.create({ metadata: { userId: 'u2' } }, options)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
  expect((await stripe.customers.list()).data).toHaveLength(1);
  expect(sandbox.stripe.events()).toMatchObject([
    { type: 'customer.created', request: { id: first.lastResponse.requestId, idempotency_key: 'cust:u1' } },
  ]);
});

test('an idempotency key does not store an error', async () => {
  const options = { idempotencyKey: 'portal' };
  sandbox.stripe.turn({ portalConfigured: false });
  const { id: customer } = await stripe.customers.create();
  const refused = stripe.billingPortal.sessions.create({ customer }, options);
  await expect(refused).rejects.toThrow('default configuration has not been created');
  sandbox.stripe.turn({ portalConfigured: true });
  expect(await stripe.billingPortal.sessions.create({ customer }, options)).toMatchObject({ customer });
});

test('the API creates, updates, retrieves and deletes customers', async () => {
  const { id } = await stripe.customers.create({
    email: 'a@example.com',
    name: 'A',
    metadata: { userId: 'u1', old: 'x' },
  });
  await stripe.customers.create({ email: 'b@example.com' });
  expect(
    await stripe.customers.update(id, { email: 'c@example.com', name: '', metadata: { old: '', more: '1' } }),
  ).toMatchObject({
    email: 'c@example.com',
    name: null,
    metadata: { userId: 'u1', more: '1' },
  });
  expect((await stripe.customers.list({ email: 'c@example.com' })).data.map((one) => one.id)).toEqual([id]);
  expect(await stripe.customers.del(id)).toMatchObject({ id, object: 'customer', deleted: true });
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
  await expect(stripe.customers.del(id)).rejects.toMatchObject({ code: 'resource_missing', statusCode: 404 });
  await expect(stripe.customers.retrieve('cus_never')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    statusCode: 404,
    param: 'id',
    message: "No such customer: 'cus_never'",
  });
  const portal = stripe.billingPortal.sessions.create({ customer: id });
  await expect(portal).rejects.toMatchObject({ code: 'resource_missing', statusCode: 400, param: 'customer' });
  await expect(stripe.subscriptions.list({ customer: 'cus_never' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
});

test('a list is paginated in both directions', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.unshift((await stripe.customers.create()).id);
  const idsOf = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);
  const first = await stripe.customers.list({ limit: 2 });
  expect(first).toMatchObject({ object: 'list', url: '/v1/customers', has_more: true });
  expect(idsOf(first)).toEqual(made.slice(0, 2));
  const last = await stripe.customers.list({ limit: 3, starting_after: made[1]! });
  expect(last.has_more).toBe(false);
  expect(idsOf(last)).toEqual(made.slice(2));
  const before = await stripe.customers.list({ limit: 2, ending_before: made[3]! });
  expect(before.has_more).toBe(true);
  expect(idsOf(before)).toEqual(made.slice(1, 3));
  const all: string[] = [];
  for await (const customer of stripe.customers.list({ limit: 2 })) all.push(customer.id);
  expect(all).toEqual(made);
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
});

test('the API lists the plans with their prices', async () => {
  const { weekly, monthly, yearly } = sandbox.stripe.credentials.priceIds;
  const prices = await Promise.all([weekly, monthly, yearly].map((id) => stripe.prices.retrieve(id)));
  expect(prices.map(({ unit_amount, currency, recurring }) => [unit_amount, currency, recurring?.interval])).toEqual([
    [500, 'usd', 'week'],
    [1000, 'usd', 'month'],
    [6000, 'usd', 'year'],
  ]);
  expect((await stripe.prices.list({ active: true, expand: ['data.product'] })).data[0]).toMatchObject({
    product: { name: 'Parley Premium' },
  });
  await expect(stripe.prices.retrieve('price_x')).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
});

test('the API uses the operator’s price ids', async () => {
  const stripePriceIds = { weekly: 'price_w', monthly: 'price_m', yearly: 'price_y' };
  const other = await startSandbox({ stripePriceIds });
  try {
    const sdk = new Stripe(other.stripe.credentials.secretKey, clientOptions(other));
    expect((await sdk.prices.retrieve('price_y')).unit_amount).toBe(6000);
  } finally {
    await other.close();
  }
});

test('the API rejects unknown calls and parameters', async () => {
  const post = (body: string, type: string) =>
    fetch(`${sandbox.urls.stripe}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.stripe.credentials.secretKey}`, 'content-type': type },
      body,
    });
  expect((await post('{}', 'application/json')).status).toBe(400);
  const unknown = await post('foo[bar]=1', 'application/x-www-form-urlencoded');
  expect(await unknown.json()).toMatchObject({
    error: { code: 'parameter_unknown', param: 'foo', type: 'invalid_request_error' },
  });
  await expect(stripe.rawRequest('GET', '/v1/nothing')).rejects.toThrow('Unrecognized request URL (GET: /v1/nothing)');
  await expect(stripe.customers.list({ expand: ['data.shoes'] })).resolves.toMatchObject({ data: [] });
  const { id } = await stripe.customers.create();
  await expect(stripe.customers.retrieve(id, { expand: ['shoes'] })).rejects.toThrow(
    'This property cannot be expanded (shoes).',
  );
});

test('the API fails as many calls as configured', async () => {
  const failing = (apiFailure: 'error' | 'rate-limit' | 'hang-up' | 'lose-answer', apiFailureTimes: number | null) =>
    sandbox.stripe.turn({ apiFailure, apiFailureTimes });
  failing('error', 1);
  await expect(stripe.customers.create()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 });
  failing('rate-limit', 1);
  await expect(stripe.customers.create()).rejects.toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 });
  failing('hang-up', null);
  await expect(stripe.customers.create()).rejects.toMatchObject({ type: 'StripeConnectionError' });
  expect(sandbox.stripe.events()).toEqual([]);
  sandbox.stripe.turn({ apiFailure: 'none' });
  failing('error', 2);
  const patient = client(sandbox.stripe.credentials.secretKey, { maxNetworkRetries: 2 });
  await patient.customers.create();
  expect(sandbox.stripe.knobs()).toMatchObject({ apiFailure: 'none', apiFailureTimes: null });
});

test('a retried call whose answer was lost runs once', async () => {
  sandbox.stripe.turn({ apiFailure: 'lose-answer', apiFailureTimes: 1 });
  const patient = client(sandbox.stripe.credentials.secretKey, { maxNetworkRetries: 1 });
  const { id } = await patient.customers.create({ email: 'a@example.com' });
  expect((await stripe.customers.list()).data.map((one) => one.id)).toEqual([id]);
});

test('a stalled call never answers', async () => {
  sandbox.stripe.turn({ apiFailure: 'stall', apiFailureTimes: 1 });
  const hasty = client(sandbox.stripe.credentials.secretKey, { timeout: 100 });
  await expect(hasty.customers.list()).rejects.toMatchObject({ type: 'StripeConnectionError' });
});

test('a reset empties the account', async () => {
  const { id } = await stripe.customers.create({}, { idempotencyKey: 'k' });
  sandbox.reset();
  await expect(stripe.customers.retrieve(id)).rejects.toMatchObject({ code: 'resource_missing' });
  expect((await stripe.customers.create({}, { idempotencyKey: 'k' })).id).not.toBe(id);
  expect(sandbox.stripe.knobs().drop).toBe(false);
});
