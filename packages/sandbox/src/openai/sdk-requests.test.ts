import { encode } from 'fast-png';
import OpenAI, { APIError, InternalServerError, NotFoundError } from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';
import { clientOptions, viaChat, viaResponses } from './testing.ts';

let sandbox: Sandbox;
let client: OpenAI;

beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 0 });
  client = new OpenAI(clientOptions(sandbox));
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

describe('the official SDK', () => {
  test('the SDK distinguishes a failed response from an error event', async () => {
    expect(await viaResponses(client, '[[failed]]')).toMatchObject({ deltas: 3, end: 'failed', error: null });
    expect((await viaChat(client, '[[failed]]')).error).toBeInstanceOf(APIError);
  });

  test.each([
    ['[[429]]', 1, 2],
    ['[[500]]', 2, 3],
    ['[[quota]]', 2, 1],
  ])('retries %s up to %i times: %i requests', async (word, maxRetries, requests) => {
    await viaResponses(new OpenAI({ ...clientOptions(sandbox), maxRetries }), word);
    expect(sandbox.log()).toHaveLength(requests);
  });

  test('the SDK reads unstreamed answers', async () => {
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

  test('the SDK reads the requested usage from the last chunk only', async () => {
    const stream = await client.chat.completions.create({
      model: 'demo',
      messages: [{ role: 'user', content: '1 + 1' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const usages: unknown[] = [];
    for await (const { usage } of stream) usages.push(usage);
    expect(usages.at(-1)).toMatchObject({ prompt_tokens: 2, completion_tokens: 4 });
    expect(new Set(usages.slice(0, -1))).toEqual(new Set([null]));
  });

  test('the SDK helper that checks the order of events completes', async () => {
    const stream = client.responses.stream({
      model: 'demo',
      input: '12 * 7',
      reasoning: { effort: 'low', summary: 'auto' },
    });
    const response = await stream.finalResponse();
    expect(response.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(response.output_text).toBe('12 × 7 = **84**');
  });

  test('the SDK lists models, retrieves one and gets an error for an unknown one', async () => {
    expect((await client.models.list()).data.map(({ id }) => id)).toEqual([
      'demo',
      'demo-image',
      'demo-transcribe',
      'demo-speech',
    ]);
    expect(await client.models.retrieve('demo')).toMatchObject({ id: 'demo', owned_by: 'sandbox' });
    await expect(client.models.retrieve('none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    expect(sandbox.log()).toEqual([]);
  });

  test('the SDK reads one moderation result per text', async () => {
    const { results } = await client.moderations.create({ input: ['one', 'two'] });
    expect(results.map(({ flagged }) => flagged)).toEqual([false, false]);
  });

  test('words decide which texts are flagged and which fault the SDK gets', async () => {
    const { results } = await client.moderations.create({
      input: ['one', '[[moderation hate]] [[moderation self-harm/intent]]', '[[moderation unknown]] [[hate]]'],
    });
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true, false]);
    const { categories } = results[1] ?? {};
    expect(Object.entries(categories ?? {}).flatMap(([name, isFlagged]) => (isFlagged ? [name] : []))).toEqual([
      'hate',
      'self-harm/intent',
    ]);
    const once = { maxRetries: 0 };
    await expect(client.moderations.create({ input: '[[moderation 429]]' }, once)).rejects.toMatchObject({
      status: 429,
    });
    await expect(client.moderations.create({ input: [] }, once)).rejects.toMatchObject({
      status: 400,
      code: 'missing_required_parameter',
    });
    expect((await client.moderations.create({ input: '[[moderation empty]]' })).results).toEqual([]);
  });

  test('the size of a picture decides whether it is flagged, and each request takes one', async () => {
    const part = (side: number) => {
      const picture = encode({ width: side, height: side, channels: 1, data: new Uint8Array(side * side) });
      const url = `data:image/png;base64,${Buffer.from(picture).toString('base64')}`;
      return { type: 'image_url' as const, image_url: { url } };
    };
    const check = async (...sides: number[]) =>
      (await client.moderations.create({ input: sides.map(part) })).results[0]?.categories;
    expect(await check(66)).toMatchObject({ 'violence/graphic': true });
    expect(await check(67)).toMatchObject({ 'violence/graphic': false });
    await expect(check(66, 66)).rejects.toThrow('Too many images');
  });

  test('the SDK gets an error that names the invalid field', async () => {
    await expect(client.batches.list()).rejects.toThrow(NotFoundError);
    await expect(client.responses.create({ input: 'x' })).rejects.toThrow('you must provide a model parameter');
    await expect(client.responses.create({ model: 'demo' })).rejects.toMatchObject({
      code: 'missing_required_parameter',
    });
    await expect(viaResponses(new OpenAI({ ...clientOptions(sandbox), apiKey: 'bad' }), 'x')).resolves.toMatchObject({
      error: { status: 401, code: 'invalid_api_key' },
    });
    const url = `${sandbox.urls.openai}/responses`;
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: '{', headers: { authorization: 'Bearer key' } })).status).toBe(
      400,
    );
  });

  test('scenario words have no effect when faults are off', async () => {
    const calm = await startSandbox({ delayMs: 0 });
    const asking = new OpenAI({ apiKey: 'bad', baseURL: calm.urls.openai, maxRetries: 0 });
    expect((await viaResponses(asking, '[[401]]')).text).toContain('I can’t answer that');
    await calm.close();
  });
});
