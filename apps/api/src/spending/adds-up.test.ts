import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { SandboxRequest } from '@parley/sandbox';
import { failReply } from '@parley/core';
import { addAmounts, NO_AMOUNTS, type Amounts } from '../storage/billing/spending-store.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { PriceList } from './prices.ts';

/** With each API. */
const REPLIES = process.env.PARLEY_TEST_ALL ? 500 : 60;
const AT_ONCE = 8;
const CENT = 10_000;

/** Dollars per million tokens, and for each picture, search and minute. */
const CHAT = { input: 2, output: 10, search: 0.01 };
const PICTURES = { input: 5, pictureInput: 8, output: 40, picture: 0.042 };
const prices = new PriceList({
  date: '2026-11-23',
  models: { demo: CHAT, 'demo-image': PICTURES, 'demo-transcribe': { minute: 0.006 } },
});

/** The sandbox's bill for a request, in microdollars. */
function billOf({ model, billed = {} }: SandboxRequest): number {
  const { inputTokens = 0, pictureTokens = 0, outputTokens = 0, searches = 0 } = billed;
  const price = model === 'demo-image' ? PICTURES : { ...CHAT, pictureInput: CHAT.input };
  const textTokens = inputTokens - pictureTokens;
  return Math.round(
    textTokens * price.input +
      pictureTokens * price.pictureInput +
      outputTokens * price.output +
      searches * CHAT.search * 1e6,
  );
}

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ prices, namesConversations: true, ...options });
  onTestFinished(() => server.close());
  return server;
}

async function spent(server: TestServer): Promise<Amounts> {
  const sums = await server.storage.spending.daily(0, 1_000_000);
  return sums.reduce<Amounts>(addAmounts, { ...NO_AMOUNTS });
}

type Scene = (server: TestServer, token: string) => Promise<unknown>;

const ask =
  (text: string, more: object = {}): Scene =>
  async (server, token) =>
    (await server.send(token, { text: `${text} [[fast]]`, ...more })).all();

const stopped: Scene = async (server, token) => {
  const reply = await server.send(token, { text: '[[long 40]] [[stall 9]]' });
  await reply.until(({ event }) => event.type === 'content' && event.content.includes('word9'));
  await server.stop(token, reply);
};

const retried: Scene = async (server, token) => {
  const conversationId = randomUUID();
  await ask('Hello', { conversationId })(server, token);
  await ask('', { conversationId, isRegeneration: true })(server, token);
};

/** Another process takes over, as after a crash. */
const crashed: Scene = async (server, token) => {
  const reply = await server.send(token, { text: '[[long 40]] [[stall 9]]' });
  await reply.until(({ event }) => event.type === 'content' && event.content.includes('word9'));
  const generationId = await reply.generationId();
  await expect
    .poll(async () => (await server.storage.replies.unfinished([server.cluster.id])).map(({ message }) => message.text))
    .toContainEqual(expect.stringContaining('word9'));
  const { storage } = server;
  const [unfinished] = (await storage.replies.unfinished([server.cluster.id])).filter(
    (each) => each.generationId === generationId,
  );
  if (!unfinished) throw new Error('The reply has no checkpoint.');
  const message = failReply(unfinished.message, 'interrupted', 'Interrupted.');
  expect(await storage.replies.end({ generationId, message, usage: 'consume', now: Date.now() })).toBe(true);
  await server.call('POST', `/api/chat/stream/${generationId}/stop`, token);
};

const SCENES: Scene[] = [
  ask('What is 12 × 7?'),
  ask('Think about it.', { selectedTool: 'thinking' }),
  ask('How do I cancel?', { selectedTool: 'web_search' }),
  ask('A red boat', { selectedTool: 'image' }),
  ask('[[500]]'),
  ask('[[429]]'),
  ask('[[mid500 6]]'),
  ask('[[cut 8]]'),
  ask('[[eof 5]]'),
  ask('[[refuse]]'),
  ask('[[length]]'),
  stopped,
  retried,
  crashed,
  (server, token) =>
    server
      .send(token, { temporary: true, messages: [{ role: 'user', content: 'Hello [[fast]]' }] })
      .then((reply) => reply.all()),
];

it.each(['responses', 'chat'] as const)(
  'what replies cost adds up to the bill of the %s API to the cent',
  async (api) => {
    const server = await start({ api });
    const token = await server.signUp();
    const bills = new Map<string, number>();
    for (let begun = 0; begun < REPLIES; begun += AT_ONCE) {
      const scenes = Array.from({ length: AT_ONCE }, (_, index) => SCENES[(begun + index) % SCENES.length]);
      await Promise.all(scenes.map((scene) => scene?.(server, token)));
      // Titles may take longer than their replies, and the log keeps the last 500 requests.
      await expect
        .poll(() => server.sandbox.log().every(({ ended, closed, cut }) => ended ?? closed ?? cut))
        .toBe(true);
      for (const request of server.sandbox.log()) bills.set(request.id, billOf(request));
    }
    const billed = [...bills.values()].reduce((sum, bill) => sum + bill, 0);
    await expect.poll(async () => Math.abs((await spent(server)).microdollars - billed)).toBeLessThan(CENT);
    const { microdollars, estimatedMicrodollars, unpricedRequests } = await spent(server);
    // Whatever was counted is exact, so the estimates alone are off, and not by much.
    expect(Math.abs(microdollars - billed)).toBeLessThan(estimatedMicrodollars / 10);
    expect(estimatedMicrodollars).toBeGreaterThan(0);
    expect(estimatedMicrodollars).toBeLessThan(microdollars);
    expect(unpricedRequests).toBe(0);
  },
  300_000,
);

it.each(['responses', 'chat'] as const)('whole replies of the %s API cost exactly what was billed', async (api) => {
  const server = await start({ api });
  const token = await server.signUp();
  for (const mode of ['normal', 'thinking', 'image', 'web_search']) {
    await ask('Hello', { selectedTool: mode })(server, token);
  }
  const titles = () => server.sandbox.log().filter(({ kind, ended }) => kind === 'title' && ended);
  await expect.poll(titles).toHaveLength(4);
  const billed = server.sandbox.log().reduce((sum, request) => sum + billOf(request), 0);
  await expect.poll(() => spent(server)).toMatchObject({ microdollars: billed, estimatedRequests: 0 });
  const modes = new Set((await server.storage.spending.daily(0, 1_000_000)).map(({ mode }) => mode));
  expect(modes).toEqual(new Set(['normal', 'thinking', 'image', 'web_search', 'title']));
});
