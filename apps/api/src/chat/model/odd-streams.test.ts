import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { EstimateCorrection } from '../../spending/estimate-correction.ts';
import { Meter } from '../../spending/meter.ts';
import { PriceList } from '../../spending/prices.ts';
import { traceOf } from './model-errors.ts';
import { asking, collect, DOT, modelAt, serve } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

const CALL = { index: 0, id: 'a', function: { name: 'calculate', arguments: '{"expression":"6*7"}' } };
const TOOL = { name: 'calculate', description: '', parameters: {} };
const chunk = (delta: object, more: object = {}) => ({ choices: [{ delta, finish_reason: null, ...more }] });
const STOP = chunk({}, { finish_reason: 'stop' });
const sse = (...data: unknown[]) =>
  data.map((each) => `data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`).join('');
const HELLO = sse(chunk({ content: 'Hel' }), chunk({ content: 'lo' }), STOP, '[DONE]');

/** Reads one reply of a service that sends these bytes, in as many writes. */
async function sent(body: string | Uint8Array[], { type = 'text/event-stream', more = {} } = {}) {
  server = await serve(async (_asked, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type });
    for (const part of Array.isArray(body) ? body : [body]) {
      response.write(part);
      await new Promise(setImmediate);
    }
    response.end();
  });
  return collect(modelAt(server.baseUrl), asking('A question', more));
}

test.each([
  ['CRLF', HELLO.replaceAll('\n', '\r\n')],
  ['CR alone', HELLO.replaceAll('\n', '\r')],
  ['a byte order mark', `\ufeff${HELLO}`],
  ['comments between its lines', `: on it\n${HELLO.replaceAll('\n\n', '\n:\n\n: ping\n\n')}`],
  ['ids, names and retry times', `retry: 100\n${HELLO.replaceAll('data', 'event: message\nid: 7\ndata')}`],
  ['no space after its colons', HELLO.replaceAll('data: ', 'data:')],
  ['data over several lines', HELLO.replace('"choices":', '"choices":\ndata: ')],
  ['empty data between', HELLO.replaceAll('\n\n', '\n\ndata:\n\n')],
  ['scalars and nulls between', sse(1, 'null', [], { choices: null }, { choices: [null] }) + HELLO],
  ['a usage before and after', sse({ choices: [], usage: { prompt_tokens: 5 } }) + HELLO + sse({ usage: 'many' })],
  ['spaces after [DONE]', sse(chunk({ content: 'Hello' }), '[DONE] ')],
  ['"[DONE]" in quotes', sse(chunk({ content: 'Hello' }), '"[DONE]"')],
  ['its text as a value', sse(chunk({ content: [{ type: 'text', text: { value: 'Hello', annotations: [] } }] }), STOP)],
  ['its content as a part alone', sse(chunk({ content: { type: 'text', text: { value: 'Hello' } } }), STOP)],
  ['objects for texts', sse(chunk({ content: { text: { value: { a: 1 } } }, reasoning: { a: 1 } })) + HELLO],
  ['[done]', sse(chunk({ content: 'Hello' }), '[done]')],
  ['no line break after its last event', sse(chunk({ content: 'Hello' }), STOP).trimEnd()],
  ['no line break after [DONE]', sse(chunk({ content: 'Hello' }), '[DONE]').trimEnd()],
  ['its reason in the last text', sse(chunk({ content: 'Hello' }, { finish_reason: 'stop' }))],
  ['"null" for a reason', sse(chunk({ content: 'Hel' }, { finish_reason: 'null' }), chunk({ content: 'lo' }), STOP)],
])('reads a stream with %s', async (_name, body) => {
  expect(await sent(body)).toMatchObject({ text: 'Hello', reasoning: '', error: null });
});

test('reads a number, as which Cloudflare sends a token of digits', async () => {
  const deltas = ['It costs $', 0, '.', 5, '.', null].map((content) => chunk({ content }));
  expect(await sent(sse(...deltas, STOP))).toMatchObject({ text: 'It costs $0.5.', error: null });
});

const PICTURE = { type: 'image_url', image_url: { url: `data:image/png;base64,${DOT.toString('base64')}` } };

test.each([
  ['after its text', [chunk({ content: 'Here:' }), chunk({ content: '', images: [PICTURE] }), STOP], 'text'],
  ['before its text', [chunk({ images: [PICTURE] }), chunk({ content: 'Here:' }), STOP], 'text'],
  ['alone', [chunk({ images: [PICTURE] }, { finish_reason: 'stop' })]],
  ['alone, without a reason for its end', [chunk({ images: [PICTURE] }), '[DONE]']],
  [
    'beside others, of which a reply shows the first',
    [chunk({ images: [PICTURE, { image_url: { url: 'x' } }] }), STOP],
  ],
  ['beside nulls', [chunk({ images: [null, {}, { image_url: null }, PICTURE] }), STOP]],
])('reads a picture that a reply has %s', async (_name, data, ...before) => {
  const { order, events } = await sent(sse(...data));
  expect(order).toEqual([...before, 'picture', 'end:stop']);
  const [drawn] = events.flatMap((event) => (event.type === 'picture' ? [Buffer.from(event.bytes)] : []));
  expect(drawn).toEqual(DOT);
});

test.each([
  ['behind a link of a private network', 'http://127.0.0.1:1/x.png'],
  ['that is none', 'data:image/png;base64,SGVsbG8gdGhlcmU='],
])('a picture %s fails the reply after its text', async (_name, url) => {
  const { order } = await sent(sse(chunk({ content: 'Here:' }), chunk({ images: [{ image_url: { url } }] }), STOP));
  expect(order).toEqual(['text', 'model-garbled']);
});

test('reads a picture of four megabytes', async () => {
  const url = `data:image/png;base64,${Buffer.concat([DOT, Buffer.alloc(4 * 1024 * 1024)]).toString('base64')}`;
  const { order } = await sent(sse(chunk({ images: [{ image_url: { url } }] }), STOP));
  expect(order).toEqual(['picture', 'end:stop']);
});

test('shows the searches of Groq’s Compound with the pages that they found', async () => {
  const search = { index: 0, type: 'search', arguments: '{"query":"tea"}' };
  const results = [
    { title: 'Tea', url: 'https://tea.example/', content: '…', score: 0.9 },
    null,
    { title: 'No address' },
  ];
  const code = { index: 1, type: 'python', arguments: '{"code":"1"}', output: '1' };
  const { text, events } = await sent(
    sse(
      chunk({ executed_tools: [search] }),
      chunk({ executed_tools: [{ ...search, output: 'Tea…', search_results: { results } }] }),
      chunk({ executed_tools: [code, null, { type: 'search', arguments: 'x' }] }),
      chunk({ content: 'Three minutes.' }),
      STOP,
    ),
  );
  expect(text).toBe('Three minutes.');
  expect(events).toEqual([
    { type: 'search', status: 'starting', query: 'tea' },
    { type: 'search', status: 'completed', query: 'tea' },
    { type: 'source', url: 'https://tea.example/', isCited: false, title: 'Tea' },
    { type: 'search', status: 'starting' },
    { type: 'end', reason: 'stop' },
  ]);
});

test('reads characters that arrive byte by byte', async () => {
  const text = 'Grüße, 日本, 👩‍👩‍👧';
  const bytes = [...Buffer.from(sse(chunk({ content: text }), STOP))].map((byte) => Uint8Array.of(byte));
  expect(await sent(bytes)).toMatchObject({ text, error: null });
});

test('a last event that was cut off leaves the connection lost', async () => {
  const { order } = await sent(`${sse(chunk({ content: 'Hello' }))}data: {"choices":[{"del`);
  expect(order).toEqual(['text', 'model-disconnected']);
});

test.each([
  { reasoning: 'Hm.' },
  { reasoning_text: 'Hm.' },
  { thinking: 'Hm.' },
  { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
  {
    reasoning_details: [
      { type: 'reasoning.summary', summary: 'Hm.' },
      { type: 'reasoning.encrypted', data: 'x' },
    ],
  },
  { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] },
  { reasoning_content: 'Hm.', reasoning: 'Hm.' },
  { content: [{ type: 'reasoning_text', text: 'Hm.' }] },
  { content: [{ type: 'reasoning', reasoning: 'Hm.' }] },
  { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] }] },
])('reads the reasoning of %j once', async (delta) => {
  const reply = await sent(sse(chunk(delta), chunk({ content: 'Hello' }), STOP));
  expect(reply).toMatchObject({ text: 'Hello', reasoning: 'Hm.', error: null });
});

test.each([
  ['max_output_tokens', 'end:length'],
  ['BLOCKLIST', 'end:filter'],
  ['refusal', 'end:filter'],
  ['guardrail_intervened', 'end:filter'],
  ['abort', 'model-failed'],
  ['end_turn', 'end:stop'],
  ['tool_calls', 'end:stop'],
])('finish_reason %j ends a reply as %s', async (finish_reason, end) => {
  const { order } = await sent(sse(chunk({ content: 'Hello' }), chunk({}, { finish_reason })));
  expect(order).toEqual(['text', end]);
});

test.each([
  ['text', [chunk({ content: 'Hel' }, { finish_reason: 'stop' }), chunk({ content: 'lo' })], 'Hello'],
  ['text and the end again', [chunk({ content: 'Hel' }), STOP, chunk({ content: 'lo' }), STOP], 'Hello'],
  ['the whole message', [chunk({ content: 'Hello' }), STOP, { choices: [{ message: { content: 'Hello' } }] }], 'Hello'],
  ['an error', [chunk({ content: 'Hello' }), STOP, { error: { message: 'Late.' } }], 'Hello'],
])('reads a reply whose service sends %s after the reason of its end', async (_name, data, text) => {
  expect(await sent(sse(...data, '[DONE]'))).toMatchObject({ text, order: ['text', 'end:stop'] });
});

test('reads a call that its service sends after the reason of its end', async () => {
  const ended = chunk({}, { finish_reason: 'tool_calls' });
  const { events } = await sent(sse(ended, chunk({ tool_calls: [CALL] }), '[DONE]'), { more: { tools: [TOOL] } });
  expect(events.flatMap((event) => (event.type === 'calls' ? event.calls : []))).toHaveLength(1);
});

test('reads the counts of tokens that Kimi sends within its last choice', async () => {
  const meter = new Meter({ prices: new PriceList(), correction: new EstimateCorrection() });
  const usage = { prompt_tokens: 7, completion_tokens: 3 };
  await sent(sse(chunk({ content: 'Hello' }), chunk({}, { finish_reason: 'stop', usage })), { more: { meter } });
  expect(meter.spent()).toMatchObject([{ inputTokens: 7, outputTokens: 3, estimatedRequests: 0 }]);
});

test.each(['malformed_function_call', 'function_call_filter: MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL'])(
  'a reply that ends with %s before its first word is a call that the model wrote wrongly',
  async (finish_reason) => {
    expect((await sent(sse(chunk({}, { finish_reason })))).order).toEqual(['model-rejected']);
    await server.close();
    const { order } = await sent(sse(chunk({ content: 'Hello' }), chunk({}, { finish_reason })));
    expect(order).toEqual(['text', 'end:stop']);
  },
);

test.each([
  ['before a reply', '', ['model-too-long']],
  ['in the middle of one', sse(chunk({ content: 'Hel' })), ['text', 'model-too-long']],
])('reads an error that llama.cpp sends as a field of its own %s', async (_name, before, order) => {
  const error = { code: 400, message: 'the request exceeds the available context size', type: 'invalid_request_error' };
  expect((await sent(`${before}error: ${JSON.stringify(error)}\n\ndata: [DONE]\n\n`)).order).toEqual(order);
});

test.each([
  ['an error in a choice', sse(chunk({ content: 'Hel' }), chunk({}, { error: { code: 429, message: 'Wait' } }))],
  ['an event of an error', `${sse(chunk({ content: 'Hel' }))}event: error\ndata: {"message":"Wait","status":429}\n\n`],
])('%s in the middle of a stream fails the reply', async (_name, body) => {
  expect((await sent(body)).order).toEqual(['text', 'model-rate-limited']);
});

test.each([
  ['a page of text', 'upstream connect error or disconnect/reset before headers', 'model-garbled'],
  ['null', 'null', 'model-garbled'],
  ['nothing', '', 'model-empty'],
  ['comments alone', ': PROCESSING\n\n: PROCESSING\n\n', 'model-garbled'],
  ['usage alone', sse({ choices: [], usage: { prompt_tokens: 5 } }, '[DONE]'), 'model-empty'],
])('%s in place of a stream is reported', async (_name, body, code) => {
  expect((await sent(body)).order).toEqual([code]);
});

test('a list with an error in place of a stream is that error', async () => {
  const body = JSON.stringify([{ error: { code: 429, message: 'Quota of the project exceeded' } }]);
  const { error } = await sent(body, { type: 'application/json' });
  expect(error?.code).toBe('model-rate-limited');
  expect(error && traceOf(error)).toMatchObject({ upstream: { status: 429 } });
});

test.each([
  ['without an index', [{ ...CALL, index: undefined }]],
  [
    'with its arguments before its name',
    [
      { index: 0, function: { arguments: '{"expression":' } },
      { ...CALL, function: { name: 'calculate', arguments: '"6*7"}' } },
    ],
  ],
  [
    'in pieces between those of another',
    [{ index: 1, id: 'b', function: { name: 'x', arguments: '{' } }, CALL, { index: 1, function: { arguments: '}' } }],
  ],
  [
    'with its name in each piece',
    [
      { ...CALL, function: { name: 'calculate', arguments: '{"expression":' } },
      { ...CALL, function: { name: 'calculate', arguments: '"6*7"}' } },
    ],
  ],
  ['beside nulls', [null, CALL, {}]],
])('reads a call %s', async (_name, calls) => {
  const deltas = calls.map((call) => chunk({ tool_calls: [call] }));
  const { events } = await sent(sse(...deltas, STOP), { more: { tools: [TOOL] } });
  const found = events.flatMap((event) => (event.type === 'calls' ? event.calls : []));
  expect(found).toContainEqual(expect.objectContaining({ name: 'calculate', arguments: '{"expression":"6*7"}' }));
});

test('reads a call as services before tool_calls wrote it', async () => {
  const pieces = [{ name: 'calculate', arguments: '{"expression":' }, { arguments: '"6*7"}' }];
  const deltas = pieces.map((piece) => chunk({ content: null, function_call: piece }));
  const ended = chunk({}, { finish_reason: 'function_call' });
  const { events } = await sent(sse(...deltas, ended), { more: { tools: [TOOL] } });
  const found = events.flatMap((event) => (event.type === 'calls' ? event.calls : []));
  expect(found).toEqual([{ id: 'call_0', name: 'calculate', arguments: '{"expression":"6*7"}' }]);
});

test.each([
  ['beside text', [chunk({ content: 'Hello' }), chunk({ tool_calls: [CALL] }), STOP], ['text', 'end:stop']],
  ['alone', [chunk({ tool_calls: [CALL] }), STOP], ['model-empty']],
])('ignores a call of a tool that was not offered, %s', async (_name, data, order) => {
  expect((await sent(sse(...data))).order).toEqual(order);
});
