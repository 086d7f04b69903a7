import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Attachment, Usage } from '@parley/core';
import { fold, type ReplyStream } from '../../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';

const HOUR = 3_600_000;
const LIMIT = 4;
const FREE = { limit: LIMIT, windowLength: 12 * HOUR };

async function start(options: TestServerOptions = {}): Promise<{ server: TestServer; token: string }> {
  const server = await startTestServer({ usageRule: FREE, ...options });
  onTestFinished(() => server.close());
  return { server, token: await server.signUp() };
}

/**
 * Sends messages one at a time until the server refuses, at most four times the limit; returns how many it accepted.
 */
async function sendUntilRefused(
  server: TestServer,
  token: string,
  request: Record<string, unknown>,
  whenBegun: (reply: ReplyStream) => Promise<unknown> = async () => {},
): Promise<number> {
  for (let sent = 0; sent < 4 * LIMIT; sent++) {
    const reply = await server.send(token, request);
    if (reply.status !== 200) {
      expect([reply.status, reply.error?.code]).toEqual([429, 'usage-limit-reached']);
      return sent;
    }
    await whenBegun(reply);
    await reply.all();
  }
  return 4 * LIMIT;
}

it('counts replies that are stopped while the model reasons', async () => {
  const { server, token } = await start({ api: 'chat', delayMs: 5 });
  const request = { text: '[[think]]', selectedTool: 'thinking' };
  const whenReasoning = async (reply: ReplyStream) => {
    await reply.until(({ event }) => event.type === 'reasoning');
    await server.stop(token, reply);
  };
  expect(await sendUntilRefused(server, token, request, whenReasoning)).toBe(LIMIT);
  expect(await server.messagesUsed(token)).toBe(LIMIT);
});

it('counts replies whose caller hangs up while the model reasons', async () => {
  const { server, token } = await start({ api: 'chat', delayMs: 5 });
  const request = { text: '[[think]]', selectedTool: 'thinking', clientMessageId: null };
  for (let sent = 1; sent <= LIMIT; sent++) {
    const reply = await server.send(token, request);
    await reply.until(({ event }) => event.type === 'reasoning');
    reply.leave();
    await vi.waitFor(() => expect(server.replies.runningCount).toBe(0));
    expect(await server.messagesUsed(token)).toBe(sent);
  }
  expect((await server.send(token, request)).status).toBe(429);
});

it('counts a reply that a content filter ends after some text, and refunds one without text', async () => {
  const { server, token } = await start({
    backends: (own) => ({
      model: {
        ...own.model,
        async stream({ messages }, emit) {
          if (messages.at(-1)?.content.includes('text')) emit({ type: 'text', delta: 'All of the answer.' });
          emit({ type: 'end', reason: 'filter' });
        },
      },
    }),
  });
  const filtered = fold(await (await server.send(token, { text: 'with text' })).all());
  expect(filtered).toMatchObject({ status: 'failed', errorCode: 'model-filtered', text: 'All of the answer.' });
  expect(await server.messagesUsed(token)).toBe(1);
  await (await server.send(token, { text: 'without' })).all();
  expect(await server.messagesUsed(token)).toBe(1);
  expect(await sendUntilRefused(server, token, { text: 'with text' })).toBe(LIMIT - 1);
});

it('draws no more pictures than the limit allows, however early they are stopped', async () => {
  const { server, token } = await start({ delayMs: 300 });
  const asked = () => server.sandbox.log().filter(({ kind }) => kind === 'image').length;
  const whenAsked = async (reply: ReplyStream) => {
    await reply.until(({ event }) => event.type === 'tool');
    await server.stop(token, reply);
  };
  expect(await sendUntilRefused(server, token, { text: 'a fox', selectedTool: 'image' }, whenAsked)).toBe(LIMIT);
  expect(asked()).toBeLessThanOrEqual(LIMIT);
});

it('counts a picture that the model was drawing in Normal when the reply was stopped', async () => {
  const { server, token } = await start({ delayMs: 300 });
  const text = '[[call draw_picture {"prompt":"a fox"}]]';
  const whenDrawing = async (reply: ReplyStream) => {
    await reply.until(({ event }) => event.type === 'tool' && event.name === 'image_generation');
    await server.stop(token, reply);
  };
  expect(await sendUntilRefused(server, token, { text }, whenDrawing)).toBe(LIMIT);
  expect(server.sandbox.log().filter(({ kind }) => kind === 'image').length).toBeLessThanOrEqual(LIMIT);
});

it('counts a picture whose conversation is deleted while it is drawn', async () => {
  const { server, token } = await start({ delayMs: 300 });
  const conversationId = randomUUID();
  const reply = await server.send(token, { conversationId, text: 'a fox', selectedTool: 'image' });
  await reply.until(({ event }) => event.type === 'tool');
  await server.call('DELETE', `/api/chat/${conversationId}`, token);
  await reply.all();
  expect(await server.messagesUsed(token)).toBe(1);
});

it('refunds at most one window of messages even if every reply fails', async () => {
  const { server, token } = await start();
  expect(await sendUntilRefused(server, token, { text: '[[500]]' })).toBe(2 * LIMIT);
  expect(await server.messagesUsed(token)).toBe(LIMIT);
});

it('refunds at most one window of messages when a hundred replies fail at once', async () => {
  const { server, token } = await start();
  const replies = await Promise.all(Array.from({ length: 100 }, () => server.send(token, { text: '[[401]]' })));
  await Promise.all(replies.map((reply) => reply.all()));
  await sendUntilRefused(server, token, { text: '[[401]]' });
  expect(server.sandbox.log()).toHaveLength(2 * LIMIT);
  expect(await server.messagesUsed(token)).toBe(LIMIT);
});

it('starts the usage window with the first message that stays counted', async () => {
  let time = Date.now();
  const { server, token } = await start({ now: () => time });
  await (await server.send(token, { text: '[[500]]' })).all();
  time += HOUR;
  const before = (await server.call('GET', '/api/chat/usage', token)).body as unknown as Usage;
  expect(before).toMatchObject({ messagesUsed: 0, periodEnd: new Date(time + 12 * HOUR).toISOString() });
  const opened = time;
  await (await server.send(token, { text: '[[echo]] a' })).all();
  time += HOUR;
  const after = (await server.call('GET', '/api/chat/usage', token)).body;
  expect(after).toMatchObject({ messagesUsed: 1, periodEnd: new Date(opened + 12 * HOUR).toISOString() });
});

it('refuses until the window closes, with the same end in the usage and in Retry-After', async () => {
  let time = Date.now();
  const { server, token } = await start({ now: () => time });
  await (await server.send(token, { text: '[[500]]' })).all();
  time += HOUR;
  const opened = time;
  expect(await sendUntilRefused(server, token, { text: '[[echo]] a' })).toBe(LIMIT);
  const end = opened + 12 * HOUR;
  for (time of [opened + 1, opened + 5 * HOUR - 1, end - 1]) {
    const refused = await server.send(token, { text: '[[echo]] b' });
    expect(refused.headers.get('retry-after')).toBe(String(Math.ceil((end - time) / 1000)));
    const usage = (await server.call('GET', '/api/chat/usage', token)).body;
    expect(usage).toMatchObject({ periodEnd: new Date(end).toISOString(), isLimitReached: true });
  }
  time = end;
  const reply = await server.send(token, { text: '[[echo]] c' });
  expect((await reply.all()).at(-1)?.event).toMatchObject({ type: 'done', usage: { messagesUsed: 1 } });
  const usage = (await server.call('GET', '/api/chat/usage', token)).body;
  expect(usage.periodEnd).toBe(new Date(end + 12 * HOUR).toISOString());
});

it('limits provider requests per hour, for accounts without a usage limit too', async () => {
  const { server } = await start({
    rateLimits: { replies: 3 },
    adminEmails: ['ada@example.com'],
    emailsVerifiedAtOnce: true,
  });
  const admin = await server.signUp('ada@example.com');
  // A message that is not accepted causes no provider request.
  const unknown = { text: 'a fox', previousImageUrl: '/api/files/nothing' };
  for (let sent = 0; sent < 5; sent++) expect((await server.send(admin, unknown)).status).toBe(404);
  for (const text of ['[[401]]', '[[401]]', '[[echo]] a']) await (await server.send(admin, { text })).all();
  const refused = await server.send(admin, { text: '[[echo]] b' });
  expect([refused.status, refused.error?.code]).toEqual([429, 'rate-limited']);
  expect(refused.error?.message).toMatch(/^You’ve reached the hourly limit for replies\. Try again in /);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(server.sandbox.log()).toHaveLength(3);
});

it('limits the text that one user stores per day: questions, earlier turns and documents', async () => {
  const { server } = await start({ usageRule: { limit: 1000, windowLength: HOUR }, rateLimits: { textBytes: 10_000 } });
  const words = '漢'.repeat(1_000);
  const send = async (request: Record<string, unknown>, token: string) => {
    const reply = await server.send(token, request);
    await reply.all();
    return reply;
  };
  const turns = [
    { role: 'user', content: words },
    { role: 'assistant', content: words },
    { role: 'user', content: words },
  ];
  const refusal = /^You’ve reached the daily limit for text\. Try again in /;
  const requests: Record<string, unknown>[] = [
    { text: words },
    { messages: turns },
    { text: 'a', documentName: 'a.txt', documentContent: words },
  ];
  for (const request of requests) {
    const token = await server.signUp();
    let refused: ReplyStream | null = null;
    let bytes = 0;
    while (!refused && bytes < 40_000) {
      const reply = await send(request, token);
      if (reply.status === 200) bytes += Buffer.byteLength(JSON.stringify(request));
      else refused = reply;
    }
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(11_000);
    expect([refused?.status, refused?.error?.code]).toEqual([429, 'rate-limited']);
    expect(refused?.error?.message).toMatch(refusal);
    const file = await server.upload(token, 'b.txt', 'text/plain', words);
    expect(file).toMatchObject({ status: 429, body: { message: expect.stringMatching(refusal) } });
  }
});

it('does not charge stored turns or regenerated questions as new text', async () => {
  const { server, token } = await start({
    usageRule: { limit: 1000, windowLength: HOUR },
    rateLimits: { textBytes: 5_000 },
  });
  const conversationId = randomUUID();
  const words = 'x'.repeat(1_500);
  const messages = [
    { role: 'user', content: words },
    { role: 'assistant', content: words },
  ];
  const send = async (request: Record<string, unknown>) => {
    const reply = await server.send(token, { conversationId, ...request });
    await reply.all();
    return reply.status;
  };
  expect(await send({ messages: [...messages, { role: 'user', content: '[[echo]] 1' }] })).toBe(200);
  expect(await send({ messages: [...messages, { role: 'user', content: '[[echo]] 2' }] })).toBe(200);
  expect(await send({ isRegeneration: true, text: '[[echo]] 2' })).toBe(200);
  expect(await send({ text: words })).toBe(200);
  expect(await send({ text: words })).toBe(429);
  const picture = (await server.upload(token, 'a.txt', 'text/plain', words)).body as { file?: Attachment };
  expect(picture.file).toBeUndefined();
});
