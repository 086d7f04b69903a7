import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSandbox, type Sandbox } from '../../start.ts';
import { clientOptions } from '../testing.ts';

let folder: string;
let stripeStateFile: string;
let sandbox: Sandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-stripe-'));
  stripeStateFile = join(folder, 'sandbox/stripe.json');
  await restart();
});
afterEach(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function restart(): Promise<void> {
  await sandbox?.close();
  sandbox = await startSandbox({ stripeStateFile });
  sandbox.stripe.turn({ drop: true });
}

const client = () => new Stripe(sandbox.stripe.credentials.secretKey, clientOptions(sandbox));

test('the Stripe account survives a restart', async () => {
  const { stripe } = sandbox;
  const customer = stripe.createCustomer('mira@example.com');
  stripe.subscribe(customer, stripe.credentials.priceIds.monthly);
  stripe.nextPeriod(customer);
  const before = await Promise.all([
    client().customers.retrieve(customer),
    client().subscriptions.list({ customer, status: 'all' }),
    client().invoices.list({ customer }),
  ]);
  const events = stripe.events();
  await restart();
  const after = await Promise.all([
    client().customers.retrieve(customer),
    client().subscriptions.list({ customer, status: 'all' }),
    client().invoices.list({ customer }),
  ]);
  expect(after.map((each) => JSON.parse(JSON.stringify(each)))).toEqual(
    before.map((each) => JSON.parse(JSON.stringify(each))),
  );
  expect(sandbox.stripe.events()).toEqual(events);
  // The customer's clock stays ahead.
  expect(sandbox.stripe.nextPeriod(customer)).toBe(true);
  const [subscription] = (await client().subscriptions.list({ customer })).data;
  expect(subscription?.items.data[0]?.current_period_start).toBeGreaterThan(Date.now() / 1000 + 40 * 86_400);
});

test('after a restart an open checkout can be paid and a repeated call gets its first answer', async () => {
  const order: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    line_items: [{ price: sandbox.stripe.credentials.priceIds.yearly, quantity: 1 }],
    success_url: 'http://localhost:3000/',
  };
  const session = await client().checkout.sessions.create(order, { idempotencyKey: 'once' });
  await restart();
  expect((await client().checkout.sessions.create(order, { idempotencyKey: 'once' })).id).toBe(session.id);
  expect(sandbox.stripe.pay(session.id)).toBe(true);
});

test('the state is written before the answer, so that it survives a kill', async () => {
  const { id } = await client().customers.create({ email: 'mira@example.com' });
  await expect.poll(() => readFileSync(stripeStateFile, 'utf8')).toContain(id);
  expect(readdirSync(join(folder, 'sandbox'))).toEqual(['stripe.json']);
});

test('a reset also empties the file', async () => {
  const { id } = await client().customers.create({ email: 'mira@example.com' });
  await expect.poll(() => readFileSync(stripeStateFile, 'utf8')).toContain(id);
  await fetch(`${sandbox.urls.home}__sandbox/reset`, { method: 'POST' });
  await expect.poll(() => readFileSync(stripeStateFile, 'utf8')).not.toContain(id);
  await restart();
  expect((await client().customers.list()).data).toEqual([]);
});

test.each(['', '{"customers":[[', '{"customers":[1]}', '[]'])(
  'a file with %j is reported and ignored',
  async (text) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await sandbox.close();
    writeFileSync(stripeStateFile.replace('sandbox/', ''), text);
    sandbox = await startSandbox({ stripeStateFile: join(folder, 'stripe.json') });
    expect(sandbox.stripe.events()).toEqual([]);
    expect(warn.mock.calls.join()).toMatch(
      text === '[]' ? /^$/ : /The sandbox’s Stripe starts empty, as .* cannot be read/,
    );
    warn.mockRestore();
  },
);
