import OpenAI, { APIError, AuthenticationError, BadRequestError, InternalServerError, RateLimitError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';
import { richSample } from './assistant/prepared/rich-sample.ts';
import { clientOptions, viaChat, viaResponses } from './testing.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const APIS = [
  { api: 'responses', ask: viaResponses, whole: 'completed', cutShort: 'incomplete' },
  { api: 'chat completions', ask: viaChat, whole: 'stop', cutShort: 'length' },
] as const;

describe.each(APIS)('the official SDK, streaming $api', ({ ask, whole, cutShort }) => {
  test('the SDK reads an answer and its usage', async () => {
    const seen = await ask(client, '12 * 7');
    expect(seen).toEqual({
      text: '12 × 7 = **84**',
      refusal: '',
      reasoning: '',
      deltas: 5,
      end: whole,
      usage: { input: 2, output: 4 },
      error: null,
    });
    await expect
      .poll(() => sandbox.log())
      .toMatchObject([{ status: 200, stream: true, model: 'demo', deltas: 5, ended: true }]);
    expect(sandbox.log()[0]).not.toHaveProperty('closed');
  });

  test('the SDK reads the requested reasoning', async () => {
    const seen = await ask(client, '12 * 7', { thinking: true });
    expect(seen).toMatchObject({
      reasoning: 'Matched rule: arithmetic.\n\n12 × 7 = 84',
      text: '12 × 7 = **84**',
      end: whole,
    });
    expect(seen.usage?.output).toBe(4 + Math.ceil('Matched rule: arithmetic.12 × 7 = 84'.length / 4));
  });

  test.each([
    ['[[sample]]', richSample],
    ['one [[echo]]\ntwo\n\nthree 👩‍💻', 'three 👩‍💻\n\ntwo\none [[echo]]'],
    ['[[long 3]]', 'word1 word2 word3'],
    ['[[constructor]]', expect.stringContaining('I can’t answer that') as string],
  ])('reads %j', async (question, text) => {
    expect(await ask(client, question)).toMatchObject({ text, end: whole, error: null });
  });

  test('the SDK reads [[long N]] as N distinct pieces', async () => {
    const { text, deltas } = await ask(client, '[[long 1000]]');
    expect(deltas).toBe(1000);
    expect(text.split(/\s+/)).toEqual(Array.from({ length: 1000 }, (_, index) => `word${index + 1}`));
  });

  test('the SDK reads reasoning in tags', async () => {
    const think = await ask(client, '[[think]]');
    expect(think.text).toMatch(/^<think>[^<]+<\/think>\n\n[^<]+$/);
    expect(think.deltas).toBe(Math.ceil(think.text.length / 3));
    const tags = await ask(client, '[[tags]]');
    expect(tags.text).toMatch(/^<thinking>[^<]+<\/thinking>\n\n<answer>[^<]+<\/answer>$/);
    expect(tags.deltas).toBe(Math.ceil(tags.text.length / 5));
  });

  test('the SDK reads [[length]] as an answer that reached its length limit', async () => {
    expect(await ask(client, '[[length]]')).toMatchObject({ end: cutShort, error: null });
  });

  test('the SDK reads [[refuse]] as a refusal, not as text', async () => {
    expect(await ask(client, '[[refuse]]')).toMatchObject({
      text: '',
      refusal: "I'm sorry, but I can't help with that.",
      end: whole,
    });
  });

  test.each([
    ['[[401]]', AuthenticationError, 401, 'invalid_api_key'],
    ['[[429]]', RateLimitError, 429, 'rate_limit_exceeded'],
    ['[[quota]]', RateLimitError, 429, 'insufficient_quota'],
    ['[[500]]', InternalServerError, 500, 'server_error'],
    ['[[ctx]]', BadRequestError, 400, 'context_length_exceeded'],
  ])('the SDK throws at %s before the answer', async (word, type, status, code) => {
    const { error, deltas } = await ask(client, `Please ${word}`);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ status, code });
    expect(deltas).toBe(0);
    await expect.poll(() => sandbox.log()).toMatchObject([{ status, deltas: 0, ended: true }]);
  });

  test('the SDK throws an error without a status at [[mid500]], after three pieces', async () => {
    const { error, deltas } = await ask(client, '[[mid500]]');
    expect(deltas).toBe(3);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: undefined, code: 'server_error' });
  });

  test('the SDK throws a TypeError at [[cut]], after reading the sent pieces', async () => {
    const { error, deltas } = await ask(client, '[[cut]]');
    expect(deltas).toBe(3);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } });
    await expect.poll(() => sandbox.log()).toMatchObject([{ cut: true, deltas: 3 }]);
    expect(sandbox.log()[0]).not.toHaveProperty('closed');
    expect(sandbox.log()[0]).not.toHaveProperty('ended');
  });

  test('the SDK throws a SyntaxError at [[badjson]]', async () => {
    const { error, deltas } = await ask(client, '[[badjson]]');
    expect(deltas).toBe(3);
    expect(error).toBeInstanceOf(SyntaxError);
  });

  test.each([
    ['[[eof]]', 3],
    ['[[html200]]', 0],
  ])('the SDK’s stream ends without an error or a finish reason at %s', async (word, deltas) => {
    expect(await ask(client, word)).toMatchObject({ deltas, end: null, error: null });
  });

  test('a fault occurs after the number of pieces in its word', async () => {
    const { text, error } = await ask(client, '[[long 100]] [[cut 40]]');
    expect(text.split(/\s+/).filter(Boolean)).toHaveLength(40);
    expect(error).toBeInstanceOf(TypeError);
  });

  test('[[slow]] sets the pace of the answer', async () => {
    const start = performance.now();
    await ask(client, '[[slow]] [[long 2]]');
    expect(performance.now() - start).toBeGreaterThan(590);
  });
});

test('[[fast]] removes the delay between pieces, however slow the sandbox is', async () => {
  const slow = await startSandbox({ faults: true, delayMs: 60_000 });
  const asking = new OpenAI(clientOptions(slow));
  expect(await viaResponses(asking, '[[fast]] [[long 3]]')).toMatchObject({ text: 'word1 word2 word3', error: null });
  await slow.close();
});
