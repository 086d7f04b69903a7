import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '@parley/core';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';

let server: TestServer;
let token: string;
let conversationId: string;
afterEach(() => server.close());

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer(options);
  token = await server.signUp();
  conversationId = randomUUID();
}

async function ask(text: string, more: Record<string, unknown> = {}): Promise<void> {
  await (await server.send(token, { conversationId, text, ...more })).all();
}

const requests = (kind: string) => server.sandbox.log().filter((entry) => entry.kind === kind);
/** The last request for a reply. */
const lastRequest = () => requests('reply').at(-1);
const inputOf = (entry = lastRequest()) => (entry?.input ?? entry?.messages) as { role: string; content: unknown }[];
const summaries = async () =>
  (await server.messages(token, conversationId)).filter(({ summary }: Message) => summary !== undefined);
/** Waits until a summary is stored, or where messages are left out. */
const untilSummaries = (count: number) => expect.poll(async () => (await summaries()).length).toBe(count);

const PAD = 'tea '.repeat(200);

describe.each(['responses', 'chat'] as const)('short conversations, with %s', (api) => {
  it('a conversation that fits the model is sent whole, however many messages it has', async () => {
    await start({ api });
    await ask('My name is Zuleika. [[long 3]]');
    for (let turn = 0; turn < 39; turn++) await ask(`Turn ${turn} [[long 3]]`);
    await ask('What is my name?');
    const asked = JSON.stringify(inputOf());
    expect(asked).toContain('Zuleika');
    expect(inputOf().filter(({ role }) => role === 'user' || role === 'assistant')).toHaveLength(81);
    expect(requests('summary')).toHaveLength(0);
  });

  it('each request of a conversation that fits the model begins with the bytes of the one before, even after a document and a picture', async () => {
    await start({ api });
    const upload = async (name: string, text: string) =>
      ((await server.upload(token, name, 'text/plain', text)).body.file as { id: string }).id;
    await ask('Read this [[long 3]]', { attachmentIds: [await upload('a.txt', PAD.repeat(60))] });
    await ask('And this [[long 3]]', { attachmentIds: [await upload('b.txt', 'Short.')] });
    const bodies: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await ask(`Turn ${turn} [[long 3]]`);
      const entry = lastRequest();
      bodies.push(JSON.stringify([entry?.instructions ?? null, ...inputOf(entry)]).slice(0, -1));
    }
    const [first = '', second = '', third = ''] = bodies;
    expect(second.startsWith(first)).toBe(true);
    expect(third.startsWith(second)).toBe(true);
    expect(first).toContain(PAD.trim().repeat(1));
  });
});

/** The number of requests for a summary, once the last reply's attempt has ended. */
async function attempts(): Promise<number> {
  for (;;) {
    const count = requests('summary').length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    if (requests('summary').length === count) return count;
  }
}

describe('long conversations', () => {
  it('a conversation that outgrows the model is summarized after the reply, and the next request has the summary and the newest messages', async () => {
    await start({ contextTokens: 4096 });
    await ask('My name is Zuleika. [[long 3]]');
    // The last of these is the first that outgrows it.
    for (let turn = 0; turn < 4; turn++) await ask(`Turn ${turn} ${PAD.slice(0, 400)} [[long 3]]`);
    await untilSummaries(1);
    const [last] = await summaries();
    expect(last).toMatchObject({ isUser: false, summary: expect.stringContaining('Zuleika') });
    const [call] = requests('summary');
    expect(JSON.stringify(call?.input)).toContain('User: My name is Zuleika.');

    const used = await server.messagesUsed(token);
    await ask('What is my name? [[long 3]]');
    expect(lastRequest()?.instructions).toContain(`<summary>\n${last?.summary}\n</summary>`);
    expect(JSON.stringify(inputOf())).not.toContain('Zuleika');
    expect(inputOf()[0]?.role).toBe('user');
    expect(await server.messagesUsed(token)).toBe(used + 1);
  });

  it('a conversation that outgrows the model is not summarized on another branch that begins above the summary', async () => {
    await start({ contextTokens: 4096 });
    await ask('The first question is about Rome. [[long 3]]');
    for (let turn = 0; turn < 8; turn++) await ask(`Turn ${turn} ${PAD.slice(0, 400)} [[long 3]]`);
    await expect.poll(async () => (await summaries()).length).toBeGreaterThan(0);
    const [, , second] = await server.messages(token, conversationId);
    await ask('Another second question', { isRegeneration: true, originalMessageId: second?.id });
    expect(lastRequest()?.instructions).not.toContain('<summary>');
    expect(JSON.stringify(inputOf())).toContain('Rome');
    expect(await summaries()).toEqual([]);
  });

  it('a conversation that outgrows the model goes on without its beginning when the summary fails, and says so to the model', async () => {
    await start({ contextTokens: 4096 });
    // Unlike a 500, a 401 is not retried.
    await ask('[[401]] My name is Zuleika.');
    for (let turn = 0; turn < 8; turn++) await ask(`Turn ${turn} ${PAD.slice(0, 400)} [[long 3]]`);
    await expect.poll(async () => (await summaries()).length).toBeGreaterThan(0);
    expect((await summaries())[0]).toMatchObject({ summary: null });
    const calls = await attempts();
    await ask('Go on [[long 3]]');
    expect(lastRequest()?.instructions).toContain('Earlier messages of this conversation are left out.');
    expect(await attempts()).toBeLessThanOrEqual(calls + 1);
  });

  it('a conversation that outgrows the model is summarized only within the hourly limit for requests to the provider', async () => {
    await start({ contextTokens: 4096, rateLimits: { replies: 12 } });
    let status = 200;
    for (let turn = 0; status === 200 && turn < 20; turn++) {
      // The beginning never fits beside these, so each turn asks for a summary.
      const reply = await server.send(token, { conversationId, text: `Turn ${turn} ${PAD.repeat(6)} [[long 3]]` });
      status = reply.status;
      if (status === 200) await reply.all();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(status).toBe(429);
    await expect.poll(() => requests('summary').length).toBeGreaterThan(0);
    await expect.poll(() => requests('reply').length + requests('summary').length).toBe(12);
  });
});
