import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { holdTimeout } from '../../testing/hold-timeout.ts';
import type { ModelSettings } from './open-model.ts';
import { modelAt, NEVER, sendJson, serve } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server?.close());

const request = {
  instructions: 'Name this conversation.',
  text: 'Plan a trip',
  maxOutputTokens: 200,
  safetyIdentifier: 's',
};

const saying = (content: string) => ({ choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] });

const complete = (settings: Partial<ModelSettings> = {}, signal = NEVER) =>
  modelAt(server.baseUrl, settings).complete(request, signal);

describe('short texts from the demo assistant', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ faults: true, delayMs: 0 });
  });
  afterAll(() => sandbox.close());

  test.each(['responses', 'chat'] as const)('%s names a conversation without streaming', async (api) => {
    const model = modelAt(sandbox.urls.openai, { api });
    const title = await model.complete({ ...request, text: 'How do I bake sourdough bread at home?' }, NEVER);
    expect(title).toMatch(/\w/);
    expect(title.split(/\s+/).length).toBeLessThanOrEqual(6);
    expect(sandbox.log().at(-1)).toMatchObject({ stream: false, ended: true });
  });

  test.each(['responses', 'chat'] as const)('%s throws the errors that a stream would', async (api) => {
    const model = modelAt(sandbox.urls.openai, { api });
    const asked = (word: string) => model.complete({ ...request, instructions: 'Be brief.', text: word }, NEVER);
    await expect(asked('[[401]]')).rejects.toMatchObject({ code: 'model-auth' });
    await expect(asked('[[quota]]')).rejects.toMatchObject({ code: 'model-quota' });
    await expect(asked('[[badjson]]')).rejects.toMatchObject({ code: 'model-garbled' });
    await expect(asked('[[html200]]')).rejects.toMatchObject({ code: 'model-garbled' });
    await expect(asked('[[cut]]')).rejects.toMatchObject({ name: 'AppError' });
  });

  test.each(['responses', 'chat'] as const)('%s closes the socket on abort', async (api) => {
    const model = modelAt(sandbox.urls.openai, { api });
    const controller = new AbortController();
    const mark = `[[stall]] ${api} aborted`;
    const entry = () => sandbox.log().findLast((asked) => JSON.stringify(asked).includes(mark));
    const asking = model.complete({ ...request, instructions: 'Be brief.', text: mark }, controller.signal);
    const failure = asking.catch((error: unknown) => error);
    await vi.waitFor(() => expect(entry()).toBeDefined());
    controller.abort();
    expect(await failure).toMatchObject({ name: 'AppError' });
    await vi.waitFor(() => expect(entry()).toMatchObject({ closed: true }));
  });
});

test('asks the title model with tokens for reasoning, and returns only the answer', async () => {
  server = await serve(({ path }, response) => {
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    sendJson(response, 200, saying('<think>A trip, so…</think>\n\nTrip planning\ue200cite\ue201\n'));
  });
  expect(await complete({ titleModel: 'small' })).toBe('Trip planning');
  const { body } = server.asked.at(-1) ?? {};
  expect(body).toMatchObject({ model: 'small', stream: false, max_tokens: 1200 });
  expect(body?.messages).toEqual([
    { role: 'system', content: 'Name this conversation.' },
    { role: 'user', content: 'Plan a trip' },
  ]);
  expect(body).not.toHaveProperty('reasoning_effort');
});

test('finds the least effort that a model accepts, and leaves Thinking unchanged', async () => {
  server = await serve(({ path, body }, response) => {
    if (path !== '/v1/responses') return sendJson(response, 404, {});
    const { effort } = body.reasoning as { effort: string };
    const error = { message: `Unsupported value: '${effort}'`, param: 'reasoning.effort', code: 'unsupported_value' };
    if (effort !== 'low') return sendJson(response, 400, { error });
    const content = [{ type: 'output_text', text: 'Trip planning' }];
    sendJson(response, 200, { status: 'completed', output: [{ type: 'reasoning' }, { type: 'message', content }] });
  });
  const model = modelAt(server.baseUrl, { api: 'responses' });
  expect(await model.complete(request, NEVER)).toBe('Trip planning');
  expect(await model.complete(request, NEVER)).toBe('Trip planning');
  const efforts = server.asked.map(({ body }) => (body.reasoning as { effort: string }).effort);
  expect(efforts).toEqual(['none', 'minimal', 'low', 'low']);
  expect((await model.capabilities()).reasons).toBe(true);
});

test('omits parameters that a server refuses', async () => {
  server = await serve(({ path, body }, response) => {
    if (path !== '/v1/responses') return sendJson(response, 404, {});
    const refused = ['reasoning', 'safety_identifier', 'prompt_cache_key'].find((field) => body[field]);
    if (refused)
      return sendJson(response, 400, { error: { message: `Unknown parameter: ${refused}`, param: refused } });
    const content = [{ type: 'output_text', text: 'Trip planning' }];
    sendJson(response, 200, { output: [{ type: 'message', content }] });
  });
  expect(await complete({ api: 'responses' })).toBe('Trip planning');
});

test('never returns more than the requested tokens', async () => {
  server = await serve((_asked, response) => sendJson(response, 200, saying('word '.repeat(1000))));
  expect((await complete()).length).toBeLessThanOrEqual(600);
});

test.each([
  ['nothing', saying('')],
  ['only reasoning', saying('<think>Hm')],
  ['of an unknown format', { hello: 'world' }],
  ['null', null],
])('throws when a short text is %s', async (_name, body) => {
  server = await serve((_asked, response) => sendJson(response, 200, body));
  await expect(complete()).rejects.toMatchObject({ code: 'model-empty' });
});

test('throws the error inside a failed answer', async () => {
  const error = { code: 'server_error', message: 'It broke.' };
  server = await serve((_asked, response) => sendJson(response, 200, { status: 'failed', error, output: [] }));
  await expect(complete({ api: 'responses' })).rejects.toMatchObject({ code: 'model-failed' });
});

test('times out and closes the connection', async () => {
  const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server = await serve(({ path }, response) => {
    if (path !== '/v1/chat/completions') return;
    response.once('close', closed.resolve);
    arrived.resolve();
  });
  const completeMs = 54_321;
  const timeOut = holdTimeout(completeMs);
  const failure = complete({ limits: { completeMs, probeMs: 50 } }).catch((error: unknown) => error);
  await arrived.promise;
  timeOut();
  expect(await failure).toMatchObject({ code: 'model-timeout' });
  await closed.promise;
});

test('sends no request when it is already aborted', async () => {
  server = await serve((_asked, response) => sendJson(response, 200, saying('x')));
  await expect(complete({}, AbortSignal.abort())).rejects.toMatchObject({ name: 'AppError' });
  expect(server.asked).toEqual([]);
});
