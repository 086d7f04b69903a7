import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox, type SandboxStripe } from '../../start.ts';
import { clientOptions, press } from '../testing.ts';

let sandbox: Sandbox;
let driver: SandboxStripe;
let stripe: Stripe;
let customer: string;
beforeEach(async () => {
  sandbox = await startSandbox({ productName: '<i>Parley' });
  driver = sandbox.stripe;
  driver.turn({ drop: true });
  stripe = new Stripe(driver.credentials.secretKey, clientOptions(sandbox));
  customer = driver.createCustomer('<b>@example.com');
});
afterEach(() => sandbox.close());

const look = async (url: string) => (await fetch(url, { headers: { accept: 'text/html' } })).text();
const only = async () => (await stripe.subscriptions.list({ customer, status: 'all' })).data[0]!;
const post = (path: string, body: object) =>
  fetch(`${sandbox.urls.stripe}/stripe/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

test('the portal cancels, resumes and switches a subscription and changes its card', async () => {
  const { id: subscription } = driver.subscribe(customer, driver.credentials.priceIds.monthly);
  const { url } = await stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://localhost:3000/?a=1&b=2',
  });
  const page = await look(url);
  expect(page).toContain('href="http://localhost:3000/?a=1&#38;b=2"');
  expect(page).toContain('Monthly plan');
  expect(page).toContain('Switch to Yearly, $60.00 per year');
  expect(page).not.toContain('<b>@');
  expect(page).not.toContain('<i>');

  const pressed = await press(url, { subscription, answer: 'cancel' });
  expect([pressed.status, pressed.headers.get('location')]).toEqual([303, new URL(url).pathname]);
  expect(await look(url)).toContain('Don’t cancel plan');
  expect(await only()).toMatchObject({ cancel_at_period_end: false, cancel_at: expect.any(Number) as number });
  await press(url, { subscription, answer: 'resume' });
  expect((await only()).cancel_at).toBeNull();
  await press(url, { subscription, answer: 'switch', price: driver.credentials.priceIds.yearly });
  expect(await look(url)).toContain('Yearly plan');
  await press(url, { answer: 'card-declining' });
  expect(await look(url)).toContain('Card ending in 0341');
  driver.nextPeriod(customer);
  expect((await only()).status).toBe('past_due');
  await press(url, { answer: 'card-good' });
  expect((await only()).status).toBe('active');
  driver.cancelNow(subscription);
  expect(await look(url)).toContain('You don’t have a plan.');
});

test('a portal session cannot change another customer’s subscription', async () => {
  const other = driver.createCustomer('other@example.com');
  const { id: subscription } = driver.subscribe(other, driver.credentials.priceIds.monthly);
  const { url } = await stripe.billingPortal.sessions.create({ customer });
  expect((await press(url, { subscription, answer: 'cancel' })).status).toBe(404);
  expect((await press(url, { answer: 'dance' })).status).toBe(400);
  expect((await stripe.subscriptions.retrieve(subscription)).cancel_at).toBeNull();
  expect((await fetch(`${url}x`)).status).toBe(404);
});

test('the control page shows subscriptions and their actions', async () => {
  const home = `${sandbox.urls.stripe}/stripe`;
  expect(await look(sandbox.urls.home)).toContain(`<code>${home}</code>`);
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: driver.credentials.priceIds.weekly }],
    success_url: 'http://localhost:3000/',
    customer,
  });
  const before = await look(home);
  expect(before).toContain('Start a trial');
  expect(before).toContain(session.url);
  await press(`${home}/__do`, {
    action: 'subscribe',
    customer,
    price: driver.credentials.priceIds.weekly,
    trial_days: '7',
  });
  expect((await only()).status).toBe('trialing');
  const { headers } = await press(`${home}/__do`, { action: 'next-period', customer });
  expect(headers.get('location')).toBe('/stripe');
  expect((await only()).status).toBe('active');
  const page = await look(home);
  for (const text of [
    'Fail the next renewal',
    'their date is',
    'Cancel now',
    'Delete customer',
    '&#60;b&#62;@example.com',
  ]) {
    expect(page).toContain(text);
  }
  await press(`${home}/__do`, { action: 'fail-renewal', customer });
  expect((await only()).status).toBe('past_due');
  await press(`${home}/__do`, { action: 'set-status', subscription: (await only()).id, status: 'unpaid' });
  expect((await only()).status).toBe('unpaid');
  await press(`${home}/__do`, { action: 'delete-customer', customer });
  expect(await look(home)).toContain('No one yet.');
  await press(`${home}/__do`, { action: 'expire-checkout', session: session.id });
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
});

test('the submitted knob form keeps the values it shows', async () => {
  const home = `${sandbox.urls.stripe}/stripe`;
  driver.turn({
    drop: false,
    copies: 2,
    signature: 'rotated',
    retryDelaysMs: [5, 6],
    apiFailureTimes: 3,
    shuffle: true,
  });
  const knobs = driver.knobs();
  const page = await look(home);
  const fields: Record<string, string> = {};
  for (const [, name, value] of page.matchAll(/<input name="(\w+)" value="([^"]*)"/g)) fields[name!] = value!;
  for (const [, name] of page.matchAll(/<input type="checkbox" name="(\w+)" value="true" checked>/g))
    fields[name!] = 'true';
  for (const [, name, value] of page.matchAll(
    /<select name="(\w+)">(?:<option>[^<]*<\/option>)*<option selected>([^<]*)</g,
  )) {
    fields[name!] = value!;
  }
  driver.turn({ copies: 1, shuffle: false, retryDelaysMs: [] });
  delete fields['status'];
  expect((await press(`${home}/__knobs`, fields)).status).toBe(303);
  expect(driver.knobs()).toEqual(knobs);
});

test('a JSON call runs the control page’s actions and returns the result', async () => {
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: driver.credentials.priceIds.monthly }],
    success_url: 'http://localhost:3000/',
    customer,
  });
  const act = async (fields: object) => (await post('__do', fields)).json() as Promise<unknown>;
  expect(await act({ action: 'pay', session: session.id })).toEqual({ paid: true });
  expect(await act({ action: 'next-period', customer })).toEqual({ moved: true });
  const { id: subscription } = await only();
  expect(await act({ action: 'cancel', subscription })).toEqual({ success: true });
  expect((await only()).cancel_at).not.toBeNull();
  await act({ action: 'resume', subscription });
  await act({ action: 'switch-plan', subscription, price: driver.credentials.priceIds.yearly });
  await act({ action: 'change-card', customer, card: 'declining' });
  await act({ action: 'settle' });
  expect((await only()).items.data[0]?.price.recurring?.interval).toBe('year');
  await act({ action: 'cancel-now', subscription });
  expect((await only()).status).toBe('canceled');
  const made = (await act({ action: 'create-customer', email: 'new@example.com' })) as { customer: string };
  expect(await stripe.customers.retrieve(made.customer)).toMatchObject({ email: 'new@example.com' });

  expect(await (await post('__knobs', { copies: 2 })).json()).toMatchObject({ copies: 2, drop: true });
  const state = (await (await fetch(`${sandbox.urls.stripe}/stripe/__state`)).json()) as Record<string, unknown[]>;
  expect(state['customers']).toHaveLength(2);
  expect(state['subscriptions']).toMatchObject([{ id: subscription }]);
  expect(state['events']!.length).toBeGreaterThan(5);
});

test.each([
  ['__do', { action: 'dance' }, 400],
  ['__do', { action: 'next-period' }, 400],
  ['__do', { action: 'next-period', customer: 'cus_x' }, 404],
  ['__do', { action: 'change-card', customer: 'cus_x', card: 'gold' }, 400],
  ['__knobs', { copies: 'many' }, 400],
  ['__knobs', { tempo: 1 }, 400],
] as const)('refuses %s %j', async (path, body, status) => {
  const answer = await post(path, body);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test('other paths answer 404', async () => {
  expect((await fetch(`${sandbox.urls.stripe}/stripe/nothing`)).status).toBe(404);
});
