import { afterEach, describe, expect, test } from 'vitest';
import type { ModelMessage } from './model.ts';
import {
  asking,
  collect,
  DOT,
  modelAt,
  NEVER,
  routed,
  sendChat,
  sendJson,
  serve,
  serveRefusals,
  type Asked,
} from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

const TOOL = { name: 'calculate', description: 'Calculates.', parameters: { type: 'object' } };
const PICTURE = { type: 'image/png', bytes: DOT };
const SEEN: ModelMessage[] = [{ role: 'user', content: 'What is this?', pictures: [PICTURE] }];
const quoted = (error: object) => routed(JSON.stringify({ error }));

async function refusing(...answer: Parameters<typeof serveRefusals>) {
  server = await serveRefusals(...answer);
  return modelAt(server.baseUrl);
}

test.each<[string, unknown]>([
  [
    'LiteLLM',
    {
      error: {
        message: "litellm.UnsupportedParamsError: openai does not support parameters: ['max_tokens'], for model=demo.",
        type: 'None',
        param: 'None',
        code: '400',
      },
    },
  ],
  [
    'Mistral',
    {
      object: 'error',
      message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'max_tokens'], input: 1 }] },
      param: null,
    },
  ],
  ['OpenRouter', quoted({ message: "Unsupported parameter: 'max_tokens'", param: 'max_tokens' })],
])('leaves out a field that %s refuses', async (_name, body) => {
  const model = await refusing(400, body, (asked) => 'max_tokens' in asked.body);
  expect(await collect(model, asking('hi'))).toMatchObject({ text: 'ok', error: null });
});

test('leaves out the effort that xAI refuses', async () => {
  const error = 'Model grok-4 does not support parameter reasoningEffort.';
  server = await serve(({ path, body }, response) => {
    if (!path.endsWith('completions')) return sendJson(response, 404, {});
    if (body.reasoning_effort) return sendJson(response, 400, { code: 'invalid-argument', error });
    sendChat(response, [{ reasoning_content: 'Hm.' }, { content: 'ok' }]);
  });
  const model = modelAt(server.baseUrl, { declared: { thinking: true } });
  expect(await collect(model, asking('hi', { thinking: true }))).toMatchObject({ text: 'ok', error: null });
});

test('continues a reply with a Mistral model that refuses to, in Mistral’s own form', async () => {
  const message = 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant';
  const lastRole = ({ body }: Asked) => (body.messages as { role: string }[]).at(-1)?.role;
  const model = await refusing(
    400,
    { object: 'error', message, code: null },
    (asked) => lastRole(asked) === 'assistant',
  );
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Tell me.' },
    { role: 'assistant', content: 'The' },
  ];
  expect(await collect(model, asking('', { messages }))).toMatchObject({ text: 'ok', error: null });
});

test('continues a reply that ends with white space with Claude', async () => {
  const message = 'messages: final assistant content cannot end with trailing whitespace';
  const last = ({ body }: Asked) => (body.messages as { content: string }[]).at(-1)?.content ?? '';
  const model = await refusing(400, { error: { message } }, (asked) => last(asked).endsWith(' '));
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Tell me.' },
    { role: 'assistant', content: 'The ' },
  ];
  expect(await collect(model, asking('', { messages }))).toMatchObject({ text: 'ok', error: null });
});

test.each([
  [400, 'Could not process image'],
  [400, 'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide'],
  [400, 'Provided image is not valid.'],
  [400, 'Unsupported MIME type: image/gif'],
  [400, 'cannot identify image file <_io.BytesIO object at 0x7f>'],
  [500, 'Failed to load image or audio file'],
  [400, 'An exception occurred while loading multimodal data: bad'],
])('one picture that a service cannot read does not turn off pictures: %i %s', async (status, message) => {
  const model = await refusing(status, { error: { message } });
  await collect(model, asking('', { messages: SEEN }));
  expect((await model.capabilities()).seesPictures.ok).toBe(true);
});

test.each<[number, unknown]>([
  [400, { error: { code: '1210', message: "messages.content.type 参数非法，取值范围 ['text']" } }],
  [400, { error: { message: "'messages.1.content' : value must be a string" } }],
  [422, { detail: [{ loc: ['body', 'messages', 0, 'content', 'str'], msg: 'Input should be a valid string' }] }],
  [400, routed('{"error":{"message":"This model does not support image input."}}')],
  [400, { error: { code: '1210', message: 'Invalid API parameter, please check the documentation.' } }],
  [400, { error: { message: 'Input validation error: messages[0].content expected string' } }],
  [400, { error: { message: '<400> InternalError.Algo.InvalidParameter: Unexpected item type in content.' } }],
  [400, { errors: { message: "AiError: Type mismatch of '/messages/1/content', 'array' not in 'string'" } }],
])('a model that reads words alone is known by %i %j', async (status, body) => {
  const model = await refusing(status, body, ({ body: sent }) => JSON.stringify(sent).includes('image_url'));
  const { error } = await collect(model, asking('', { messages: SEEN }));
  expect(error?.message).toBe('This model can’t read images.');
});

describe('a model is shown as many pictures as its service says that it takes', () => {
  test.each([
    [2, "Model 'moonshotai/kimi-k2.6' supports at most 2 images per prompt."],
    [2, 'too many images and documents: 3 + 0 > 2'],
    [2, 'Too much media: 0 document pages + 3 images > 2'],
    [2, 'Too many images in request: 3 images provided, but the model supports a maximum of 2 images.'],
    [1, 'request contains 3 images, exceeding the maximum of 1 allowed per request'],
    [1, 'Image count 3 exceeds limit 1 per request.'],
    [1, 'Too many images in request. Max is 1.'],
    [1, 'too many images in the message, max allowed is 1'],
  ])('%i: %s', async (most, message) => {
    const seen = (body: unknown) => JSON.stringify(body).split('data:image/png').length - 1;
    const model = await refusing(400, quoted({ message }), ({ body }) => seen(body) > most);
    const messages = [{ role: 'user' as const, content: 'And these?', pictures: [PICTURE, PICTURE, PICTURE] }];
    expect(await collect(model, asking('', { messages }))).toMatchObject({ text: 'ok', error: null });
    expect(seen(server.asked.at(-1)?.body)).toBe(most);
    expect((await model.capabilities()).seesPictures.ok).toBe(true);
  });

  test('but the size of a picture is no number of pictures', async () => {
    const message = 'messages.0.content.1.image.source.base64: image exceeds max 2 MB';
    const model = await refusing(400, { error: { message } });
    const messages = [{ role: 'user' as const, content: 'And these?', pictures: [PICTURE, PICTURE, PICTURE] }];
    expect((await collect(model, asking('', { messages }))).error?.code).toBe('model-rejected');
    expect(server.asked.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1);
  });
});

test.each([
  [400, "invalid params, tool result's tool id(call_function_1) not found (2013)"],
  [400, 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.'],
  [400, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."],
])('goes on offering tools after a service refused the result of a call: %i %s', async (status, message) => {
  const model = await refusing(status, { error: { message } });
  const round = {
    text: '',
    calls: [{ id: 'a', name: 'calculate', arguments: '{}' }],
    state: [],
    results: [{ text: '1' }],
  };
  const { error } = await collect(model, asking('hi', { tools: [TOOL], rounds: [round] }));
  expect(error?.code).toBe('model-rejected');
  expect((await model.capabilities()).usesTools).toBe(true);
});

test.each([{ tools: [TOOL] }, {}])(
  'sends back no text of white space alone, which Claude refuses: %j',
  async (more) => {
    const message = 'messages: text content blocks must contain non-whitespace text';
    const isBlank = ({ content }: { content: string | null }) => content !== null && content.trim() === '';
    const refuses = ({ body }: Asked) => (body.messages as { content: string | null }[]).some(isBlank);
    const model = await refusing(400, { error: { message } }, refuses);
    const calls = [{ id: 'a', name: 'calculate', arguments: '{}' }];
    const rounds = [{ text: '\n\n', calls, state: [], results: [{ text: '1' }] }];
    expect(await collect(model, asking('hi', { rounds, ...more }))).toMatchObject({ text: 'ok', error: null });
  },
);

test('goes on offering tools after llama.cpp could not read a call', async () => {
  const message = 'Failed to parse input at pos 1360: <tool_call>\n<function=write>';
  const model = await refusing(500, { error: { code: 500, message, type: 'server_error' } });
  expect((await collect(model, asking('hi', { tools: [TOOL] }))).error?.code).toBe('model-rejected');
  expect((await model.capabilities()).usesTools).toBe(true);
});

test('offers tools without reasoning to a model that takes only one of the two', async () => {
  const message =
    "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
  const error = { message, type: 'invalid_request_error', param: 'reasoning_effort', code: null };
  const refuses = ({ body }: Asked) => body.tools !== undefined && body.reasoning_effort !== 'none';
  const model = await refusing(400, { error }, refuses);
  for (const requests of [2, 3]) {
    expect(await collect(model, asking('hi', { tools: [TOOL] }))).toMatchObject({ text: 'ok', error: null });
    expect(server.asked.filter(({ path }) => path.endsWith('completions'))).toHaveLength(requests);
  }
  expect((await model.capabilities()).usesTools).toBe(true);
  await collect(model, asking('hi', { tools: [TOOL], thinking: true }));
  expect(JSON.stringify(server.asked.at(-1)?.body)).toContain('<thinking>');
  await collect(model, asking('hi'));
  expect(server.asked.at(-1)?.body).not.toHaveProperty('reasoning_effort');
});

test.each([
  'parameter.enable_thinking must be set to false for non-streaming calls',
  'enable thinking can not be support when `stream=False`.',
])('completes a text with a Qwen model that thinks only in streams: %s', async (message) => {
  server = await serve(({ path, body }, response) => {
    if (!path.endsWith('completions')) return sendJson(response, 404, {});
    if (body.enable_thinking !== false) return sendJson(response, 400, { error: { message } });
    sendJson(response, 200, { choices: [{ message: { content: 'A title' } }] });
  });
  const request = { instructions: '', text: 'hi', maxOutputTokens: 20, safetyIdentifier: 'x' };
  expect(await modelAt(server.baseUrl).complete(request, NEVER)).toBe('A title');
});
