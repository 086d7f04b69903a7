import { expect, it, onTestFinished } from 'vitest';
import type { Backends } from '../chat/modes/mode.ts';
import type { Mail } from '../mail/mail.ts';
import type { Ceilings } from '../storage/storage.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { PriceList } from './prices.ts';

const CHAT = { input: 2, output: 10, search: 0.01 };
const prices = new PriceList({
  date: '2026-11-23',
  models: { demo: CHAT, 'demo-image': { input: 5, output: 40, picture: 0.04 }, 'demo-transcribe': { minute: 0.006 } },
});
/** 16,000 tokens to read and 4,000 to write. */
const RESERVED = 72_000;

async function start(costCeilings: Ceilings, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ prices, costCeilings, ...options });
  onTestFinished(() => server.close());
  return server;
}

const daily = (server: TestServer) => server.storage.budgets.read('day', Date.now());

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
  expect(await daily(server)).toEqual({ spent: 0, reserved: 5 * RESERVED });
  expect(await server.messagesUsed(token)).toBe(5);
  gate.resolve();
  await Promise.all(accepted.map((reply) => reply.all()));
  const { spent, reserved } = await daily(server);
  expect(reserved).toBe(0);
  const [row] = await server.storage.spending.daily(0, 1_000_000);
  expect(row?.microdollars).toBeGreaterThan(0);
  expect(spent).toBe(row?.microdollars);
  const admin = await server.signUp('boss@example.com');
  const { body } = await server.call('GET', '/api/admin/figures', admin);
  const limit = { period: 'day', microdollars: spent, reserved: 0, most: 5 * RESERVED };
  expect(body.costs).toMatchObject({ limits: [limit] });
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
  await server.call('POST', `/api/chat/stream/${await running.generationId()}/stop`, one);
});

it('a reply that fails gives its reservation back', async () => {
  const server = await start({ day: RESERVED });
  const token = await server.signUp();
  for (let times = 0; times < 3; times++) await (await server.send(token, { text: '[[401]]' })).all();
  expect(await daily(server)).toEqual({ spent: 0, reserved: 0 });
});

it('admins get one mail when the server’s ceiling is reached', async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: async () => {} };
  const server = await start({ day: 1 }, { adminEmails: ['boss@example.com'], mailer });
  const token = await server.signUp();
  for (let times = 0; times < 3; times++) expect((await server.send(token, { text: 'Hello' })).status).toBe(429);
  const toBoss = () => mails.filter(({ to }) => to === 'boss@example.com');
  await expect.poll(toBoss).toMatchObject([{ subject: expect.stringContaining('100%') }]);
  expect(await server.storage.budgets.markTold('day', Math.floor(Date.now() / 86_400_000), 100)).toBe(false);
});
