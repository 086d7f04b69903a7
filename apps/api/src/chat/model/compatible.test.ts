import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { EstimateCorrection } from '../../spending/estimate-correction.ts';
import { Meter } from '../../spending/meter.ts';
import { PriceList } from '../../spending/prices.ts';
import { asking, collect, modelAt, sendChat, sendJson, sendResponses, serve } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

const refusal = (message: string, param: string | null = null) => ({ error: { message, param, code: null } });

test('omits parameters that a server refused, retries, and remembers them', async () => {
  server = await serve(({ body }, response) => {
    if (body.safety_identifier) return sendJson(response, 400, refusal('Unknown parameter', 'safety_identifier'));
    if (body.prompt_cache_key) return sendJson(response, 422, refusal('prompt_cache_key: extra fields not permitted'));
    if (body.reasoning) return sendJson(response, 400, refusal('Not supported with this model.', 'reasoning.effort'));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"type":"response.output_text.delta","delta":"Hello"}\n\n');
    response.end('data: {"type":"response.completed","response":{}}\n\n');
  });
  const model = modelAt(server.baseUrl, { api: 'responses' });
  const thinking = asking('hi', { thinking: true });
  expect((await collect(model, thinking)).text).toBe('Hello');
  expect(server.asked).toHaveLength(4);
  expect((await collect(model, thinking)).text).toBe('Hello');
  expect(server.asked).toHaveLength(5);
  expect(server.asked[4]?.body.instructions).toMatch(/between <thinking>/);
  expect(server.asked[4]?.body.store).toBe(false);
});

test('drops only the summary when only that is refused', async () => {
  server = await serve(({ body }, response) => {
    const { summary } = body.reasoning as { summary?: string };
    const message = 'Your organization must be verified to generate reasoning summaries.';
    if (summary) return sendJson(response, 400, refusal(message));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"type":"response.output_text.delta","delta":"Hi"}\n\ndata: {"type":"response.completed"}\n\n');
  });
  const model = modelAt(server.baseUrl, { api: 'responses' });
  expect((await collect(model, asking('hi', { thinking: true }))).text).toBe('Hi');
  expect(server.asked[1]?.body.reasoning).toEqual({ effort: 'medium' });
});

test('sends the output limit under its other name when one is refused', async () => {
  server = await serve(({ body }, response) => {
    const message = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.";
    if (body.max_tokens) return sendJson(response, 400, refusal(message));
    sendChat(response, [{ content: `up to ${String(body.max_completion_tokens)}` }]);
  });
  const collected = await collect(modelAt(server.baseUrl), asking('hi'));
  expect(collected.text).toBe('up to 2000');
});

test('asks Ollama whether the model thinks, then requests thinking by its field', async () => {
  server = await serve(({ path }, response) => {
    if (path === '/api/show') return sendJson(response, 200, { capabilities: ['completion', 'thinking'] });
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: [{ id: 'qwen3:latest' }] });
    sendChat(response, [{ reasoning: 'Hm. ' }, { reasoning: 'Yes.' }, { content: 'Hello' }]);
  });
  const model = modelAt(server.baseUrl, { model: 'qwen3' });
  expect(await model.capabilities()).toMatchObject({ answers: { ok: true }, reasons: true });
  const collected = await collect(model, asking('hi', { thinking: true }));
  expect(collected).toMatchObject({ reasoning: 'Hm. Yes.', text: 'Hello' });
  expect(server.asked.at(-1)?.body).toMatchObject({ reasoning_effort: 'medium', max_tokens: 2000 });
  expect(JSON.stringify(server.asked.at(-1)?.body)).not.toMatch(/<thinking>|safety_identifier/);
});

test.each([
  [
    ['image', 'text'],
    ['image', 'text'],
  ],
  [['text'], undefined],
  [['image'], undefined],
  ['image', undefined],
])('asks OpenRouter for the pictures of a model whose output is %j', async (output_modalities, modalities) => {
  server = await serve(({ path }, response) => {
    if (path === '/v1/models')
      return sendJson(response, 200, { data: [{ id: 'demo', architecture: { output_modalities } }] });
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    sendChat(response, [{ content: 'Here:' }]);
  });
  const model = modelAt(server.baseUrl);
  await model.capabilities();
  await collect(model, asking('Draw a dot'));
  expect(server.asked.at(-1)?.body.modalities).toEqual(modalities);
});

test('logs which models an Ollama has and how to get the missing one, and shows users neither', async () => {
  server = await serve(({ path }, response) => {
    if (path === '/api/show') return sendJson(response, 200, { capabilities: ['completion'] });
    if (path === '/v1/models') return sendJson(response, 200, { object: 'list', data: [{ id: 'llama3:latest' }] });
    sendJson(response, 404, { error: { message: "model 'qwen3:8b' not found" } });
  });
  const logged: object[] = [];
  const log = { info: (fields: object) => logged.push(fields), warn: (fields: object) => logged.push(fields) };
  const model = modelAt(server.baseUrl, { model: 'qwen3:8b', log });
  const { error } = await collect(model, asking('hi'));
  expect(error?.code).toBe('model-not-found');
  expect(error?.message).toBe('The AI service doesn’t have this server’s model. The operator needs to change it.');
  const reason = 'The AI service isn’t available right now.';
  expect((await model.capabilities()).answers).toEqual({ ok: false, reason });
  const problem = expect.stringMatching(/^qwen3:8b is not on 127.* It has: llama3:latest\. Run: ollama pull qwen3:8b$/);
  expect(logged).toEqual([expect.objectContaining({ problem, setting: 'OPENAI_BASE_URL' })]);
  expect(server.asked.filter(({ path }) => path === '/v1/models')).toHaveLength(1);
});

test('requests thinking in the instructions when support is unknown, and learns from the reply', async () => {
  server = await serve(({ path }, response) => {
    if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'demo' }] });
    if (path === '/api/show') return sendJson(response, 404, {});
    sendChat(response, [{ role: 'assistant', content: '' }, { reasoning_content: 'Hm.' }, { content: 'Hello' }]);
  });
  const model = modelAt(server.baseUrl);
  const thinking = asking('hi', { thinking: true });
  expect((await collect(model, thinking)).order).toEqual(['reasoning', 'reasoning-done', 'text', 'end:stop']);
  expect(JSON.stringify(server.asked.at(-1)?.body)).toContain('<thinking>');
  await collect(model, thinking);
  expect(JSON.stringify(server.asked.at(-1)?.body)).not.toContain('<thinking>');
  expect(server.asked.at(-1)?.body.reasoning_effort).toBe('medium');
  expect((await model.capabilities()).reasons).toBe(true);
});

test('merges consecutive messages of one role for templates that need turns', async () => {
  server = await serve((_asked, response) => sendChat(response, [{ content: 'ok' }]));
  const messages = ['One', 'Two'].map((content) => ({ role: 'user' as const, content }));
  await collect(modelAt(server.baseUrl), asking('', { messages }));
  expect(server.asked[0]?.body.messages).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'One\n\nTwo' },
  ]);
});

test('retries with the last messages when the context was too small', async () => {
  server = await serve(({ body }, response) => {
    const message = 'This model has a maximum context length of 100 tokens.';
    if ((body.messages as unknown[]).length > 2) return sendJson(response, 400, refusal(message));
    sendChat(response, [{ content: 'short' }]);
  });
  const messages = ['a', 'b', 'c'].map((content, index) => ({
    role: index % 2 ? ('assistant' as const) : ('user' as const),
    content,
  }));
  expect((await collect(modelAt(server.baseUrl), asking('', { messages }))).text).toBe('short');
});

test.each([
  'This endpoint’s maximum context length is 131072 tokens. However, you requested about 140000 tokens (130000 of text input, 2000 of tool input, 8000 in the output).',
  "'max_tokens' is too large: 2000. This model's maximum context length is 131072 tokens and your request has 130000 input tokens.",
])('keeps tools and the output limit after a refusal of the length that names them: %s', async (message) => {
  server = await serve(({ path, body }, response) => {
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    if ((body.messages as unknown[]).length > 3) return sendJson(response, 400, refusal(message));
    sendChat(response, [{ content: 'short' }]);
  });
  const messages = ['a', 'b', 'c', 'd', 'e'].map((content, index) => ({
    role: index % 2 ? ('assistant' as const) : ('user' as const),
    content,
  }));
  const tools = [{ name: 'calculate', description: 'Calculates.', parameters: { type: 'object' } }];
  const model = modelAt(server.baseUrl);
  expect((await collect(model, asking('', { messages, tools }))).text).toBe('short');
  expect(server.asked).toHaveLength(2);
  expect(server.asked[1]?.body).toMatchObject({ max_tokens: 2000, tools: [{ function: { name: 'calculate' } }] });
  expect((await model.capabilities()).usesTools).toBe(true);
});

test.each([
  ['chat', 'This model does not support assistant message prefill. The conversation must end with a user message.'],
  ['chat', 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant'],
  [
    'responses',
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  ],
] as const)('continues a reply with a %s model that refuses to: %s', async (api, message) => {
  server = await serve(({ path, body }, response) => {
    const sent = (body.messages ?? body.input ?? []) as { role: string }[];
    if (!['/v1/chat/completions', '/v1/responses'].includes(path)) return sendJson(response, 404, {});
    if (sent.at(-1)?.role === 'assistant') return sendJson(response, 400, refusal(message));
    if (api === 'chat') sendChat(response, [{ content: ' rest' }]);
    else sendResponses(response, [{ type: 'response.output_text.delta', delta: ' rest' }]);
  });
  const messages = [
    { role: 'user' as const, content: 'Tell me.' },
    { role: 'assistant' as const, content: 'The' },
  ];
  const model = modelAt(server.baseUrl, { api });
  for (const requests of [2, 3]) {
    expect(await collect(model, asking('', { messages }))).toMatchObject({ text: ' rest', error: null });
    expect(server.asked).toHaveLength(requests);
  }
  const sent = (server.asked.at(-1)?.body.messages ?? server.asked.at(-1)?.body.input) as object[];
  expect(sent.slice(-2)).toEqual([messages[1], { role: 'user', content: 'Go on with your answer.' }]);
});

test.each([
  'System role not supported',
  'Developer instruction is not enabled for models/gemma-3-27b-it',
  'Conversation roles must alternate user/assistant/user/assistant/...',
])('gives a model without a system role its instructions with the first question: %s', async (message) => {
  server = await serve(({ path, body }, response) => {
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    const sent = body.messages as { role: string }[];
    if (sent.some(({ role }) => role === 'system')) return sendJson(response, 400, refusal(message));
    if (body.stream) sendChat(response, [{ content: 'ok' }]);
    else sendJson(response, 200, { choices: [{ message: { content: 'ok' } }] });
  });
  const model = modelAt(server.baseUrl);
  const request = asking('hi', { thinking: true });
  for (const requests of [2, 3]) {
    expect((await collect(model, request)).text).toBe('ok');
    expect(server.asked.filter(({ path }) => path.endsWith('/completions'))).toHaveLength(requests);
  }
  expect(server.asked.at(-1)?.body.messages).toEqual([
    { role: 'user', content: expect.stringMatching(/^Be kind\.\n\nThink step by step[^]*\n\nhi$/) },
  ]);
  expect(await model.complete({ ...request, text: 'A title, please.' }, new AbortController().signal)).toBe('ok');
});

test.each([
  ['responses', 'encrypted_content is not supported'],
  ['responses', 'The system role is not supported'],
  ['chat', 'The system role is not supported'],
] as const)('gives up on a %s service that goes on to refuse with: %s', async (api, message) => {
  server = await serve((_asked, response) => sendJson(response, 400, refusal(message)));
  const tools = [{ name: 'calculate', description: 'Calculates.', parameters: { type: 'object' } }];
  const model = modelAt(server.baseUrl, { api });
  expect((await collect(model, asking('hi', { tools }))).error?.code).toBe('model-rejected');
  expect(server.asked).toHaveLength(2);
});

test('a refusal for another reason is not repeated without a system role', async () => {
  server = await serve(({ path }, response) => {
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    sendJson(response, 400, refusal('Your request was rejected as a result of our safety system.'));
  });
  expect((await collect(modelAt(server.baseUrl), asking('hi'))).error?.code).toBe('model-rejected');
  expect(server.asked).toHaveLength(1);
});

test('reports thinking without an answer as out of room, and no output as empty', async () => {
  server = await serve(({ body }, response) => {
    const thinks = JSON.stringify(body).includes('think');
    sendChat(response, thinks ? [{ reasoning: 'Hm.' }] : [], thinks ? 'length' : 'stop');
  });
  const model = modelAt(server.baseUrl);
  expect((await collect(model, asking('think'))).order).toEqual(['reasoning', 'model-out-of-room']);
  expect((await collect(model, asking('hi'))).order).toEqual(['model-empty']);
});

test.each([
  ['an unclosed tag', [{ content: '<think>Let me ' }, { content: 'see' }]],
  ['a separate reasoning field', [{ reasoning_content: 'Let me see' }]],
])('completes a reply that only thinks, in %s', async (_name, deltas) => {
  server = await serve((_asked, response) => sendChat(response, deltas));
  const collected = await collect(modelAt(server.baseUrl), asking('hi'));
  expect([collected.reasoning, collected.text, collected.order]).toEqual(['Let me see', '', ['reasoning', 'end:stop']]);
});

test('counts events, not bytes, as activity', async () => {
  server = await serve((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const comments = setInterval(() => response.write(': still here\n\n'), 20);
    response.once('close', () => clearInterval(comments));
  });
  const model = modelAt(server.baseUrl, { limits: { firstEventMs: 200 } });
  expect((await collect(model, asking('hi'))).order).toEqual(['model-timeout']);
});

test.each(['responses', 'chat'] as const)('lets a model think in silence before its first word: %s', async (api) => {
  const says: Record<string, string[]> = {
    responses: [
      '{"type":"response.created"}',
      '{"type":"response.output_text.delta","delta":"Hi"}',
      '{"type":"response.completed"}',
    ],
    chat: [
      '{"choices":[{"delta":{"role":"assistant","content":""}}]}',
      '{"choices":[{"delta":{"content":"Hi"}}]}',
      '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
    ],
  };
  const [opening = '', ...rest] = says[api] ?? [];
  let thinkMs = 300;
  server = await serve((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${opening}\n\n`);
    const answer = setTimeout(() => response.end(rest.map((data) => `data: ${data}\n\n`).join('')), thinkMs);
    response.once('close', () => clearTimeout(answer));
  });
  const model = modelAt(server.baseUrl, { api, limits: { firstEventMs: 30_000, betweenEventsMs: 100 } });
  expect((await collect(model, asking('hi'))).order).toEqual(['text', 'end:stop']);
  thinkMs = 10_000;
  const hasty = modelAt(server.baseUrl, { api, limits: { firstEventMs: 200, betweenEventsMs: 100 } });
  expect((await collect(hasty, asking('hi'))).order).toEqual(['model-timeout']);
});

test('ends a reply whose server keeps the connection open', async () => {
  server = await serve((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n');
  });
  expect((await collect(modelAt(server.baseUrl), asking('hi'))).order).toEqual(['text', 'end:stop']);
});

test('reads a stream that a proxy has compressed', async () => {
  server = await serve((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.end(gzipSync('data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n'));
  });
  expect((await collect(modelAt(server.baseUrl), asking('hi'))).text).toBe('Hi');
});

test('logs which setting to correct when the address is not an API', async () => {
  server = await serve((_asked, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hi'));
  const logged: object[] = [];
  const log = { info: () => {}, warn: (fields: object) => logged.push(fields) };
  const model = modelAt(server.baseUrl, { log });
  expect((await model.capabilities()).answers.ok).toBe(false);
  expect(logged).toEqual([expect.objectContaining({ problem: expect.stringContaining('Check OPENAI_BASE_URL') })]);
});

test('shows users no host, model or setting when the address lacks its path', async () => {
  server = await serve((_asked, response) => sendJson(response, 404, { detail: 'Not Found' }));
  const { error } = await collect(modelAt(server.baseUrl), asking('hi'));
  expect(error).toMatchObject({
    code: 'model-not-found',
    message: 'The AI service doesn’t have this server’s model. The operator needs to change it.',
  });
});

test('times out on a host that accepts the connection but never starts TLS', async () => {
  server = await serve(() => {});
  const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const model = modelAt(`https://127.0.0.1:${port}/v1`, { limits: { connectMs: 100 } });
  expect((await collect(model, asking('hi'))).order).toEqual(['model-unreachable']);
  silent.close();
});

test('asks for the counts of tokens, reads them after the end, and goes on without where they are refused', async () => {
  const meter = () => new Meter({ prices: new PriceList(), correction: new EstimateCorrection() });
  let refuses = false;
  server = await serve(({ body }, response) => {
    if (refuses && body.stream_options) return sendJson(response, 422, refusal('stream_options: extra fields'));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"choices":[{"delta":{"content":"Hello"},"finish_reason":"stop"}]}\n\n');
    if (!refuses) response.write('data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":3}}\n\n');
    response.end('data: [DONE]\n\n');
  });
  const model = modelAt(server.baseUrl);
  const counted = meter();
  expect((await collect(model, asking('hi', { meter: counted }))).text).toBe('Hello');
  expect(counted.spent()).toMatchObject([{ inputTokens: 7, outputTokens: 3, estimatedRequests: 0 }]);
  refuses = true;
  const estimated = meter();
  expect((await collect(model, asking('hi', { meter: estimated }))).text).toBe('Hello');
  expect(estimated.spent()).toMatchObject([{ requests: 1, estimatedRequests: 1 }]);
  const before = server.asked.length;
  await collect(model, asking('hi'));
  expect(server.asked).toHaveLength(before + 1);
});
