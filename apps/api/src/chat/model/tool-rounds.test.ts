import { afterEach, expect, test } from 'vitest';
import type { ModelRound } from './model.ts';
import { asking, collect, modelAt, sendChat, sendJson, serve, type Asked } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

const TOOL = { name: 'calculate', description: 'Calculates.', parameters: { type: 'object' } };
const SIGNATURE = { google: { thought_signature: 'c2lnbmVk' } };
const call = (id: string, given = '{"expression":"6*7"}', more: object = {}) => ({
  index: 0,
  id,
  function: { name: 'calculate', arguments: given },
  ...more,
});

interface SentMessage {
  role: string;
  reasoning_content?: string;
  reasoning_details?: object[];
  thinking_blocks?: object[];
  tool_calls?: { function: { name: string; arguments: string }; extra_content?: object }[];
}

const messagesOf = ({ body }: Asked) => body.messages as SentMessage[];

/** Asks a service that answers with these deltas, then sends it the results of its calls. Both may be refused. */
async function twoRounds(deltas: object[], problemIn: (messages: SentMessage[]) => string | null = () => null) {
  server = await serve((asked, response) => {
    if (!asked.path.endsWith('/completions')) return sendJson(response, 404, {});
    const messages = messagesOf(asked);
    const problem = problemIn(messages);
    if (problem !== null) return sendJson(response, 400, { error: { message: problem } });
    if (messages.at(-1)?.role === 'tool') return sendChat(response, [{ content: '42' }]);
    sendChat(response, deltas, 'tool_calls');
  });
  const model = modelAt(server.baseUrl);
  const first = await collect(model, asking('hi', { tools: [TOOL] }));
  const called = first.events.flatMap((event) => (event.type === 'calls' ? [event] : []))[0];
  const { calls = [], state = [] } = called ?? {};
  const round: ModelRound = { text: '', calls, state, results: calls.map(() => ({ text: '42' })) };
  const second = await collect(model, asking('hi', { tools: [TOOL], rounds: [round] }));
  const sent = server.asked.filter(({ path }) => path.endsWith('/completions')).map(messagesOf);
  return { model, calls, second, sent, sentBack: sent.at(-1)?.find(({ role }) => role === 'assistant') };
}

test('sends Gemini the signature of a call back with its result', async () => {
  const deltas = [{ tool_calls: [call('a', undefined, { extra_content: SIGNATURE })] }, { tool_calls: [call('b')] }];
  const { second, sentBack } = await twoRounds(deltas, (messages) => {
    const [signed] = messages.flatMap(({ tool_calls: calls = [] }) => calls);
    return signed && !signed.extra_content ? 'Function call is missing a thought_signature.' : null;
  });
  expect(second).toMatchObject({ text: '42', error: null });
  expect(sentBack?.tool_calls?.map(({ extra_content: extra }) => extra)).toEqual([SIGNATURE, undefined]);
});

test('sends DeepSeek the reasoning before a call back with its result', async () => {
  const deltas = [{ reasoning_content: 'Six ' }, { reasoning_content: 'times.' }, { tool_calls: [call('a')] }];
  const { second, sentBack } = await twoRounds(deltas, (messages) =>
    messages.some(({ tool_calls: calls, reasoning_content: reasoning }) => calls && reasoning === undefined)
      ? 'The `reasoning_content` in the thinking mode must be passed back to the API.'
      : null,
  );
  expect(second).toMatchObject({ text: '42', error: null });
  expect(sentBack?.reasoning_content).toBe('Six times.');
});

test('sends OpenRouter the reasoning blocks before a call back with its result', async () => {
  const text = { type: 'reasoning.text', format: 'google-gemini-v1', index: 0 };
  const signed = { type: 'reasoning.encrypted', data: 'c2lnbmVk', id: 'a', format: 'google-gemini-v1', index: 1 };
  const deltas = [
    { reasoning: 'Six ', reasoning_details: [{ ...text, text: 'Six ' }] },
    { reasoning: 'times.', reasoning_details: [{ ...text, text: 'times.', signature: null }] },
    { reasoning_details: [{ ...text, text: '', signature: 'c2ln' }] },
    { tool_calls: [call('a')], reasoning_details: [signed] },
  ];
  const { second, sentBack } = await twoRounds(deltas, (messages) =>
    messages.some(({ tool_calls: calls, reasoning_details: details }) => calls && !details)
      ? 'Gemini models require OpenRouter reasoning details to be preserved in each request.'
      : null,
  );
  expect(second).toMatchObject({ text: '42', error: null });
  expect(sentBack?.reasoning_details).toEqual([{ ...text, text: 'Six times.', signature: 'c2ln' }, signed]);
});

test('sends LiteLLM the signed thinking before a call back with its result', async () => {
  const thinking = (words: string, signature = '') => ({
    thinking_blocks: [{ type: 'thinking', thinking: words, signature }],
  });
  const redacted = { type: 'redacted_thinking', data: 'aGlkZGVu' };
  const deltas = [
    thinking('Six '),
    thinking('times.'),
    thinking('', 'one'),
    { thinking_blocks: [redacted] },
    thinking('Seven.'),
    thinking('', 'two'),
    { tool_calls: [call('a')] },
  ];
  const { sentBack } = await twoRounds(deltas);
  expect(sentBack?.thinking_blocks).toEqual([
    { type: 'thinking', thinking: 'Six times.', signature: 'one' },
    redacted,
    { type: 'thinking', thinking: 'Seven.', signature: 'two' },
  ]);
});

test('ignores reasoning blocks of another shape, and the rest of far too long ones', async () => {
  const odd = [{ reasoning_details: 'Hm.' }, { reasoning_details: [null, 'Hm.', 7] }, { thinking_blocks: {} }];
  const long = Array.from({ length: 30 }, (_, index) => ({
    reasoning_details: [{ type: 'reasoning.text', index, text: 'x'.repeat(10_000) }],
  }));
  const { second, sentBack } = await twoRounds([...odd, ...long, { tool_calls: [call('a')] }]);
  expect(second.error).toBeNull();
  expect(sentBack?.reasoning_details).toHaveLength(19);
});

test('sends no reasoning back to a service that names it otherwise', async () => {
  const { sentBack } = await twoRounds([{ reasoning: 'Six times.' }, { tool_calls: [call('a')] }]);
  expect(Object.keys(sentBack ?? {})).toEqual(['role', 'content', 'tool_calls']);
});

test.each([
  ['arguments that are cut off', 'calculate', '{"expression":', 'calculate', '{}'],
  ['no arguments', 'calculate', '', 'calculate', '{}'],
  ['arguments that are no object', 'calculate', '"6*7"', 'calculate', '{}'],
  ['a name with other characters', 'functions.calculate:0', '{"a":1}', 'functions_calculate_0', '{"a":1}'],
])('sends a service no call with %s', async (_name, name, given, sentName, sentArguments) => {
  const { second, sentBack } = await twoRounds([
    { tool_calls: [{ index: 0, id: 'a', function: { name, arguments: given } }] },
  ]);
  expect(second.error).toBeNull();
  expect(sentBack?.tool_calls?.[0]?.function).toEqual({ name: sentName, arguments: sentArguments });
});

test.each([
  [
    'vLLM sends a new id with each part',
    [
      { index: 0, id: 'x1', function: { name: 'calculate', arguments: '' } },
      { index: 0, id: 'x2', function: { arguments: '{"expression":' } },
      { index: 0, id: 'x3', function: { name: null, arguments: '"6*7"}' } },
    ],
    ['{"expression":"6*7"}'],
  ],
  [
    'Gemini sends each call whole with one index and no id',
    [call('', '{"expression":"1"}'), call('', '{"expression":"2"}')],
    ['{"expression":"1"}', '{"expression":"2"}'],
  ],
  [
    'a service sends each call whole with its own id',
    [call('a', '{"expression":"1"}'), call('b', '{"expression":"2"}')],
    ['{"expression":"1"}', '{"expression":"2"}'],
  ],
  [
    'a service repeats the name without an id',
    [call('', '{"expression":'), call('', '"6*7"}')],
    ['{"expression":"6*7"}'],
  ],
])('reads the calls when %s', async (_name, parts, given) => {
  const { calls } = await twoRounds(parts.map((part) => ({ tool_calls: [part] })));
  expect(calls.map(({ arguments: read }) => read)).toEqual(given);
  expect(calls.map(({ name }) => name)).toEqual(given.map(() => 'calculate'));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(given.length);
});

test.each([
  [400, "Tool call validation failed: attempted to call tool 'json' which was not in request.tools"],
  [400, 'Function call is missing a thought_signature in functionCall parts.'],
  [400, 'invalid tool call arguments'],
  [400, "Unexpected role 'user' after role 'tool'"],
  [500, "error parsing tool call: raw='{\"expression' err=unexpected end of JSON input"],
  [500, 'Failed to parse tool call arguments as JSON'],
])('goes on offering tools after a service refused one call with %i: %s', async (status, message) => {
  server = await serve(({ path }, response) =>
    path.endsWith('/completions') ? sendJson(response, status, { error: { message } }) : sendJson(response, 404, {}),
  );
  const model = modelAt(server.baseUrl);
  expect((await collect(model, asking('hi', { tools: [TOOL] }))).error?.code).toBe('model-rejected');
  expect((await model.capabilities()).usesTools).toBe(true);
});

test('offers no tools after a service could not parse the request because of them', async () => {
  server = await serve(({ path, body }, response) => {
    if (!path.endsWith('/completions')) return sendJson(response, 404, {});
    if (body.tools) return sendJson(response, 400, { error: { message: 'Failed to parse the body: unknown tools.' } });
    sendChat(response, [{ content: '42' }]);
  });
  const model = modelAt(server.baseUrl);
  expect(await collect(model, asking('hi', { tools: [TOOL] }))).toMatchObject({ text: '42', error: null });
  expect((await model.capabilities()).usesTools).toBe(false);
});
