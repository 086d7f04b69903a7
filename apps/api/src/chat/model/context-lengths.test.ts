import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { describeContexts } from '../backends.ts';
import { asking, collect, modelAt, sendChat, sendJson, serve, type Asked } from './testing.ts';

let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

/** Length of a document that the server once cut to 2,107 bytes because it assumed a default of 4,096 tokens. */
const DOCUMENT = 'The sky is blue. '.repeat(2_700);

interface Service {
  show?: object;
  loaded?: object[];
  listed?: object;
}

async function ask(
  { show, loaded, listed = {} }: Service,
  settings: { contextTokens?: number; baseUrl?: string } = {},
) {
  server = await serve(({ path }, response) => {
    if (path === '/api/show') return show ? sendJson(response, 200, show) : sendJson(response, 404, {});
    if (path === '/api/ps' && loaded) return sendJson(response, 200, { models: loaded });
    if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'demo', ...listed }] });
    sendChat(response, [{ content: 'Hello' }]);
  });
  const model = modelAt(server.baseUrl, { contextTokens: null, ...settings });
  expect((await collect(model, asking(DOCUMENT))).error).toBe(null);
  const { contexts } = await model.capabilities();
  return { contexts, sent: questionIn(server.asked), lines: describeContexts(contexts) };
}

function questionIn(asked: Asked[]): string {
  const sent = asked.findLast(({ path }) => path === '/v1/chat/completions');
  const messages = (sent?.body.messages ?? []) as { content: string }[];
  return messages.at(-1)?.content ?? '';
}

test.each<[string, Service, number]>([
  [
    'Ollama with a configured context length',
    {
      show: { parameters: 'stop "x"\nnum_ctx                  24576\n', model_info: { 'qwen3.context_length': 40960 } },
    },
    24_576,
  ],
  ['Ollama', { show: { capabilities: ['completion'], model_info: { 'qwen3.context_length': 40960 } } }, 40_960],
  [
    'Ollama with the model loaded',
    {
      show: { parameters: 'num_ctx 24576', model_info: { 'qwen3.context_length': 40960 } },
      loaded: [
        null as unknown as object,
        { name: 'other:latest', context_length: 4096 },
        { name: 'demo:latest', context_length: 20_000 },
      ],
    },
    20_000,
  ],
  ['vLLM', { listed: { max_model_len: 65_536 } }, 65_536],
  ['OpenRouter', { listed: { context_length: 200_000, top_provider: { context_length: 131_072 } } }, 131_072],
  ['Groq', { listed: { context_window: 131_072 } }, 131_072],
  ['Novita', { listed: { context_size: 98_304 } }, 98_304],
  ['DeepInfra', { listed: { metadata: { context_length: 163_840 } } }, 163_840],
  ['LiteLLM', { listed: { max_input_tokens: 200_000 } }, 200_000],
  ['Mistral', { listed: { max_context_length: 32_000 } }, 32_000],
  ['LM Studio', { listed: { max_context_length: 131_072, loaded_context_length: 20_000 } }, 20_000],
  ['llama.cpp', { listed: { meta: { n_ctx_train: 131_072 } } }, 131_072],
])(
  'uses the context length that %s reports, and sends a document of 46,000 characters whole',
  async (_name, service, tokens) => {
    const { contexts, sent, lines } = await ask(service);
    expect(contexts).toEqual([{ model: 'demo', tokens, source: 'service' }]);
    expect(lines).toEqual([
      `Context: ${tokens} tokens for demo (reported by the service; change it with CONTEXT_TOKENS)`,
    ]);
    expect(sent).toBe(DOCUMENT);
  },
);

test.each([[{}], [{ max_model_len: '8192' }], [{ context_length: -1 }], [{ context_length: 1e300 }], [{ meta: null }]])(
  'assumes 32,768 tokens for a service that reports %j, and logs it at startup',
  async (listed) => {
    const { contexts, sent, lines } = await ask({ listed });
    expect(contexts).toEqual([{ model: 'demo', tokens: 32_768, source: 'assumed' }]);
    expect(lines[0]).toBe(
      'Context: 32768 tokens for demo (assumed, because the service doesn’t report it; set CONTEXT_TOKENS to the model’s limit)',
    );
    expect(sent).toBe(DOCUMENT);
  },
);

test('prefers the configured context length to the one the service reports', async () => {
  const { contexts, sent, lines } = await ask({ listed: { max_model_len: 65_536 } }, { contextTokens: 4_096 });
  expect(contexts).toEqual([{ model: 'demo', tokens: 4_096, source: 'setting' }]);
  expect(lines).toEqual(['Context: 4096 tokens for demo (CONTEXT_TOKENS)']);
  expect(sent.length).toBeLessThan(5_000);
});

test('does not ask OpenAI for a context length', async () => {
  server = await serve(() => {});
  const model = modelAt('https://api.openai.com/v1', { contextTokens: null, limits: { probeMs: 1 } });
  expect((await model.capabilities()).contexts).toEqual([{ model: 'demo', tokens: 128_000, source: 'usual' }]);
});

test.each<[string, object]>([
  [
    'in a plain sentence',
    { message: "This model's maximum context length is 8192 tokens. However, you requested 19000." },
  ],
  ['in Claude’s words', { message: 'prompt is too long: 19000 tokens > 8192 maximum' }],
  ['in Gemini’s words', { message: 'The input token count (19000) exceeds the number of tokens allowed (8192).' }],
  [
    'in vLLM’s words',
    { message: 'The decoder prompt (length 19000) is longer than the maximum model length of 8192.' },
  ],
  ['in Kimi’s words', { message: 'Your request exceeded model token limit: 8192 (requested: 19000)' }],
  [
    'in Cerebras’s words',
    { message: 'Please reduce the length of the messages or completion. Current length is 19000 while limit is 8192' },
  ],
  [
    'in the words of GitHub Models',
    { code: 'tokens_limit_reached', message: 'Request body too large for gpt-4o model. Max size: 8192 tokens.' },
  ],
  ['in Qwen’s words', { message: 'Range of input length should be [1, 8192]' }],
  ['in llama.cpp’s format', { type: 'exceed_context_size_error', message: 'the request exceeds it', n_ctx: 8192 }],
])('learns a smaller context from a refusal %s and retries', async (_name, error) => {
  server = await serve(({ path, body }, response) => {
    if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
    if (JSON.stringify(body).length > 30_000) return sendJson(response, 400, { error });
    sendChat(response, [{ content: 'Hello' }]);
  });
  const model = modelAt(server.baseUrl, { contextTokens: null });
  expect(await collect(model, asking(DOCUMENT))).toMatchObject({ text: 'Hello', error: null });
  expect(questionIn(server.asked)).toMatch(/\[cut: first \d+ of \d+ characters\]$/);
  expect((await model.capabilities()).contexts).toEqual([{ model: 'demo', tokens: 8_192, source: 'service' }]);
  const posts = () => server.asked.filter(({ path }) => path === '/v1/chat/completions').length;
  const before = posts();
  await collect(model, asking(DOCUMENT));
  expect(posts()).toBe(before + 1);
});

test('keeps the context length with which Ollama loaded a model, after it unloaded the model', async () => {
  let loaded: object[] = [];
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  server = await serve(({ path }, response) => {
    if (path === '/api/show') return sendJson(response, 200, { model_info: { 'qwen3.context_length': 40_960 } });
    if (path === '/api/ps') return sendJson(response, 200, { models: loaded });
    sendJson(response, 200, { data: [{ id: 'demo' }] });
  });
  const model = modelAt(server.baseUrl, { contextTokens: null });
  const tokens = async () => {
    vi.setSystemTime(Date.now() + 6 * 60_000);
    return (await model.capabilities()).contexts[0]?.tokens;
  };
  expect(await tokens()).toBe(40_960);
  loaded = [{ name: 'demo:latest', context_length: 4_096 }];
  expect(await tokens()).toBe(4_096);
  loaded = [];
  expect(await tokens()).toBe(4_096);
});
