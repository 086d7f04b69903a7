import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { traceOf } from './model-errors.ts';
import { asking, collect, modelAt, NEVER, sendJson, serve } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

const events = (response: ServerResponse, ...data: unknown[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join(''));
};
const chunk = (delta: object, more: object = {}) => ({ choices: [{ delta, finish_reason: null, ...more }] });
const STOP = chunk({}, { finish_reason: 'stop' });

/** Reads one reply of a service that answers like this. */
async function answered(answer: (response: ServerResponse) => void, api: 'chat' | 'responses' = 'chat') {
  server = await serve((_asked, response) => answer(response));
  return collect(modelAt(server.baseUrl, { api }), asking('A question of Ferdinand'));
}

describe('content other than plain text', () => {
  test.each([
    [
      'text parts',
      [
        { type: 'text', text: 'Hello ' },
        { type: 'text', text: 'there' },
      ],
      'Hello there',
      '',
    ],
    ['a single part', { type: 'text', text: 'Hello' }, 'Hello', ''],
    ['texts', ['Hel', 'lo'], 'Hello', ''],
    [
      'thinking parts',
      [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
        { type: 'text', text: 'Hello' },
      ],
      'Hello',
      'Hm.',
    ],
    ['a refusal', [{ type: 'refusal', refusal: 'No.' }], 'No.', ''],
    [
      'parts of an unknown type',
      [{ type: 'image', url: 'x' }, 7, null, { text: { a: 1 } }, { type: 'text', text: 'Hi' }],
      'Hi',
      '',
    ],
  ])('reads text and reasoning from %s', async (_name, content, text, reasoning) => {
    const reply = await answered((response) => events(response, chunk({ content }), STOP, '[DONE]'));
    expect(reply).toMatchObject({ text, reasoning, error: null });
  });

  test('reads parts in an answer that is not streamed', async () => {
    server = await serve((_asked, response) =>
      sendJson(response, 200, { choices: [{ message: { content: [{ type: 'text', text: 'A title' }] } }] }),
    );
    const request = { instructions: '', text: 'hi', maxOutputTokens: 20, safetyIdentifier: 'x' };
    expect(await modelAt(server.baseUrl).complete(request, NEVER)).toBe('A title');
  });

  test('reads parts over Responses too', async () => {
    const delta = [{ type: 'text', text: 'Hello' }];
    const reply = await answered(
      (response) => events(response, { type: 'response.output_text.delta', delta }, { type: 'response.completed' }),
      'responses',
    );
    expect(reply).toMatchObject({ text: 'Hello', error: null });
  });
});

describe('the end of a stream', () => {
  test.each(['chat', 'responses'] as const)('[DONE] ends a %s reply that has text', async (api) => {
    const text = api === 'chat' ? chunk({ content: 'Hello' }) : { type: 'response.output_text.delta', delta: 'Hello' };
    const reply = await answered((response) => events(response, text, '[DONE]'), api);
    expect(reply).toMatchObject({ text: 'Hello', order: ['text', 'end:stop'], error: null });
  });

  test('[DONE] releases text that was held back as the beginning of a tag', async () => {
    const reply = await answered((response) => events(response, chunk({ content: '1 <th' }), '[DONE]'));
    expect(reply).toMatchObject({ text: '1 <th', error: null });
  });

  test.each(['chat', 'responses'] as const)('[DONE] without text makes a %s reply empty', async (api) => {
    const reply = await answered((response) => events(response, '[DONE]'), api);
    expect(reply.order).toEqual(['model-empty']);
  });

  test('a stream that ends without either counts as a lost connection', async () => {
    const reply = await answered((response) => events(response, chunk({ content: 'Hello' })));
    expect(reply.order).toEqual(['text', 'model-disconnected']);
  });

  test.each([
    ['without a reason', chunk({}, { finish_reason: 'error' }), 'model-failed'],
    [
      'with a reason',
      chunk({}, { finish_reason: 'error', error: { code: 429, message: 'Rate limited upstream' } }),
      'model-rate-limited',
    ],
  ])('finish_reason "error" %s fails the reply', async (_name, last, code) => {
    const reply = await answered((response) => events(response, chunk({ content: 'Hel' }), last, '[DONE]'));
    expect(reply.order).toEqual(['text', code]);
  });

  test.each([
    ['max_tokens', 'end:length'],
    ['MAX_TOKENS', 'end:length'],
    ['model_length', 'end:length'],
    ['SAFETY', 'end:filter'],
    ['sensitive', 'end:filter'],
    ['insufficient_system_resource', 'model-failed'],
    ['network_error', 'model-failed'],
    ['eos', 'end:stop'],
    [7, 'end:stop'],
  ])('finish_reason %j ends a reply as %s', async (finish_reason, end) => {
    const reply = await answered((response) =>
      events(response, chunk({ content: 'Hel' }), chunk({}, { finish_reason })),
    );
    expect(reply.order).toEqual(['text', end]);
  });

  test.each([
    ['an unclosed thinking tag', { content: '<think>Hm.' }],
    ['a field', { reasoning_content: 'Hm.' }],
  ])('[DONE] ends a reply that has only reasoning, in %s', async (_name, delta) => {
    const reply = await answered((response) => events(response, chunk(delta), '[DONE]'));
    expect(reply).toMatchObject({ reasoning: 'Hm.', error: null });
  });

  test.each([
    ['length', 'end:length'],
    ['content_filter', 'end:filter'],
    ['error', 'model-failed'],
  ])('finish_reason "%s" of an answer that is not streamed ends it as %s', async (finish_reason, end) => {
    const whole = { choices: [{ message: { reasoning: 'Hm.', content: 'Hel' }, finish_reason }] };
    const reply = await answered((response) => sendJson(response, 200, whole));
    expect(reply).toMatchObject({ reasoning: 'Hm.', text: 'Hel' });
    expect(reply.order.at(-1)).toBe(end);
  });

  test.each([[[null, 7, { type: 'url_citation' }]], [{}], ['x'], [null]])(
    'annotations of another form are ignored: %j',
    async (annotations) => {
      const reply = await answered((response) => events(response, chunk({ content: 'Hello', annotations }), STOP));
      expect(reply).toMatchObject({ text: 'Hello', error: null });
    },
  );

  test.each([
    [
      'with their titles, as Perplexity sends them with each chunk',
      {
        search_results: [
          { url: 'https://a.example/', title: 'A' },
          { url: 'https://b.example/', title: 'B' },
        ],
        citations: ['https://a.example/', 'https://b.example/'],
      },
      ['A', 'B'],
    ],
    [
      'without titles, as xAI sends them',
      { citations: ['https://a.example/', 'https://b.example/'] },
      [undefined, undefined],
    ],
  ])('reads the pages beside the choices %s', async (_how, pages, titles) => {
    const first = { ...chunk({ content: 'Hello [1]' }), ...pages };
    const reply = await answered((response) => events(response, first, { ...STOP, ...pages }));
    const sources = reply.events.flatMap((event) => (event.type === 'source' ? [event] : []));
    expect(sources.map(({ url }) => url)).toEqual(['https://a.example/', 'https://b.example/']);
    expect(sources.map(({ title }) => title)).toEqual(titles);
    expect(sources.every(({ isCited }) => isCited)).toBe(true);
  });

  test.each([{}, 'x', [null, 7, {}, { url: 7 }, ['x']]])('pages of another form are ignored: %j', async (pages) => {
    const odd = { ...chunk({ content: 'Hello' }), search_results: pages, citations: pages };
    const reply = await answered((response) => events(response, odd, STOP));
    expect(reply).toMatchObject({ text: 'Hello', error: null, order: ['text', 'end:stop'] });
  });

  test('a response that completes with status failed fails the reply', async () => {
    const response = { status: 'failed', error: { code: 'server_error', message: 'Out of luck' } };
    const reply = await answered((out) => events(out, { type: 'response.completed', response }), 'responses');
    expect(reply.order).toEqual(['model-failed']);
  });
});

test('reads reasoning beside an empty reasoning_content', async () => {
  const reply = await answered((response) =>
    events(response, chunk({ reasoning_content: '', reasoning: 'Hm.' }), chunk({ content: 'Hello' }), STOP),
  );
  expect(reply).toMatchObject({ reasoning: 'Hm.', text: 'Hello' });
});

describe.each(['chat', 'responses'] as const)('%s: JSON with status 200 in place of a stream', (api) => {
  test.each([
    [{ error: { message: 'Rate limit reached', code: 429 } }, 'model-rate-limited'],
    [{ error: { message: 'No credits', code: 'insufficient_quota' } }, 'model-quota'],
    [{ error: { message: 'Bad key', type: 'invalid_request_error', code: 'invalid_api_key' } }, 'model-auth'],
    [{ error: { message: "This model's maximum context length is 2049 tokens" } }, 'model-too-long'],
    [{ error: 'The model is on holiday' }, 'model-failed'],
    [{ object: 'error', message: 'No such model', type: 'NotFoundError', code: 404 }, 'model-not-found'],
    [{ detail: 'The model is on holiday' }, 'model-failed'],
    [{ message: 'The model is on holiday', status: 503 }, 'model-failed'],
    [{ some: 'thing' }, 'model-garbled'],
  ])('%j is the error %s', async (body, code) => {
    const { error } = await answered((response) => sendJson(response, 200, body), api);
    expect(error?.code).toBe(code);
  });

  test.each(['application/json', 'text/event-stream', 'text/plain'])(
    'recognizes JSON in place of a stream under the content type %s',
    async (type) => {
      const body = JSON.stringify({ error: { message: 'Ferdinand has no credits left', code: 402 } }, null, 2);
      const { error } = await answered((response) => response.writeHead(200, { 'content-type': type }).end(body), api);
      expect(error?.code).toBe('model-quota');
      expect(error && traceOf(error)).toMatchObject({ upstream: { status: 402, sentence: '… has no credits left' } });
    },
  );

  test('reads a whole answer in place of a stream as a complete reply', async () => {
    const whole =
      api === 'chat'
        ? { choices: [{ message: { content: 'Hello' } }] }
        : { output: [{ content: [{ type: 'output_text', text: 'Hello' }] }] };
    expect(await answered((response) => sendJson(response, 200, whole), api)).toMatchObject({
      text: 'Hello',
      order: ['text', 'end:stop'],
    });
  });
});

describe('T19: output of a broken service costs neither memory nor time', () => {
  const flood = (response: ServerResponse, head: string, piece: string) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(head);
    const more = () => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };

  test.each([
    ['one endless line', '', 'x'.repeat(65_536), 'model-garbled'],
    ['one endless event', 'data: {"choices":"', 'x'.repeat(65_536), 'model-garbled'],
    ['one endless object', '{"error":"', 'x'.repeat(65_536), 'model-garbled'],
    ['events without content', '', `data: {"usage":"${'x'.repeat(65_536)}"}\n\n`, 'model-garbled'],
    ['comments', '', `: ${'x'.repeat(65_536)}\n\n`, 'model-garbled'],
  ])('gives up on a flood of %s', async (_name, head, piece, code) => {
    const before = process.memoryUsage().rss;
    const begun = performance.now();
    const { order } = await answered((response) => flood(response, head, piece));
    expect(order).toEqual([code]);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  test('limits the number and length of searches and sources without an end', async () => {
    const search = (index: number) => ({
      type: 'response.output_item.done',
      item: {
        type: 'web_search_call',
        status: 'completed',
        action: {
          query: 'q'.repeat(20_000),
          sources: [{ url: `https://example.com/${index}` }, { url: `https://e.com/${'y'.repeat(20_000)}` }],
        },
      },
    });
    const many = Array.from({ length: 500 }, (_, index) => search(index));
    const text = { type: 'response.output_text.delta', delta: 'Hello' };
    const reply = await answered(
      (response) => events(response, ...many, text, { type: 'response.completed' }),
      'responses',
    );
    expect(reply.error).toBe(null);
    expect(reply.events.filter(({ type }) => type === 'search')).toHaveLength(40);
    expect(reply.events.filter(({ type }) => type === 'source')).toHaveLength(200);
    expect(JSON.stringify(reply.events).length).toBeLessThan(64 * 1024);
  });
});
