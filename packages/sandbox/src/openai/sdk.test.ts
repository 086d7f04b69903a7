import { request, type IncomingMessage } from 'node:http';
import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';
import { richSample } from './assistant/rich-sample.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = connect();
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

function connect(options: { apiKey?: string; maxRetries?: number } = {}): OpenAI {
  return new OpenAI({ apiKey: 'sandbox', baseURL: sandbox.urls.openai, maxRetries: 0, logLevel: 'off', ...options });
}

/** What a caller of the SDK has seen of one answer when it was over, however it ended. */
interface Seen {
  text: string;
  refusal: string;
  reasoning: string;
  deltas: number;
  /** `completed`, `incomplete`, `failed`, `stop`, `length`; null where the answer never said that it was over. */
  end: string | null;
  usage: { input: number; output: number } | null;
  error: unknown;
}

interface Asking {
  thinking?: boolean;
  client?: OpenAI;
}

async function viaResponses(input: string, { thinking = false, client: asking = client }: Asking = {}): Promise<Seen> {
  const seen: Seen = { text: '', refusal: '', reasoning: '', deltas: 0, end: null, usage: null, error: null };
  try {
    const reasoning = thinking ? { reasoning: { effort: 'medium', summary: 'auto' } as const } : {};
    let expected = 0;
    for await (const event of await asking.responses.create({ model: 'demo', input, stream: true, ...reasoning })) {
      expect(event).toMatchObject({ sequence_number: expected++ });
      if (event.type.endsWith('.delta')) seen.deltas++;
      if (event.type === 'response.output_text.delta') seen.text += event.delta;
      if (event.type === 'response.refusal.delta') seen.refusal += event.delta;
      if (event.type === 'response.reasoning_summary_part.added' && event.summary_index > 0) seen.reasoning += '\n\n';
      if (event.type === 'response.reasoning_summary_text.delta') seen.reasoning += event.delta;
      if (
        event.type === 'response.completed' ||
        event.type === 'response.incomplete' ||
        event.type === 'response.failed'
      ) {
        seen.end = event.response.status ?? null;
        const { usage } = event.response;
        if (usage) seen.usage = { input: usage.input_tokens, output: usage.output_tokens };
      }
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

async function viaChat(content: string, { thinking = false, client: asking = client }: Asking = {}): Promise<Seen> {
  const seen: Seen = { text: '', refusal: '', reasoning: '', deltas: 0, end: null, usage: null, error: null };
  try {
    const chunks = await asking.chat.completions.create({
      model: 'demo',
      messages: [{ role: 'user', content }],
      stream: true,
      stream_options: { include_usage: true },
      ...(thinking ? { reasoning_effort: 'medium' as const } : {}),
    });
    for await (const { choices, usage } of chunks) {
      if (usage) seen.usage = { input: usage.prompt_tokens, output: usage.completion_tokens };
      const [choice] = choices;
      if (!choice) continue;
      const delta: typeof choice.delta & { reasoning_content?: string } = choice.delta;
      const said = (delta.content ?? '') + (delta.refusal ?? '') + (delta.reasoning_content ?? '');
      if (said !== '') seen.deltas++;
      seen.text += delta.content ?? '';
      seen.refusal += delta.refusal ?? '';
      seen.reasoning += delta.reasoning_content ?? '';
      seen.end = choice.finish_reason ?? seen.end;
    }
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

const APIS = [
  { api: 'responses', ask: viaResponses, whole: 'completed', cutShort: 'incomplete' },
  { api: 'chat completions', ask: viaChat, whole: 'stop', cutShort: 'length' },
] as const;

describe.each(APIS)('the official SDK, streaming $api', ({ ask, whole, cutShort }) => {
  test('reads an answer and its usage', async () => {
    const seen = await ask('12 * 7');
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

  test('reads the reasoning it asked for', async () => {
    const seen = await ask('12 * 7', { thinking: true });
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
    ['[[constructor]]', expect.stringContaining('I cannot answer that') as string],
  ])('reads %j', async (question, text) => {
    expect(await ask(question)).toMatchObject({ text, end: whole, error: null });
  });

  test('reads [[long N]] as N pieces that can be told apart', async () => {
    const { text, deltas } = await ask('[[long 1000]]');
    expect(deltas).toBe(1000);
    expect(text.split(/\s+/)).toEqual(Array.from({ length: 1000 }, (_, index) => `word${index + 1}`));
  });

  test('reads thinking that is written in tags', async () => {
    const think = await ask('[[think]]');
    expect(think.text).toMatch(/^<think>[^<]+<\/think>\n\n[^<]+$/);
    expect(think.deltas).toBe(Math.ceil(think.text.length / 3));
    const tags = await ask('[[tags]]');
    expect(tags.text).toMatch(/^<thinking>[^<]+<\/thinking>\n\n<answer>[^<]+<\/answer>$/);
    expect(tags.deltas).toBe(Math.ceil(tags.text.length / 5));
  });

  test('reads [[length]] as an answer that ran out of room', async () => {
    expect(await ask('[[length]]')).toMatchObject({ end: cutShort, error: null });
  });

  test('reads [[refuse]] as a refusal, apart from text', async () => {
    expect(await ask('[[refuse]]')).toMatchObject({
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
  ])('throws at %s before the answer', async (word, type, status, code) => {
    const { error, deltas } = await ask(`Please ${word}`);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ status, code });
    expect(deltas).toBe(0);
    await expect.poll(() => sandbox.log()).toMatchObject([{ status, deltas: 0, ended: true }]);
  });

  test('throws an error without a status at [[mid500]], after three pieces', async () => {
    const { error, deltas } = await ask('[[mid500]]');
    expect(deltas).toBe(3);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ status: undefined, code: 'server_error' });
  });

  test('throws a TypeError at [[cut]], after what was sent', async () => {
    const { error, deltas } = await ask('[[cut]]');
    expect(deltas).toBe(3);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({ message: 'terminated', cause: { code: 'UND_ERR_SOCKET' } });
    await expect.poll(() => sandbox.log()).toMatchObject([{ cut: true, deltas: 3 }]);
    expect(sandbox.log()[0]).not.toHaveProperty('closed');
    expect(sandbox.log()[0]).not.toHaveProperty('ended');
  });

  test('throws a SyntaxError at [[badjson]]', async () => {
    const { error, deltas } = await ask('[[badjson]]');
    expect(deltas).toBe(3);
    expect(error).toBeInstanceOf(SyntaxError);
  });

  test.each([
    ['[[eof]]', 3],
    ['[[html200]]', 0],
  ])('ends quietly and without an end at %s', async (word, deltas) => {
    expect(await ask(word)).toMatchObject({ deltas, end: null, error: null });
  });

  test('reads a fault after as many pieces as its word says', async () => {
    const { text, error } = await ask('[[long 100]] [[cut 40]]');
    expect(text.split(/\s+/).filter(Boolean)).toHaveLength(40);
    expect(error).toBeInstanceOf(TypeError);
  });

  test('takes the time that [[slow]] says', async () => {
    const start = performance.now();
    await ask('[[slow]] [[long 2]]');
    expect(performance.now() - start).toBeGreaterThan(590);
  });
});

describe('the official SDK', () => {
  test('tells failed from broken with responses', async () => {
    expect(await viaResponses('[[failed]]')).toMatchObject({ deltas: 3, end: 'failed', error: null });
    expect((await viaChat('[[failed]]')).error).toBeInstanceOf(APIError);
  });

  test.each([
    ['[[429]]', 1, 2],
    ['[[500]]', 2, 3],
    ['[[quota]]', 2, 1],
  ])('retries %s up to %i times: %i requests', async (word, maxRetries, requests) => {
    await viaResponses(word, { client: connect({ maxRetries }) });
    expect(sandbox.log()).toHaveLength(requests);
  });

  test('reads answers that are not streamed', async () => {
    const input = [
      { role: 'developer' as const, content: 'Be kind.' },
      { role: 'user' as const, content: [{ type: 'input_text' as const, text: '1 + 1' }] },
    ];
    const response = await client.responses.create({ model: 'demo', input });
    expect(response).toMatchObject({ status: 'completed', output_text: '1 + 1 = **2**', error: null });
    expect(response.usage).toMatchObject({ input_tokens: 4, output_tokens: 4, total_tokens: 8 });
    const chat = await client.chat.completions.create({ model: 'any', messages: [{ role: 'user', content: '1 + 1' }] });
    expect(chat).toMatchObject({
      model: 'any',
      choices: [{ message: { content: '1 + 1 = **2**' }, finish_reason: 'stop' }],
    });
    await expect(client.responses.create({ model: 'demo', input: '[[mid500]]' })).rejects.toThrow(InternalServerError);
    await expect(client.responses.create({ model: 'demo', input: '[[cut]]' })).rejects.toThrow('Connection error.');
    await expect(client.responses.create({ model: 'demo', input: '[[badjson]]' })).rejects.toThrow(SyntaxError);
  });

  test('finishes the helper that is strict about the order of events', async () => {
    const stream = client.responses.stream({
      model: 'demo',
      input: '12 * 7',
      reasoning: { effort: 'low', summary: 'auto' },
    });
    const response = await stream.finalResponse();
    expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(response.output_text).toBe('12 × 7 = **84**');
  });

  test('lists models, finds one, and misses another', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['demo']);
    expect(await client.models.retrieve('demo')).toMatchObject({ id: 'demo', owned_by: 'sandbox' });
    await expect(client.models.retrieve('none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    expect(sandbox.log()).toEqual([]);
  });

  test('reads a moderation for each text', async () => {
    const { results } = await client.moderations.create({ input: ['one', 'two'] });
    expect(results.map(({ flagged }) => flagged)).toEqual([false, false]);
  });

  test('is told what is wrong with a request', async () => {
    await expect(client.batches.list()).rejects.toThrow(NotFoundError);
    await expect(client.responses.create({ input: 'x' })).rejects.toThrow('you must provide a model parameter');
    await expect(client.responses.create({ model: 'demo' })).rejects.toMatchObject({
      code: 'missing_required_parameter',
    });
    await expect(viaResponses('x', { client: connect({ apiKey: 'bad' }) })).resolves.toMatchObject({
      error: { status: 401, code: 'invalid_api_key' },
    });
    const url = `${sandbox.urls.openai}/responses`;
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{', headers: { authorization: 'Bearer key' } })).status).toBe(
      400,
    );
  });

  test('plays no faults where they are off', async () => {
    const calm = await startSandbox({ delayMs: 0 });
    const asking = new OpenAI({ apiKey: 'bad', baseURL: calm.urls.openai, maxRetries: 0 });
    expect((await viaResponses('[[401]]', { client: asking })).text).toContain('I cannot answer that');
    await calm.close();
  });
});

describe('a caller who', () => {
  test.each(['[[stall]]', '[[slow]]', '[[long 100000]]'])(
    'hangs up during %s is seen to within a second',
    async (input) => {
      const stream = await client.responses.create({ model: 'demo', input, stream: true });
      let deltas = 0;
      for await (const { type } of stream) if (type === 'response.output_text.delta' && ++deltas === 2) break;
      await expect.poll(() => sandbox.log()[0]?.closed, { timeout: 1000 }).toBe(true);
      const [sent] = sandbox.log();
      expect(sent).not.toHaveProperty('ended');
      expect(sent?.deltas).toBeLessThan(100_000);
    },
  );

  test('reads slowly is waited for, and loses nothing', async () => {
    const headers = { authorization: 'Bearer key' };
    const asking = request(`${sandbox.urls.openai}/chat/completions`, { method: 'POST', headers });
    asking.end(
      JSON.stringify({ model: 'demo', stream: true, messages: [{ role: 'user', content: '[[long 200000]]' }] }),
    );
    const answer = await new Promise<IncomingMessage>((resolve) => asking.once('response', resolve));
    let before = -1;
    const hasStopped = () => {
      const sent = sandbox.log()[0]?.deltas ?? 0;
      const stopped = sent > 0 && sent === before;
      before = sent;
      return stopped;
    };
    await expect.poll(hasStopped, { interval: 100, timeout: 5000 }).toBe(true);
    expect(before).toBeLessThan(200_000);
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
    expect(text).toContain('word200000');
    expect(text.split('"content":"word')).toHaveLength(200_001);
  });
});
