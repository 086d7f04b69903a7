import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions, press, startListener } from '../testing.ts';

let sandbox: Sandbox;
let stripe: Stripe;
let product: Awaited<ReturnType<typeof startListener>>;
beforeEach(async () => {
  product = await startListener(Stripe.webhooks);
  sandbox = await startSandbox({ publicUrl: product.url });
  stripe = new Stripe(sandbox.stripe.credentials.secretKey, clientOptions(sandbox));
});
afterEach(async () => {
  await sandbox.close();
  await product.close();
});

const order = (changes: Stripe.Checkout.SessionCreateParams = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  line_items: [{ price: sandbox.stripe.credentials.priceIds.monthly, quantity: 1 }],
  success_url: `${product.url}/?payment_success=true&session_id={CHECKOUT_SESSION_ID}`,
  cancel_url: `${product.url}/premium/cancel`,
  ...changes,
});

test('the checkout page sells a subscription and sends signed events', async () => {
  const customer = await stripe.customers.create({ email: 'mira@example.com', metadata: { userId: 'u1' } });
  const session = await stripe.checkout.sessions.create(
    order({
      customer: customer.id,
      client_reference_id: 'u1',
      metadata: { userId: 'u1' },
      subscription_data: { metadata: { userId: 'u1' } },
    }),
  );
  expect(session).toMatchObject({
    object: 'checkout.session',
    status: 'open',
    payment_status: 'unpaid',
    livemode: false,
  });
  const html = await (await fetch(session.url!)).text();
  expect(html).toContain('Pay $10.00');
  expect(html).toContain('mira@example.com');
  expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([]);

  const paid = await press(session.url!, { answer: 'pay', card: 'good', email: 'mira@example.com' });
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe(`${product.url}/?payment_success=true&session_id=${session.id}`);

  const { data, has_more } = await stripe.subscriptions.list({ customer: customer.id, status: 'all', limit: 100 });
  expect(has_more).toBe(false);
  expect(data).toMatchObject([
    {
      object: 'subscription',
      status: 'active',
      customer: customer.id,
      cancel_at: null,
      cancel_at_period_end: false,
      trial_end: null,
      metadata: { userId: 'u1' },
      items: {
        object: 'list',
        has_more: false,
        data: [{ price: { id: 'price_sandbox_monthly', recurring: { interval: 'month' } } }],
      },
    },
  ]);
  const item = data[0]!.items.data[0]!;
  expect(item.current_period_end - item.current_period_start).toBeGreaterThanOrEqual(28 * 86_400);
  expect(data[0]).not.toHaveProperty('current_period_end');
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    subscription: data[0]!.id,
    client_reference_id: 'u1',
    url: null,
  });

  await sandbox.stripe.settled();
  expect(product.types().sort()).toEqual(
    [
      'customer.created',
      'payment_method.attached',
      'customer.updated',
      'invoice.created',
      'invoice.finalized',
      'customer.subscription.created',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.subscription.updated',
      'checkout.session.completed',
    ].sort(),
  );
  const completed = product.received.find(({ event }) => event?.type === 'checkout.session.completed')?.event;
  expect(completed).toMatchObject({
    api_version: '2026-10-28.endive',
    livemode: false,
    data: { object: { id: session.id } },
  });

  // Submitting the open page again buys nothing more.
  expect((await press(session.url!, { answer: 'pay', card: 'good' })).status).toBe(303);
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1);
});

test('the checkout page declines a card and lets the buyer retry or go back', async () => {
  const session = await stripe.checkout.sessions.create(order());
  const declined = await press(session.url!, { answer: 'fail' });
  expect(declined.status).toBe(200);
  const html = await declined.text();
  expect(html).toContain('Your card was declined.');
  expect(html).toContain(`href="${product.url}/premium/cancel"`);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open', customer: null });
  await press(session.url!, { answer: 'pay', card: 'good', email: 'noor@example.com' });
  const complete = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['customer', 'subscription.latest_invoice'],
  });
  expect(complete).toMatchObject({
    customer: { email: 'noor@example.com' },
    subscription: { status: 'active', latest_invoice: { status: 'paid', amount_paid: 1000 } },
  });
});

test('the API lists and expires checkout sessions, and an expired one sells nothing', async () => {
  const customer = await stripe.customers.create({});
  const first = await stripe.checkout.sessions.create(order({ customer: customer.id }));
  const second = await stripe.checkout.sessions.create(order({ customer: customer.id }));
  const open = () => stripe.checkout.sessions.list({ customer: customer.id, status: 'open' });
  expect((await open()).data.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(await stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null });
  expect((await open()).data.map(({ id }) => id)).toEqual([second.id]);
  await expect(stripe.checkout.sessions.expire(first.id)).rejects.toThrow('status of expired');
  expect(await (await press(first.url!, { answer: 'pay' })).text()).toContain('This checkout has expired');
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  expect((await stripe.checkout.sessions.listLineItems(second.id)).data[0]?.price?.id).toBe('price_sandbox_monthly');
});

test('a checkout session expires by itself', async () => {
  let now = Date.UTC(2026, 10, 21);
  await using other = await startSandbox({ now: () => now }).then((it) => ({ ...it, [Symbol.asyncDispose]: it.close }));
  other.stripe.turn({ drop: true });
  const sdk = new Stripe(other.stripe.credentials.secretKey, clientOptions(other));
  const session = await sdk.checkout.sessions.create(order({ expires_at: now / 1000 + 1800 }));
  now += 1_800_000;
  expect((await sdk.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  expect(other.stripe.events().map(({ type }) => type)).toEqual(['checkout.session.expired']);
});

test('checkout starts a trial on request or by its knob', async () => {
  const trial = await stripe.checkout.sessions.create(order({ subscription_data: { trial_period_days: 7 } }));
  expect(await (await fetch(trial.url!)).text()).toContain('7 days free, then $10.00 per month');
  sandbox.stripe.pay(trial.id);
  const { subscription, payment_status } = await stripe.checkout.sessions.retrieve(trial.id, {
    expand: ['subscription'],
  });
  expect(payment_status).toBe('no_payment_required');
  const { status, trial_end, trial_start } = subscription as Stripe.Subscription;
  expect(status).toBe('trialing');
  expect(trial_end! - trial_start!).toBe(7 * 86_400);
  sandbox.stripe.turn({ trialDays: 3 });
  const second = await stripe.checkout.sessions.create(order());
  sandbox.stripe.pay(second.id);
  const bought = await stripe.checkout.sessions.retrieve(second.id, { expand: ['subscription'] });
  expect((bought.subscription as Stripe.Subscription).status).toBe('trialing');
});

test.each<[string, Stripe.Checkout.SessionCreateParams, { message: string; param: string; code?: string }]>([
  [
    'a customer together with an email address',
    { customer: 'cus_1', customer_email: 'a@example.com' },
    { message: 'You may only specify one of these parameters', param: 'customer' },
  ],
  [
    'the legacy list of payment methods',
    { payment_method_types: ['card'] } as object,
    {
      message: 'Received unknown parameter: payment_method_types',
      param: 'payment_method_types',
      code: 'parameter_unknown',
    },
  ],
  [
    'a price of another account',
    { line_items: [{ price: 'price_foreign' }] },
    { message: "No such price: 'price_foreign'", param: 'line_items[0][price]', code: 'resource_missing' },
  ],
  [
    'a customer of another account',
    { customer: 'cus_x' },
    { message: "No such customer: 'cus_x'", param: 'customer', code: 'resource_missing' },
  ],
  ['an expiry that is too soon', { expires_at: 1 }, { message: 'at least 30 minutes', param: 'expires_at' }],
  ['an expiry that is too late', { expires_at: 9_999_999_999 }, { message: 'less than 24 hours', param: 'expires_at' }],
  [
    'no mode',
    { mode: undefined } as object,
    { message: 'Missing required param: mode.', param: 'mode', code: 'parameter_missing' },
  ],
  [
    'a malformed return address',
    { success_url: 'javascript:alert(1)' },
    { message: 'Not a valid URL', param: 'success_url' },
  ],
  [
    'a return address that is not the product’s',
    { success_url: 'https://evil.example/' },
    { message: 'to the product alone', param: 'success_url' },
  ],
  [
    'a cancel address that is not the product’s',
    { cancel_url: 'https://evil.example/' },
    { message: 'to the product alone', param: 'cancel_url' },
  ],
  [
    'a quantity that is not a number',
    { line_items: [{ price: 'p', quantity: 'x' as unknown as number }] },
    { message: 'Invalid line_items[0][quantity]', param: 'line_items[0][quantity]' },
  ],
])('checkout rejects %s', async (_name, changes, { message, ...rest }) => {
  const refused = stripe.checkout.sessions.create(order(changes));
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...rest });
});
