import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Backends } from '../chat/modes/mode.ts';
import type { Mail } from '../mail/mail.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { BudgetStore, Ceilings } from '../storage/storage.ts';
import { NO_AMOUNTS } from '../storage/billing/spending-store.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { PriceList } from './prices.ts';

const CHAT = { input: 2, output: 10, search: 0.01 };
const prices = new PriceList({
  date: '2026-11-23',
  models: { demo: CHAT, 'demo-image': { input: 5, output: 40, picture: 0.04 }, 'demo-transcribe': { minute: 0.006 } },
});
/** 16,000 tokens to read and 4,000 to write. */
const RESERVED = 72_000;
/** One day, even around midnight. */
const NOW = Date.now();

async function start(costCeilings: Ceilings, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ prices, costCeilings, now: () => NOW, ...options });
  onTestFinished(() => server.close());
  return server;
}

/** Two servers that share nothing but their store. */
async function startTwo(costCeilings: Ceilings, options: TestServerOptions = {}): Promise<[TestServer, TestServer]> {
  const first = await start(costCeilings, options);
  const { sandbox } = first;
  return [first, await start(costCeilings, { ...options, sandbox, storage: { ...first.storage, async close() {} } })];
}

const daily = (server: TestServer) => server.storage.budgets.read('day', NOW);

it('of thirty messages at once, as many are accepted as the ceiling has room for, and what they cost is settled', async () => {
  const gate = Promise.withResolvers<void>();
  const gated = (own: Backends): Partial<Backends> => {
    const { model } = own;
    const stream: typeof model.stream = async (...request) => {
      await gate.promise;
      return model.stream(...request);
    };
    return {
      model: { stream, complete: model.complete, capabilities: model.capabilities, contextTokens: model.contextTokens },
    };
  };
  const server = await start(
    { day: 5 * RESERVED },
    { backends: gated, adminEmails: ['boss@example.com'], emailsVerifiedAtOnce: true },
  );
  const token = await server.signUp();
  const sent = await Promise.all(Array.from({ length: 30 }, () => server.send(token, { text: 'Hello [[fast]]' })));
  const accepted = sent.filter(({ status }) => status === 200);
  const refused = sent.filter(({ status }) => status !== 200);
  expect(accepted).toHaveLength(5);
  expect(refused[0]?.status).toBe(429);
  expect(refused[0]?.error).toMatchObject({ code: 'cost-limit-reached', message: expect.stringContaining('seconds') });
  expect(await daily(server)).toMatchObject({ spent: 0, reserved: 5 * RESERVED });
  expect(await server.messagesUsed(token)).toBe(5);
  gate.resolve();
  await Promise.all(accepted.map((reply) => reply.all()));
  const { spent, reserved } = await daily(server);
  expect(reserved).toBe(0);
  const [row] = await server.storage.spending.daily(0, 1_000_000);
  expect(row?.microdollars).toBeGreaterThan(0);
  expect(spent).toBe(row?.microdollars);
  const admin = await server.signUp('boss@example.com');
  const limit = { period: 'day', microdollars: spent, reserved: 0, most: 5 * RESERVED };
  // Without costs while they are being read.
  await expect
    .poll(async () => (await server.call('GET', '/api/admin/figures', admin)).body.costs)
    .toMatchObject({ limits: [limit] });
});

it.each(['account', 'day', 'month'] as const)(
  'of thirty messages at once, two processes without Redis accept one where the ceiling of the %s has room for one',
  async (ceiling) => {
    const [server, other] = await startTwo({ [ceiling]: 2 * RESERVED - 1 });
    const token = await server.signUp();
    const sends = Array.from({ length: 30 }, (_, index) =>
      (index % 2 === 0 ? server : other).send(token, { text: '[[stall]]' }),
    );
    const sent = await Promise.all(sends);
    const [accepted, ...more] = sent.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(await server.storage.budgets.owners()).toHaveLength(1);
    const owner = sent.findIndex(({ status }) => status === 200) % 2 === 0 ? server : other;
    await owner.call('POST', `/api/chat/stream/${await accepted?.generationId()}/stop`, token);
    await accepted?.all();
  },
);

const CALCULATE = '[[saycall calculate {"expression":"1+1"}]]';

it('each round of tools reserves for itself, beside what the rounds before it have used', async () => {
  const inRound = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mayGoOn = Promise.withResolvers<void>();
  let rounds = 0;
  const gated = ({ model }: Backends): Partial<Backends> => {
    const stream: typeof model.stream = async (...request) => {
      inRound[rounds++]?.resolve();
      if (rounds === 2) await mayGoOn.promise;
      return model.stream(...request);
    };
    return {
      model: { stream, complete: model.complete, capabilities: model.capabilities, contextTokens: model.contextTokens },
    };
  };
  const server = await start({ day: 5 * RESERVED, month: 9 * RESERVED }, { backends: gated });
  const token = await server.signUp();
  const reply = await server.send(token, { text: CALCULATE });
  await inRound[1]?.promise;
  const { model, billed } = server.sandbox.log()[0] ?? {};
  const first = prices.priceOf(model ?? '', { ...billed });
  expect(await daily(server)).toMatchObject({ spent: 0, reserved: RESERVED + first });
  mayGoOn.resolve();
  await reply.all();
  await expect.poll(() => daily(server)).toMatchObject({ reserved: 0 });
  const [row] = await server.storage.spending.daily(0, 1_000_000);
  expect(row?.requests).toBe(2);
  expect((await daily(server)).spent).toBe(row?.microdollars);
});

it('a reply that reaches a ceiling between its rounds ends with the reason, and keeps what it has shown', async () => {
  const server = await start({ account: RESERVED + 1 });
  const token = await server.signUp();
  const conversationId = randomUUID();
  const events = await (await server.send(token, { conversationId, text: CALCULATE })).all();
  expect(events.at(-1)?.event).toMatchObject({
    type: 'error',
    code: 'cost-limit-reached',
    error: expect.stringMatching(/^You’ve used up today’s budget of your account\. Try again in /),
  });
  expect((await server.messages(token, conversationId)).at(-1)).toMatchObject({
    text: 'Let me see.',
    errorCode: 'cost-limit-reached',
    isError: true,
  });
  expect(server.sandbox.log()).toHaveLength(1);
  const [row] = await server.storage.spending.daily(0, 1_000_000);
  expect(row).toMatchObject({ requests: 1, estimatedRequests: 0 });
  expect((await server.send(token, { text: 'Hello' })).status).toBe(429);
});

it.each([
  ['account', 'budget of your account'],
  ['day', 'Today’s budget of this server'],
  ['month', 'This month’s budget of this server'],
] as const)(
  'a spent ceiling of the %s refuses everything that costs, and says when it goes on',
  async (ceiling, words) => {
    const server = await start({ [ceiling]: 1 });
    const token = await server.signUp();
    const temporary = { temporary: true, messages: [{ role: 'user', content: 'Hello' }] };
    for (const message of [{ text: 'Hello' }, { text: 'A boat', selectedTool: 'image' }, temporary]) {
      const { status, error } = await server.send(token, message);
      expect([status, error?.code, error?.message]).toEqual([
        429,
        'cost-limit-reached',
        expect.stringContaining(words),
      ]);
      expect(error?.message).toMatch(/Try again in \d+ (minute|hour|day)/);
    }
    expect((await server.call('POST', '/api/onboarding/demo', token, { goal: 'writing' })).status).toBe(429);
    expect(server.sandbox.log()).toEqual([]);
    expect(await server.messagesUsed(token)).toBe(0);
    expect(await server.storage.spending.daily(0, 1_000_000)).toEqual([]);
  },
);

it('an account’s ceiling leaves others alone', async () => {
  const server = await start({ account: RESERVED });
  const [one, other] = [await server.signUp(), await server.signUp()];
  const running = await server.send(one, { text: '[[stall]]' });
  expect((await server.send(one, { text: 'Hello' })).status).toBe(429);
  expect((await (await server.send(other, { text: 'Hello [[fast]]' })).all()).length).toBeGreaterThan(0);
  await server.stop(one, running);
});

it('a reply that fails gives its reservation back', async () => {
  const server = await start({ day: RESERVED });
  const token = await server.signUp();
  for (let times = 0; times < 3; times++) await (await server.send(token, { text: '[[401]]' })).all();
  expect(await daily(server)).toMatchObject({ spent: 0, reserved: 0 });
});

it('admins get one mail at 50 and one at 80 percent, however many messages and processes pass them', async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} };
  const ceilings = { day: 100 * RESERVED };
  const [server, other] = await startTwo(ceilings, { adminEmails: ['boss@example.com'], mailer });
  const token = await server.signUp('spender@example.com');
  const userId = (await server.storage.users.findByEmail('spender@example.com'))?.id ?? '';
  const subjects = () => mails.flatMap(({ to, subject }) => (to === 'boss@example.com' ? [subject] : []));
  const spend = async (microdollars: number) => {
    const { budgets } = server.storage;
    const id = randomUUID();
    const reservation = { userId, id, owner: 'spender', microdollars: 0, ceilings, now: NOW };
    await budgets.reserve(reservation);
    await budgets.settle(userId, id, microdollars);
  };
  const sendAll = async () => {
    for (const each of [server, other, server, other]) await (await each.send(token, { text: '[[fast]]' })).all();
  };
  await sendAll();
  await spend(49 * RESERVED);
  await sendAll();
  await spend(RESERVED);
  await sendAll();
  await expect.poll(subjects).toEqual([expect.stringContaining('50%')]);
  await spend(30 * RESERVED);
  await sendAll();
  await expect.poll(subjects).toEqual([expect.stringContaining('50%'), expect.stringContaining('80%')]);
});

it('admins get the mail of a share when the reply that reaches it has ended', async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} };
  const ceilings = { day: 4 * RESERVED, month: 100 * RESERVED };
  const server = await start(ceilings, { adminEmails: ['boss@example.com'], mailer });
  const token = await server.signUp('spender@example.com');
  const userId = (await server.storage.users.findByEmail('spender@example.com'))?.id ?? '';
  const spent = { plan: 'free', models: [{ ...NO_AMOUNTS, model: 'demo', microdollars: 2 * RESERVED - 1 }] };
  await server.storage.spending.add(userId, 'title', spent, NOW);
  await (await server.send(token, { text: '[[fast]]' })).all();
  await expect
    .poll(() => mails.filter(({ to }) => to === 'boss@example.com'))
    .toMatchObject([{ subject: expect.stringContaining('50% of today’s budget') }]);
});

it('the mail of a share comes with the next reply when the store failed to mark it', async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} };
  const { sandbox, storage } = await start({});
  const markNotified = vi.fn<BudgetStore['markNotified']>(storage.budgets.markNotified);
  markNotified.mockRejectedValueOnce(new Error('The store is away.'));
  const server = await start(
    { day: 4 * RESERVED },
    {
      sandbox,
      storage: { ...storage, budgets: { ...storage.budgets, markNotified }, async close() {} },
      adminEmails: ['boss@example.com'],
      mailer,
    },
  );
  const token = await server.signUp('spender@example.com');
  const userId = (await server.storage.users.findByEmail('spender@example.com'))?.id ?? '';
  const spent = { plan: 'free', models: [{ ...NO_AMOUNTS, model: 'demo', microdollars: 2 * RESERVED }] };
  await server.storage.spending.add(userId, 'title', spent, NOW);
  await (await server.send(token, { text: '[[fast]]' })).all();
  await expect.poll(() => markNotified.mock.calls.length).toBe(1);
  await (await server.send(token, { text: '[[fast]]' })).all();
  await expect
    .poll(() => mails.filter(({ to }) => to === 'boss@example.com'))
    .toMatchObject([{ subject: expect.stringContaining('50% of today’s budget') }]);
});

it('admins get one mail when the server’s ceiling is reached', async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} };
  const server = await start({ day: 1 }, { adminEmails: ['boss@example.com'], mailer });
  const token = await server.signUp();
  for (let times = 0; times < 3; times++) expect((await server.send(token, { text: 'Hello' })).status).toBe(429);
  const toBoss = () => mails.filter(({ to }) => to === 'boss@example.com');
  await expect.poll(toBoss).toMatchObject([{ subject: expect.stringContaining('100%') }]);
  expect(await server.storage.budgets.markNotified('day', Math.floor(NOW / 86_400_000), 100)).toBe(false);
});

it('a demo that the store fails to record reserves nothing', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const claimDemo = () => Promise.reject(new Error('the disk is gone'));
  const onboarding = { ...storage.onboarding, claimDemo };
  const server = await start({ day: RESERVED }, { storage: { ...storage, onboarding } });
  const token = await server.signUp();
  expect((await server.call('POST', '/api/onboarding/demo', token, { goal: 'writing' })).status).toBe(500);
  expect(await daily(server)).toMatchObject({ spent: 0, reserved: 0 });
});
