import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox, type SandboxStripe } from '../../start.ts';
import { clientOptions } from '../testing.ts';

const NOW = Date.UTC(2026, 0, 31, 12) / 1000;
const DAY = 86_400;
const day = (seconds: number | null | undefined) => new Date((seconds ?? 0) * 1000).toISOString().slice(0, 10);

let sandbox: Sandbox;
let driver: SandboxStripe;
let stripe: Stripe;
let customer: string;
beforeEach(async () => {
  sandbox = await startSandbox({ now: () => NOW * 1000 });
  driver = sandbox.stripe;
  driver.turn({ drop: true });
  stripe = new Stripe(driver.credentials.secretKey, clientOptions(sandbox));
  customer = (await stripe.customers.create({ email: 'a@example.com', payment_method: 'pm_card_visa' })).id;
});
afterEach(() => sandbox.close());

const subscribe = (
  changes: Partial<Stripe.SubscriptionCreateParams> = {},
  price = driver.credentials.priceIds.monthly,
) => stripe.subscriptions.create({ customer, items: [{ price }], ...changes });
const only = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]!;
const typesSince = (count: number) =>
  driver
    .events()
    .slice(count)
    .map(({ type }) => type);

test('a subscription renews each period on the day of the month it started', async () => {
  const { id, items } = await subscribe();
  expect(day(items.data[0]!.current_period_end)).toBe('2026-02-28');
  expect(driver.nextPeriod(customer)).toBe(true);
  const second = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  expect(second.status).toBe('active');
  expect(day(second.items.data[0]!.current_period_start)).toBe('2026-02-28');
  expect(day(second.items.data[0]!.current_period_end)).toBe('2026-03-31');
  expect(second.latest_invoice).toMatchObject({
    status: 'paid',
    billing_reason: 'subscription_cycle',
    amount_paid: 1000,
  });
  const { data: invoices } = await stripe.invoices.list({ customer, subscription: id });
  expect(invoices.map(({ billing_reason }) => billing_reason)).toEqual(['subscription_cycle', 'subscription_create']);
  expect(invoices[0]!.parent?.subscription_details?.subscription).toBe(id);
  expect(await stripe.invoices.retrieve(invoices[1]!.id!)).toMatchObject({ total: 1000, status: 'paid' });
});

test.each([
  ['weekly', '2026-02-07'],
  ['yearly', '2027-01-31'],
] as const)('counts a %s period', async (plan, end) => {
  const { items } = await subscribe({}, driver.credentials.priceIds[plan]);
  expect(day(items.data[0]!.current_period_end)).toBe(end);
});

test('a subscription is past due after a failed renewal and active again with a new card', async () => {
  await subscribe();
  const before = driver.events().length;
  expect(driver.failRenewal(customer)).toBe(true);
  expect((await only()).status).toBe('past_due');
  expect(typesSince(before)).toContain('invoice.payment_failed');
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ delinquent: true });
  driver.changeCard(customer, 'declining');
  expect((await only()).status).toBe('past_due');
  driver.changeCard(customer, 'good');
  expect((await only()).status).toBe('active');
  expect((await stripe.invoices.list({ customer, status: 'open' })).data).toEqual([]);
});

test('the portal cancels with `cancel_at` only, the API call also sets the flag', async () => {
  const { id } = await subscribe();
  driver.cancel(id);
  expect(await only()).toMatchObject({ status: 'active', cancel_at_period_end: false, canceled_at: NOW });
  expect(day((await only()).cancel_at)).toBe('2026-02-28');
  driver.resume(id);
  expect(await only()).toMatchObject({ status: 'active', cancel_at: null, canceled_at: null });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  expect(await only()).toMatchObject({ cancel_at_period_end: true });
  driver.nextPeriod(customer);
  expect(await only()).toMatchObject({ status: 'canceled' });
  expect(day((await only()).ended_at)).toBe('2026-02-28');
  expect(driver.events().at(-1)?.type).toBe('customer.subscription.deleted');
  expect((await stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect(driver.nextPeriod(customer)).toBe(false);
});

test('the portal sets the flag in classic billing', async () => {
  driver.turn({ billingMode: 'classic' });
  const { id, billing_mode } = await subscribe();
  expect(billing_mode.type).toBe('classic');
  driver.cancel(id);
  expect(await only()).toMatchObject({ cancel_at_period_end: true });
});

test('a cancellation at a given time can be scheduled and revoked', async () => {
  const { id } = await subscribe();
  await stripe.subscriptions.update(id, { cancel_at: NOW + 3 * DAY });
  await stripe.subscriptions.update(id, { cancel_at: '' });
  expect((await only()).cancel_at).toBeNull();
  await stripe.subscriptions.update(id, { cancel_at: 'max_period_end', metadata: { why: 'x' } });
  expect(await only()).toMatchObject({ cancel_at_period_end: false, metadata: { why: 'x' } });
  await stripe.subscriptions.update(id, { cancel_at: NOW + 3 * DAY });
  driver.nextPeriod(customer);
  expect(await only()).toMatchObject({ status: 'canceled', ended_at: NOW + 3 * DAY });
});

test('the API call cancels a subscription at once', async () => {
  const { id } = await subscribe();
  expect(await stripe.subscriptions.cancel(id, { cancellation_details: { comment: 'bye' } })).toMatchObject({
    status: 'canceled',
    ended_at: NOW,
    cancellation_details: { comment: 'bye', reason: 'cancellation_requested' },
  });
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toThrow(
    'canceled subscription',
  );
});

test('a trial ends in a paid or an unpaid period', async () => {
  const { status, trial_end, items } = await subscribe({ trial_period_days: 7 });
  expect([status, trial_end, items.data[0]!.current_period_end]).toEqual(['trialing', NOW + 7 * DAY, NOW + 7 * DAY]);
  driver.nextPeriod(customer);
  expect(await only()).toMatchObject({ status: 'active', items: { data: [{ current_period_start: NOW + 7 * DAY }] } });
  const { id } = await subscribe({ trial_period_days: 7 });
  expect(await stripe.subscriptions.update(id, { trial_end: 'now' })).toMatchObject({ status: 'active' });
});

test('a trial without a card ends in a pause or a cancellation, and a paused subscription resumes', async () => {
  const bare = (await stripe.customers.create()).id;
  const trial = (missing_payment_method: 'pause' | 'cancel') =>
    subscribe({ customer: bare, trial_period_days: 1, trial_settings: { end_behavior: { missing_payment_method } } });
  const [paused, canceled] = [await trial('pause'), await trial('cancel')];
  driver.nextPeriod(bare);
  const statusOf = async ({ id }: { id: string }) => (await stripe.subscriptions.retrieve(id)).status;
  expect([await statusOf(paused), await statusOf(canceled)]).toEqual(['paused', 'canceled']);
  await stripe.customers.update(bare, { name: 'Bare' });
  driver.changeCard(bare, 'good');
  expect(await stripe.subscriptions.resume(paused.id)).toMatchObject({ status: 'active' });
  await expect(stripe.subscriptions.resume(paused.id)).rejects.toThrow('can be resumed');
});

test('a subscription expires without its first payment', async () => {
  const { status } = await subscribe({ payment_behavior: 'default_incomplete' });
  expect(status).toBe('incomplete');
  driver.nextPeriod(customer);
  expect(await only()).toMatchObject({ status: 'incomplete_expired', ended_at: NOW + 23 * 3600 });
  const bare = (await stripe.customers.create()).id;
  await expect(subscribe({ customer: bare })).rejects.toThrow('no attached payment source');
});

test('a switch of interval starts a new period with credit for the old one', async () => {
  const { id, items } = await subscribe();
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: driver.credentials.priceIds.yearly }],
    expand: ['latest_invoice'],
  });
  expect(changed.items.data[0]).toMatchObject({
    price: { recurring: { interval: 'year' } },
    current_period_start: NOW,
  });
  expect(day(changed.items.data[0]!.current_period_end)).toBe('2027-01-31');
  expect(changed.latest_invoice).toMatchObject({
    billing_reason: 'subscription_update',
    amount_due: 5000,
    status: 'paid',
  });
  const wrong = stripe.subscriptions.update(id, { items: [{ id: 'si_x', price: 'price_x' }] });
  await expect(wrong).rejects.toMatchObject({ code: 'resource_missing' });
});

test.each([
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'suspended_by_moon',
])('a subscription can have the status %s and is listed by it', async (status) => {
  const { id } = await subscribe();
  driver.setStatus(id, status);
  expect(await only()).toMatchObject({ id, status });
  const last = driver.events().at(-1);
  if (status !== 'active') expect(last?.data.object['status']).toBe(status);
  const { data } = await stripe.subscriptions.list({ customer, status: 'ended' });
  expect(data.map((one) => one.status)).toEqual(['canceled', 'incomplete_expired'].includes(status) ? [status] : []);
});

test('an update event lists previous values and is skipped without a change', async () => {
  const { id } = await subscribe();
  const before = driver.events().length;
  driver.cancel(id);
  driver.resume(id);
  driver.resume(id);
  const changes = driver.events().slice(before);
  expect(changes.map(({ data }) => Object.keys(data.previous_attributes ?? {}))).toEqual([
    ['cancel_at', 'canceled_at', 'cancellation_details'],
    ['cancel_at', 'canceled_at', 'cancellation_details'],
  ]);
  expect((await stripe.events.list({ type: 'customer.subscription.*' })).data.map((event) => event.id)).toEqual(
    driver
      .events()
      .map((event) => event.id)
      .reverse()
      .filter((eventId) =>
        driver
          .events()
          .find((event) => event.id === eventId)!
          .type.startsWith('customer.subscription.'),
      ),
  );
  expect(await stripe.events.retrieve(changes[0]!.id)).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
  });
});

test('deleting a customer cancels every subscription', async () => {
  const { id } = await subscribe();
  await subscribe();
  const before = driver.events().length;
  driver.deleteCustomer(customer);
  expect(typesSince(before)).toEqual([
    'customer.subscription.deleted',
    'customer.subscription.deleted',
    'customer.deleted',
  ]);
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(2);
});
