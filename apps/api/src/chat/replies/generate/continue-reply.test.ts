import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '@parley/core';
import { fold } from '../../../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let token: string;
let conversationId: string;
beforeEach(async () => {
  server = await startTestServer();
  token = await server.signUp();
  conversationId = randomUUID();
});
afterEach(() => server.close());

async function ask(request: Record<string, unknown>): Promise<Message> {
  return fold(await (await server.send(token, { conversationId, ...request })).all());
}

const proceed = ({ id }: Message) => ask({ continues: id });
const stored = () => server.messages(token, conversationId);

describe('the length limit', () => {
  it.each([7, 40, 97])(
    'a reply that reached its length limit continues without a seam wherever it is cut: %i pieces at a time',
    async (pieces) => {
      const whole = await ask({ text: '[[sample]]', conversationId: randomUUID() });
      let reply = await ask({ text: `[[sample]] [[length ${pieces}]]` });
      for (let count = 0; reply.isCut && count < 400; count++) {
        expect(whole.text.startsWith(reply.text)).toBe(true);
        reply = await proceed(reply);
      }
      expect(reply.text).toBe(whole.text);
      expect(reply).toMatchObject({ status: 'complete' });
      expect(reply.isCut).toBeUndefined();
      const messages = await stored();
      expect(messages.map(({ text }) => text)).toEqual([messages[0]?.text, whole.text]);
      expect(messages[1]?.versionIds).toBeUndefined();
    },
    60_000,
  );

  it('a reply that reached its length limit is marked as cut, in its stream and when it is stored, and each continuation is a counted message', async () => {
    const reply = await ask({ text: '[[length]]' });
    expect(reply).toMatchObject({ status: 'complete', isCut: true });
    expect((await stored()).at(-1)).toEqual(reply);
    const whole = await proceed(reply);
    expect(whole.text.startsWith(reply.text)).toBe(true);
    expect(whole.text.length).toBeGreaterThan(reply.text.length);
    expect(await server.messagesUsed(token)).toBe(2);
  });

  it('a reply that reached its length limit is sent to the model as its last message, with the open code block in the instructions', async () => {
    const reply = await ask({ text: '[[sample]] [[length 60]]' });
    await proceed(reply);
    const entry = server.sandbox.log().findLast(({ kind }) => kind === 'reply');
    const input = entry?.input as { role: string; content: unknown }[];
    expect(input.at(-1)?.role).toBe('assistant');
    expect(JSON.stringify(input.at(-1)?.content)).toContain(JSON.stringify(reply.text.slice(-20)).slice(1, -1));
    expect(entry?.instructions).toContain('Go on with its very next character');
  });
});

it('a stopped reply continues from another device, where its beginning is shown at once', async () => {
  const running = await server.send(token, { conversationId, text: '[[long 400]] [[slow]]' });
  await running.until(({ event }) => event.type === 'content');
  await server.stop(token, running);
  const stopped = fold(await running.all());
  const other = await server.send(token, { conversationId, continues: stopped.id });
  const { event } = await other.until(({ event: { type } }) => type === 'snapshot');
  expect(event).toMatchObject({ message: { text: stopped.text, continues: stopped.id, status: 'streaming' } });
  await server.stop(token, other);
  await other.all();
});

it('the same request again is the same continuation', async () => {
  const reply = await ask({ text: '[[length]]' });
  const request = { continues: reply.id, clientMessageId: randomUUID() };
  const [first, second] = await Promise.all([ask(request), ask(request)]);
  expect(second).toEqual(first);
  expect(await server.messagesUsed(token)).toBe(2);
});

it.each([
  ['a reply', '[[long 5]] [[length 2]]'],
  ['a reply with a picture', '[[call draw_picture {"prompt":"a fox"}]] [[length 3]]'],
])('a continuation of %s that fails before its first word leaves it and counts nothing', async (_what, text) => {
  const reply = await ask({ text });
  const failing = await startTestServer({
    sandbox: server.sandbox,
    storage: server.storage,
    backends: ({ model }) => ({
      model: {
        ...model,
        contextTokens: () => model.contextTokens(),
        stream: () => {
          throw new TypeError('broken');
        },
      },
    }),
  });
  const failed = await failing.send(token, { conversationId, continues: reply.id });
  expect((await failed.all()).at(-1)?.event).toMatchObject({ type: 'error', code: 'internal' });
  expect((await stored()).at(-1)).toEqual(reply);
  expect(await server.messagesUsed(token)).toBe(1);
});

it('a continuation that was stopped after new reasoning is a counted message, and keeps the text', async () => {
  await server.close();
  server = await startTestServer({ delayMs: 150 });
  token = await server.signUp();
  const reply = await ask({ text: '[[length 3]]', selectedTool: 'thinking' });
  const running = await server.send(token, { conversationId, continues: reply.id, selectedTool: 'thinking' });
  await running.until(({ event }) => event.type === 'reasoning');
  await server.stop(token, running);
  expect(fold(await running.all())).toMatchObject({ text: reply.text, status: 'stopped' });
  expect((await stored()).at(-1)?.reasoningContent).not.toBe(reply.reasoningContent);
  expect(await server.messagesUsed(token)).toBe(2);
});

it('a reply with a picture keeps it when it is continued', async () => {
  const reply = await ask({ text: '[[call draw_picture {"prompt":"a fox"}]] [[length 3]]' });
  expect(reply).toMatchObject({ isCut: true, imagePrompt: 'a fox', imageUrl: expect.stringContaining('/api/files/') });
  const whole = await proceed(reply);
  expect(whole.text.length).toBeGreaterThan(reply.text.length);
  const fileOf = ({ imageUrl = '' }: Partial<Message> = {}) => imageUrl.split('?')[0];
  for (const message of [whole, (await stored()).at(-1)]) {
    expect([fileOf(message), message?.imagePrompt]).toEqual([fileOf(reply), 'a fox']);
  }
});

describe('what cannot be continued', () => {
  it.each([
    ['a whole reply', '[[long 3]]', 400],
    ['a reply that failed before its first word', '[[500]]', 400],
  ])('%s is refused', async (_what, text, status) => {
    await ask({ text });
    const last = (await stored()).at(-1);
    const refused = await server.send(token, { conversationId, continues: last?.id });
    expect([refused.status, refused.error?.message]).toEqual([status, 'This reply can’t be continued.']);
  });

  it('a question is refused, and an unknown or another user’s reply is not found', async () => {
    const reply = await ask({ text: '[[length]]' });
    const [question] = await stored();
    expect((await server.send(token, { conversationId, continues: question?.id })).status).toBe(400);
    expect((await server.send(token, { conversationId, continues: randomUUID() })).status).toBe(404);
    const other = await server.signUp();
    expect((await server.send(other, { conversationId, continues: reply.id })).status).toBe(404);
    expect(await server.messagesUsed(token)).toBe(1);
  });
});
