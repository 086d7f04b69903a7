import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import {
  AppError,
  type FiguresResponse,
  type ModeId,
  type PremiumConfigResponse,
  type SubscriptionResponse,
  type Usage,
  type UsageResponse,
} from '@parley/core';
import { catalogOf } from '../language/catalogs.ts';
import type { Backends } from '../chat/modes/mode.ts';
import { staffOf } from '../admin/people/testing.ts';
import { buyerOf } from '../testing/buyer.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { PriceList } from '../spending/prices.ts';
import type { OwnPlan } from './plan-file.ts';

const HOUR = 3_600_000;
const plan = (id: string, more: Partial<OwnPlan> = {}): OwnPlan => {
  return {
    id,
    name: id.toUpperCase(),
    description: `For ${id}.`,
    price: `price_${id}`,
    trialDays: 0,
    caps: {},
    ...more,
  };
};
const PRICES = [
  { id: 'price_basic', name: 'Basic at Stripe', amount: 500, currency: 'eur' },
  { id: 'price_pro', name: 'Pro at Stripe', amount: 2000, currency: 'eur', interval: 'year' },
  { id: 'price_yen', name: 'Yen', amount: 1500, currency: 'jpy' },
  { id: 'price_old', name: 'Gold', amount: 700, currency: 'eur' },
  { id: 'price_archived', name: 'Archived', amount: 100, isArchived: true },
  { id: 'price_once', name: 'Once', amount: 100, isOneTime: true },
] as const;

let open: { server: TestServer; sandbox: Sandbox }[] = [];
afterEach(async () => {
  for (const { server, sandbox } of open) {
    await server.close();
    await sandbox.close();
  }
  open = [];
});

async function start(ownPlans: OwnPlan[], options: TestServerOptions = {}): Promise<TestServer> {
  const publicUrl = 'https://parley.example.com';
  const sandbox = await startSandbox({ faults: true, delayMs: 0, publicUrl, stripePrices: PRICES });
  const server = await startTestServer({ sandbox, ownPlans, ...options });
  sandbox.stripe.turn({ webhookUrl: `${server.url}/api/billing/webhook` });
  open.push({ server, sandbox });
  return server;
}

const config = async (server: TestServer) => (await server.call('GET', '/api/billing/premium-config')).body;
const usage = async (server: TestServer, token: string) =>
  (await server.call('GET', '/api/chat/usage', token)).body as unknown as Usage;

async function send(server: TestServer, token: string, mode: ModeId = 'normal', text = 'hello') {
  const reply = await server.send(token, { conversationId: randomUUID(), selectedTool: mode, text });
  return { status: reply.status, ...(reply.status === 200 ? { events: await reply.all() } : { body: reply.error }) };
}

test('the plans have the amounts of Stripe in any currency, and one that cannot be sold has none', async () => {
  const caps = { messages: 200, pictures: 5, dollars: 1.5 };
  const ids = ['basic', 'pro', 'yen', 'archived', 'once', 'missing'];
  const server = await start(ids.map((id) => plan(id, id === 'basic' ? { trialDays: 7, caps } : {})));
  const { plans, ...rest } = await config(server);
  expect(rest).toMatchObject({ defaultPriceId: 'price_basic', priceIds: { pro: 'price_pro', once: 'price_once' } });
  expect(plans).toMatchObject([
    {
      id: 'basic',
      name: 'BASIC',
      description: 'For basic.',
      price: { amount: 500, currency: 'eur', interval: 'month', intervalCount: 1 },
      trialDays: 7,
      caps,
    },
    { id: 'pro', price: { amount: 2000, interval: 'year' }, trialDays: 0, caps: {} },
    { id: 'yen', price: { amount: 1500, currency: 'jpy' } },
    { id: 'archived', price: null },
    { id: 'once', price: null },
    { id: 'missing', price: null },
  ]);
});

test('known prices are shown while Stripe cannot be reached, and unknown ones are missing', async () => {
  let now = Date.now();
  const server = await start([plan('basic')], { now: () => now });
  const { stripe } = server.sandbox;
  stripe.turn({ apiFailure: 'error' });
  expect(await config(server)).toMatchObject({ success: false, code: 'unavailable' });
  stripe.turn({ apiFailure: 'none' });
  now += 60_000;
  await expect.poll(() => config(server)).toMatchObject({ plans: [{ price: { amount: 500 } }] });
  stripe.turn({ apiFailure: 'error' });
  now += HOUR;
  expect(await config(server)).toMatchObject({ plans: [{ price: { amount: 500 } }] });
});

test('a first subscription begins with the plan’s trial, and a second one does not', async () => {
  const server = await start([plan('basic', { trialDays: 7 })]);
  const buyer = await buyerOf(server);
  const subscription = await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'trialing']);
  server.sandbox.stripe.cancelNow(subscription);
  await expect.poll(buyer.plan).toEqual(['free', 'canceled']);
  await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
});

test('a plan is bought, switched and canceled, and its caps go with it', async () => {
  const server = await start([plan('basic', { caps: { messages: 2 } }), plan('pro', { caps: { messages: 4 } })]);
  const { stripe } = server.sandbox;
  const buyer = await buyerOf(server);
  const subscription = await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  expect((await send(server, buyer.token)).status).toBe(200);
  expect((await send(server, buyer.token)).status).toBe(200);
  const refused = await send(server, buyer.token);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'usage-limit-reached',
      error: 'You’ve reached your plan’s limit of 2 messages a day. Try again in 24 hours.',
      isLimitReached: false,
      messagesLimit: 2,
      limits: [{ name: 'Messages', used: 2, limit: 2 }],
    },
  });
  // In the same second as a send: the send is counted by the one rule or the other.
  stripe.switchPlan(subscription, 'price_pro');
  const during = await send(server, buyer.token);
  await stripe.settled();
  const { body } = await buyer.call('GET', 'subscription');
  expect(body as unknown as SubscriptionResponse).toMatchObject({ plan: 'pro', planName: 'PRO' });
  await expect.poll(async () => (await usage(server, buyer.token)).messagesLimit).toBe(4);
  for (let left = during.status === 200 ? 1 : 2; left > 0; left--) {
    expect((await send(server, buyer.token)).status).toBe(200);
  }
  expect((await send(server, buyer.token)).status).toBe(429);
  stripe.cancelNow(subscription);
  await expect.poll(buyer.plan).toEqual(['free', 'canceled']);
  expect((await usage(server, buyer.token)).limits).toBeUndefined();
});

test('costs are those of the plan by its name, for the figures and on the page of the person', async () => {
  const OWNER = 'boss@example.com';
  const server = await start([plan('basic'), plan('pro', { caps: { messages: 4 } })], {
    adminEmails: [OWNER],
    emailsVerifiedAtOnce: true,
    prices: new PriceList({ date: '2026-11-28', models: { demo: { input: 2, output: 10 } } }),
  });
  const owner = await server.signUp(OWNER);
  const boss = staffOf(server, owner);
  await send(server, await server.signUp());
  const buyer = await buyerOf(server);
  await buyer.subscribe('price_pro');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  await send(server, buyer.token);
  const { email } = await buyer.user();
  expect(await boss.find(email)).toMatchObject({
    planName: 'PRO',
    usage: { limits: [{ name: 'Messages', used: 1, limit: 4 }] },
  });
  const figures = async () =>
    (await server.call('GET', '/api/admin/figures?days=7', owner)).body as unknown as FiguresResponse;
  // Without costs while they are being read.
  await expect
    .poll(async () => (await figures()).costs?.plans.map((each) => each.plan).toSorted())
    .toEqual(['PRO', 'free']);
  const { costs, revenueByPlan } = await figures();
  expect(costs?.accounts.find((each) => each.email === email)).toMatchObject({ plan: 'PRO' });
  expect(revenueByPlan).toMatchObject([{ plan: 'PRO' }]);
});

test('a subscription whose plan left the file keeps working without caps, under its name at Stripe', async () => {
  const server = await start([plan('basic', { caps: { messages: 1 } })]);
  const buyer = await buyerOf(server);
  await buyer.checkout('price_basic');
  server.sandbox.stripe.subscribe(await buyer.customer(), 'price_old');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  for (let sent = 0; sent < 3; sent++) expect((await send(server, buyer.token)).status).toBe(200);
  const { body } = await buyer.call('GET', 'subscription');
  expect(body).toMatchObject({ plan: null, planName: 'Gold', next: { amount: 700, currency: 'eur' } });
});

test('thirty sends at once at the cap less one: one passes', async () => {
  const server = await start([plan('basic', { caps: { messages: 3 } })]);
  const buyer = await buyerOf(server);
  await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  for (let sent = 0; sent < 2; sent++) await send(server, buyer.token);
  const sends = await Promise.all(Array.from({ length: 30 }, () => send(server, buyer.token)));
  expect(sends.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(sends.filter(({ status }) => status === 429)).toHaveLength(29);
});

test('a picture counts toward the cap in any mode, and a failed one is given back', async () => {
  const server = await start([plan('basic', { caps: { pictures: 2 } })]);
  const buyer = await buyerOf(server);
  await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  const used = async () => (await usage(server, buyer.token)).limits;
  await send(server, buyer.token, 'image', '[[401]] a cat');
  expect(await used()).toEqual([{ name: 'Pictures', used: 0, limit: 2 }]);
  await send(server, buyer.token, 'image', 'a cat');
  await send(server, buyer.token, 'normal', 'Draw me a picture of a fox.');
  expect(await used()).toEqual([{ name: 'Pictures', used: 2, limit: 2 }]);
  expect(await send(server, buyer.token, 'image', 'a cat')).toMatchObject({
    status: 429,
    body: { error: 'You’ve reached your plan’s limit of 2 pictures a day. Try again in 24 hours.' },
  });
  expect((await send(server, buyer.token)).status).toBe(200);
});

test('a picture that Normal asked for stays counted when the reply is stopped meanwhile', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const imageModel: Backends['imageModel'] = {
    capability: async () => ({ ok: true }),
    draw(_, signal) {
      resolve();
      const stopped = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => stopped.reject(new AppError('model-failed')));
      return stopped.promise;
    },
  };
  const plans = [plan('basic', { caps: { pictures: 2 } })];
  const server = await start(plans, { backends: () => ({ imageModel }) });
  const buyer = await buyerOf(server);
  await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  const reply = await server.send(buyer.token, { text: 'Draw me a picture of a fox.' });
  await asked;
  await server.stop(buyer.token, reply);
  expect((await usage(server, buyer.token)).limits).toEqual([{ name: 'Pictures', used: 1, limit: 2 }]);
});

test('the free tier offers no mode without messages, and counts those of a limited one', async () => {
  const usageRule = { limit: 5, windowLength: 12 * HOUR, modes: { image: 1, thinking: 0 } };
  const server = await start([plan('basic')], { usageRule });
  const token = await server.signUp();
  const capabilities = async (as?: string) => (await server.call('GET', '/api/capabilities', as)).body;
  const locked = { thinking: { ok: false, reason: 'Thinking is part of Premium.' }, image: { ok: true } };
  expect(await capabilities(token)).toMatchObject(locked);
  expect(await capabilities()).toMatchObject(locked);
  expect(await send(server, token, 'thinking')).toMatchObject({
    status: 429,
    body: { code: 'usage-limit-reached', error: 'Thinking is part of Premium.', isLimitReached: false },
  });
  expect((await send(server, token, 'image', 'a cat')).status).toBe(200);
  expect(await send(server, token, 'image', 'a cat')).toMatchObject({
    status: 429,
    body: { error: 'You’ve used your 1 picture. Premium has more. Try again in 12 hours.' },
  });
  expect(await usage(server, token)).toMatchObject({
    messagesUsed: 1,
    messagesLimit: 5,
    limits: [
      { name: 'Messages', used: 1, limit: 5 },
      { name: 'Thinking', used: 0, limit: 0 },
      { name: 'Pictures', used: 1, limit: 1 },
    ],
  });
  expect((await config(server)).free).toEqual([
    { name: 'Thinking', limit: 0 },
    { name: 'Pictures', limit: 1 },
  ]);
});

test('a free account at its limit is promised no unlimited messages where plans are the operator’s own', async () => {
  const usageRule = { limit: 1, windowLength: 12 * HOUR };
  const server = await start([plan('basic', { caps: { messages: 200 } })], { usageRule });
  const token = await server.signUp();
  await send(server, token);
  expect(await send(server, token)).toMatchObject({
    status: 429,
    body: {
      code: 'usage-limit-reached',
      error: 'You’ve used your 1 message. Premium has more. Try again in 12 hours.',
      isLimitReached: true,
    },
  });
});

test('each reader of the prices gets the limits of the free tier in their own language', async () => {
  const usageRule = { limit: 5, windowLength: 12 * HOUR, modes: { image: 1 } };
  const server = await start([plan('basic')], { usageRule, languages: { offered: ['en', 'de'], content: {} } });
  const free = async (language: string) => {
    const headers = { 'Accept-Language': language };
    const response = await fetch(`${server.url}/api/billing/premium-config`, { headers });
    return ((await response.json()) as PremiumConfigResponse).free;
  };
  expect(await free('de')).toEqual([{ name: catalogOf('de').message('Pictures'), limit: 1 }]);
  expect(await free('en')).toEqual([{ name: 'Pictures', limit: 1 }]);
});

test('the operator sees the revenue of each plan, by currency', async () => {
  const adminEmails = ['boss@example.com'];
  const server = await start([plan('basic'), plan('yen')], { adminEmails, emailsVerifiedAtOnce: true });
  const admin = await server.signUp('boss@example.com');
  for (const price of ['price_basic', 'price_basic', 'price_yen']) {
    const buyer = await buyerOf(server);
    await buyer.subscribe(price);
    await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  }
  const old = await buyerOf(server);
  await old.checkout('price_basic');
  server.sandbox.stripe.subscribe(await old.customer(), 'price_old');
  await expect.poll(old.plan).toEqual(['premium', 'active']);
  const { body } = await server.call('GET', '/api/admin/figures', admin);
  expect((body as unknown as FiguresResponse).revenueByPlan).toEqual([
    { plan: 'BASIC', currency: 'eur', amount: 1000, count: 2 },
    { plan: 'Earlier plan', currency: 'eur', amount: 700, count: 1 },
    { plan: 'YEN', currency: 'jpy', amount: 1500, count: 1 },
  ]);
});

test('the cost of a day is the account’s ceiling, also with thirty sends at once', async () => {
  // An ordinary reply reserves 16,000 tokens in and 4,000 out.
  const prices = new PriceList({ date: '2026-11-23', models: { demo: { input: 2, output: 10 } } });
  const gate = Promise.withResolvers<void>();
  const gated = ({ model }: Backends): Partial<Backends> => {
    const stream: typeof model.stream = async (...request) => {
      await gate.promise;
      return model.stream(...request);
    };
    return {
      model: { stream, complete: model.complete, capabilities: model.capabilities, contextTokens: model.contextTokens },
    };
  };
  const plans = [plan('basic', { caps: { dollars: 0.08 } }), plan('pro')];
  const server = await start(plans, { prices, backends: gated });
  const buyer = await buyerOf(server);
  const subscription = await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  const sends = await Promise.all(Array.from({ length: 30 }, () => server.send(buyer.token, { text: 'hello' })));
  const accepted = sends.filter(({ status }) => status === 200);
  expect(accepted).toHaveLength(1);
  gate.resolve();
  await Promise.all(accepted.map((reply) => reply.all()));
  const other = await buyerOf(server);
  expect((await send(server, other.token)).status).toBe(200);
  server.sandbox.stripe.switchPlan(subscription, 'price_pro');
  await server.sandbox.stripe.settled();
  await expect.poll(async () => (await send(server, buyer.token)).status).toBe(200);
});

test('only buyers read how much of their plan’s daily dollars today’s replies cost', async () => {
  const prices = new PriceList({ date: '2026-11-23', models: { demo: { input: 2, output: 10 } } });
  const server = await start([plan('basic', { caps: { dollars: 1.5 } }), plan('pro')], { prices });
  const buyer = await buyerOf(server);
  const read = async (token: string) => (await server.call('GET', '/api/chat/usage', token)).body;
  expect(await read(buyer.token)).not.toHaveProperty('cost');
  await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  expect(await read(buyer.token)).toMatchObject({ cost: { dollars: 0, most: 1.5 } });
  expect((await send(server, buyer.token)).status).toBe(200);
  const [row] = await server.storage.spending.daily(0, 1_000_000);
  const { cost } = (await read(buyer.token)) as { cost?: NonNullable<UsageResponse['cost']> };
  expect(cost?.dollars).toBeGreaterThan(0);
  expect(cost?.dollars).toBe((row?.microdollars ?? 0) / 1e6);
  expect(cost?.resetsAt).toMatch(/T00:00:00\.000Z$/);
  expect(Date.parse(cost?.resetsAt ?? '')).toBeGreaterThan(Date.now());
  const unlimited = await buyerOf(server);
  await unlimited.subscribe('price_pro');
  await expect.poll(unlimited.plan).toEqual(['premium', 'active']);
  expect(await read(unlimited.token)).not.toHaveProperty('cost');
});

test('a spent day is refused with the cap and when it resets', async () => {
  const prices = new PriceList({ date: '2026-11-23', models: { demo: { input: 2, output: 10 } } });
  const server = await start([plan('basic', { caps: { dollars: 0.05 } })], { prices });
  const buyer = await buyerOf(server);
  await buyer.subscribe('price_basic');
  await expect.poll(buyer.plan).toEqual(['premium', 'active']);
  expect(await send(server, buyer.token)).toMatchObject({
    status: 429,
    body: { error: expect.stringMatching(/^You’ve reached your plan’s limit of \$0\.05 a day\. Try again in \d+ /) },
  });
});
