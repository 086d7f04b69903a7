import { afterEach, expect, it, vi } from 'vitest';
import { AppError, demoQuestion, type GoalId } from '@parley/core';
import type { Model } from '../chat/model/model.ts';
import { fold, readStream } from '../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';

let server: TestServer;
afterEach(() => server.close());
async function start(options: TestServerOptions = {}): Promise<string> {
  server = await startTestServer(options);
  return server.signUp();
}

const demo = (token: string, goal: GoalId = 'writing') =>
  readStream(`${server.url}/api/onboarding/demo`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ goal }),
  });
const hasDemo = async (token: string) => (await server.call('GET', '/api/onboarding', token)).body.hasDemo;

/** A server whose model runs a test's code before or instead of its own stream. */
const withModel = (stream: (own: Model) => Model['stream']): TestServerOptions => ({
  backends: ({ model }) => ({
    model: {
      stream: stream(model),
      complete: (request, signal) => model.complete(request, signal),
      capabilities: () => model.capabilities(),
      contextTokens: () => model.contextTokens(),
    },
  }),
});

it('a demo is a real reply of the model to the goal’s question, in the language of every reply', async () => {
  const asked: string[] = [];
  const token = await start(
    withModel((own) => (request, emit, signal) => {
      asked.push(request.messages.map(({ content }) => content).join());
      return own.stream(request, emit, signal);
    }),
  );
  const stream = await demo(token, 'learning');
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const events = await stream.all();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(events[0]?.event.type).toBe('accepted');
  expect(asked).toEqual([demoQuestion('learning')]);
  const message = fold(events);
  expect(message).toMatchObject({ status: 'complete', isUser: false });
  expect(message.text.length).toBeGreaterThan(10);
  const streamed = events.map(({ event }) => (event.type === 'content' ? event.content : '')).join('');
  expect(message.text).toBe(streamed);
});

it('a demo does not count as a message, works at the limit, and is not stored', async () => {
  const token = await start({ usageRule: { limit: 1, windowLength: 3_600_000 } });
  await (await server.send(token, { text: 'What is 6 * 7?' })).all();
  const events = await (await demo(token)).all();
  const last = events.at(-1)?.event;
  expect(last).toMatchObject({ type: 'done', usage: { messagesUsed: 1, isLimitReached: true } });
  expect(await server.messagesUsed(token)).toBe(1);
  const { body } = await server.call('GET', '/api/chat/history', token);
  expect(body.conversations).toHaveLength(1);
  const { body: found } = await server.call('GET', '/api/chat/search?q=meeting', token);
  expect(found.hits).toEqual([]);
});

it('a demo reports what it has used so far, which a killed server would lose otherwise', async () => {
  const onProgress = vi.fn<() => void>();
  const token = await start(
    withModel((own) => (request, emit, signal) => {
      if (request.meter) request.meter.onProgress = onProgress;
      return own.stream(request, emit, signal);
    }),
  );
  await (await demo(token)).all();
  expect(onProgress).toHaveBeenCalled();
});

it('a demo is given once per account, however many requests arrive at once', async () => {
  const token = await start();
  const streams = await Promise.all(Array.from({ length: 5 }, () => demo(token)));
  await Promise.all(streams.map((stream) => stream.all()));
  expect(streams.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await demo(token)).error).toMatchObject({ success: false, code: 'conflict' });
  expect(await hasDemo(token)).toBe(false);
  const other = await server.signUp();
  expect(await hasDemo(other)).toBe(true);
  expect((await demo(other)).status).toBe(200);
});

it('a failed demo sends the usual error event and can be repeated', async () => {
  let isBroken = true;
  const token = await start(
    withModel((own) => async (request, emit, signal) => {
      if (!isBroken) return own.stream(request, emit, signal);
      emit({ type: 'text', delta: 'Dear' });
      throw new AppError('model-disconnected');
    }),
  );
  const failed = fold(await (await demo(token)).all());
  expect(failed).toMatchObject({ status: 'failed', errorCode: 'model-disconnected', text: 'Dear' });
  expect(await hasDemo(token)).toBe(true);
  isBroken = false;
  expect(fold(await (await demo(token)).all()).status).toBe('complete');
  expect(await hasDemo(token)).toBe(false);
});

it.each([
  ['before its first word stays available', [], true],
  ['after its first word counts as used', ['Dear'], false],
])('a demo abandoned %s, and the server aborts its model request at once', async (_, said, isLeft) => {
  const reached = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const token = await start(
    withModel(() => async (_request, emit, signal) => {
      for (const delta of said) emit({ type: 'text', delta });
      reached.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      stopped.resolve();
    }),
  );
  const stream = await demo(token);
  await reached.promise;
  if (said.length > 0) await stream.until(({ event }) => event.type === 'content');
  stream.leave();
  await stopped.promise;
  await expect.poll(() => hasDemo(token)).toBe(isLeft);
});

it('a demo ends with the session that requested it', async () => {
  const token = await start(
    withModel(() => async (_request, emit, signal) => {
      emit({ type: 'text', delta: 'Dear' });
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }),
  );
  const stream = await demo(token);
  await stream.until(({ event }) => event.type === 'content');
  await server.call('GET', '/api/auth/logout', token);
  expect((await stream.all()).at(-1)?.event.type).toBe('content');
});

it('a demo that keeps failing is rate-limited', async () => {
  const token = await start({
    rateLimits: { demos: 2 },
    ...withModel(() => () => Promise.reject(new AppError('model-unreachable'))),
  });
  for (let times = 0; times < 2; times++) await (await demo(token)).all();
  const refused = await demo(token);
  expect(refused).toMatchObject({ status: 429, error: { code: 'rate-limited' } });
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(await hasDemo(token)).toBe(true);
});
