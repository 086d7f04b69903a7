import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { asking, collect, modelAt, sendJson, serve } from './testing.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
});
afterAll(() => sandbox.close());

const SILENCE_MS = 300;
/** Outcome of each sandbox keyword: the events, then the code of an error. */
const OUTCOMES: Record<string, string[]> = {
  hello: ['text', 'end:stop'],
  '[[401]]': ['model-auth'],
  '[[429]]': ['model-rate-limited'],
  '[[quota]]': ['model-quota'],
  '[[500]]': ['model-failed'],
  '[[ctx]]': ['model-too-long'],
  '[[html200]]': ['model-garbled'],
  '[[mid500]]': ['text', 'model-failed'],
  '[[failed]]': ['text', 'model-failed'],
  '[[cut]]': ['text', 'model-disconnected'],
  '[[eof]]': ['text', 'model-disconnected'],
  '[[badjson]]': ['text', 'model-garbled'],
  '[[stall]]': ['text', 'model-stalled'],
  '[[think]]': ['reasoning', 'reasoning-done', 'text', 'end:stop'],
  '[[tags]]': ['reasoning', 'reasoning-done', 'text', 'end:stop'],
  '[[length]]': ['text', 'end:length'],
  '[[refuse]]': ['text', 'end:stop'],
};

describe.each(['responses', 'chat'] as const)('a stream over %s', (api) => {
  const model = (limits = {}) => modelAt(sandbox.urls.openai, { api, limits });

  test.concurrent.for(Object.entries(OUTCOMES))(
    'produces the expected events for %s',
    async ([word, outcome], { expect }) => {
      const limits = word === '[[stall]]' ? { betweenEventsMs: SILENCE_MS } : {};
      const collected = await collect(model(limits), asking(word));
      expect(collected.order).toEqual(outcome);
    },
  );

  test('passes on the delay to wait after too many requests', async () => {
    const { error } = await collect(model(), asking('[[429]]'));
    expect(error?.retryAfter).toBe(1);
  });

  test('separates tagged reasoning from the answer', async () => {
    for (const word of ['[[think]]', '[[tags]]']) {
      const collected = await collect(model(), asking(word));
      expect(collected.reasoning.trim()).toBe(
        'The message holds a word that asks for thinking in tags. So I show some first.',
      );
      expect(collected.text.trim()).toBe('This is the answer that follows the thinking.');
    }
  });

  test('loses and duplicates nothing of a long reply', async () => {
    const count = 20_000;
    const { text } = await collect(model(), asking(`[[long ${count}]]`));
    expect(text.split(/\s+/)).toEqual(Array.from({ length: count }, (_, index) => `word${index + 1}`));
  });

  test('passes other languages and emoji through unchanged', async () => {
    const text = '[[echo]] 你好 🦜 שלום';
    expect((await collect(model(), asking(text))).text).toBe(text);
  });

  test('reports a model that is too slow to start', async () => {
    const limits = { firstEventMs: SILENCE_MS };
    const collected = await collect(model(limits), asking('[[429]]'));
    expect(collected.order).toEqual(['model-timeout']);
  });

  test('keeps the connection of a finished reply open', async () => {
    const text = `[[echo]] ${api} in peace`;
    await collect(model(), asking(text));
    const entry = sandbox.log().findLast((request) => JSON.stringify(request).includes(text));
    expect(entry).toMatchObject({ ended: true });
    expect(entry?.closed).toBeUndefined();
  });
});

test('Responses separates reasoning from the answer and stores nothing', async () => {
  const model = modelAt(sandbox.urls.openai, { api: 'responses' });
  const collected = await collect(model, asking('hello', { thinking: true }));
  expect(collected.order).toEqual(['reasoning', 'reasoning-done', 'text', 'end:stop']);
  expect(await model.capabilities()).toEqual({
    answers: { ok: true },
    reasons: true,
    searches: true,
    usesTools: true,
    seesPictures: { ok: true },
    readsPdf: true,
    contexts: [{ model: 'demo', tokens: 128_000, source: 'setting' }],
  });
});

test('shows users neither host nor key of an unreachable service, and logs the host', async () => {
  const gone = await startSandbox();
  await gone.close();
  const logged: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => logged.push(fields) };
  const model = modelAt(gone.urls.openai, { apiKey: 'sk-secret', log });
  const { error } = await collect(model, asking('hello'));
  expect(error).toMatchObject({
    code: 'model-unreachable',
    message: 'We couldn’t reach the AI service. Please try again.',
  });
  const { answers } = await model.capabilities();
  expect(answers).toEqual({ ok: false, reason: 'The AI service isn’t available right now.' });
  expect(JSON.stringify(logged)).toContain(`127.0.0.1:${gone.port}`);
  expect(JSON.stringify(logged)).toContain('ECONNREFUSED');
  expect(JSON.stringify(logged)).not.toContain('sk-secret');
});

test.each([
  ['12', 12, 1],
  [new Date(Date.now() + 3_600_000).toUTCString(), expect.any(Number), 1],
  ['1', 1, 2],
])('retries a refused request only when the service asks for a short wait: %s', async (after, retryAfter, requests) => {
  const server = await serve((_asked, response) => {
    response.setHeader('retry-after', after);
    sendJson(response, 429, { error: { message: 'Slow down.' } });
  });
  onTestFinished(() => server.close());
  const { error } = await collect(modelAt(server.baseUrl), asking('hello'));
  expect(error).toMatchObject({ code: 'model-rate-limited', retryAfter });
  expect(server.asked).toHaveLength(requests);
});
