import { afterEach, describe, expect, test } from 'vitest';
import { isTooLong, toModelError, traceOf } from './model-errors.ts';
import type { ModelMessage } from './model.ts';
import { errorIn } from './protocol/protocol.ts';
import { asking, collect, DOT, modelAt, routed, serveRefusals } from './testing.ts';

let server: Awaited<ReturnType<typeof serveRefusals>>;
afterEach(() => server.close());

const TOOL = { name: 'calculate', description: 'Calculates.', parameters: { type: 'object' } };
const SEEN: ModelMessage[] = [
  { role: 'user', content: 'What is this?', pictures: [{ type: 'image/png', bytes: DOT }] },
];
const quoted = (error: object) => routed(JSON.stringify({ error }));

async function refusing(...answer: Parameters<typeof serveRefusals>) {
  server = await serveRefusals(...answer);
  return modelAt(server.baseUrl);
}

describe('a refusal means the same in whatever form it comes', () => {
  test.each<[string, number, unknown, string]>([
    [
      'vLLM',
      400,
      { object: 'error', message: "This model's maximum context length is 8192 tokens." },
      'model-too-long',
    ],
    [
      'a gateway to Mistral',
      400,
      routed(
        '{"object":"error","message":"Prompt contains 40000 tokens, too large for model with 32768 maximum context length"}',
      ),
      'model-too-long',
    ],
    [
      'Claude behind OpenRouter',
      400,
      quoted({ message: 'prompt is too long: 215000 tokens > 200000' }),
      'model-too-long',
    ],
    ['OpenAI behind OpenRouter', 400, quoted({ code: 'content_filter', message: 'No.' }), 'model-filtered'],
    [
      'Gemini behind OpenRouter',
      429,
      routed({ error: { code: 429, message: 'Slow down' } }, 429),
      'model-rate-limited',
    ],
    [
      'OpenAI, for an account without a payment',
      429,
      { error: { type: 'billing_not_active', code: 'billing_not_active', message: 'Your account is not active.' } },
      'model-quota',
    ],
    [
      'xAI, for a new team',
      403,
      { code: 'permission-denied', error: "Your newly created team doesn't have any credits or licenses yet." },
      'model-quota',
    ],
    [
      'Fireworks',
      412,
      {
        error: {
          code: 'PRECONDITION_FAILED',
          message: 'Suspended, possibly due to reaching the monthly spending limit.',
        },
      },
      'model-quota',
    ],
    ['Gemini', 429, [{ error: { code: 429, message: 'Your prepayment credits are depleted.' } }], 'model-quota'],
    ['Bedrock', 400, { message: 'Input is too long for requested model.' }, 'model-too-long'],
    ['Cohere', 400, { id: 'c2', message: 'too many tokens: size limit exceeded by 11326 tokens.' }, 'model-too-long'],
    [
      'GitHub Models',
      413,
      {
        error: {
          code: 'tokens_limit_reached',
          message: 'Request body too large for gpt-4o model. Max size: 8000 tokens.',
        },
      },
      'model-too-long',
    ],
    [
      'OpenAI’s limit of a minute',
      429,
      {
        error: {
          code: 'rate_limit_exceeded',
          type: 'tokens',
          message:
            'Request too large for gpt-5 in organization org-1 on tokens per min (TPM): Limit 30000, Requested 36055.',
        },
      },
      'model-too-long',
    ],
    [
      'Gemini',
      400,
      [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
      'model-auth',
    ],
    [
      'xAI',
      400,
      { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: ab***yz.' },
      'model-auth',
    ],
    [
      'xAI',
      403,
      {
        code: 'The caller does not have permission to execute the specified operation',
        error: 'Content violates usage guidelines. Team: 1, API key ID: 2, Failed check: SAFETY_CHECK_TYPE_BIO',
      },
      'model-filtered',
    ],
    [
      'xAI',
      403,
      { code: 'permission-denied', error: 'Your team 1 has either used all available credits or reached its limit.' },
      'model-quota',
    ],
    [
      'DashScope',
      403,
      { error: { code: 'AllocationQuota.FreeTierOnly', message: 'The free tier of the model has been exhausted.' } },
      'model-quota',
    ],
    ['Hugging Face', 402, { error: 'You have exceeded your monthly included credits' }, 'model-quota'],
    ['MiniMax', 500, { type: 'error', error: { message: 'insufficient balance (1008)' } }, 'model-quota'],
    ['Zhipu', 429, { error: { code: '1113', message: '余额不足或无可用资源包,请充值。' } }, 'model-quota'],
    [
      'Zhipu',
      400,
      {
        error: {
          code: '1301',
          message: '系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语。',
        },
      },
      'model-filtered',
    ],
    [
      'DashScope',
      400,
      { error: { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' } },
      'model-filtered',
    ],
    ['DeepSeek', 400, { error: { message: 'Content Exists Risk', type: 'invalid_request_error' } }, 'model-filtered'],
    ['Claude', 400, { error: { message: 'Output blocked by content filtering policy' } }, 'model-filtered'],
    [
      'Azure behind LiteLLM',
      400,
      {
        error: {
          message:
            "litellm.BadRequestError: The response was filtered due to Azure OpenAI's content management policy.",
          type: 'None',
          param: 'None',
          code: '400',
        },
      },
      'model-filtered',
    ],
    ['DeepSeek', 400, { error: { message: 'Model Not Exist', type: 'invalid_request_error' } }, 'model-not-found'],
    ['Groq', 400, { error: { message: 'It is gone.', code: 'model_decommissioned' } }, 'model-not-found'],
    ['OpenRouter', 400, { error: { message: 'demo is not a valid model ID', code: 400 } }, 'model-not-found'],
    ['Mistral', 400, { object: 'error', message: 'Invalid model: demo', code: '1500' }, 'model-not-found'],
    ['Cloudflare', 400, { success: false, errors: [{ code: 5007, message: 'Unknown model' }] }, 'model-not-found'],
    ['a page', 400, 'Bad Request', 'model-rejected'],
  ])('%s: %i %j is %s', async (_name, status, body, code) => {
    const model = await refusing(status, body);
    expect((await collect(model, asking('hi'))).error?.code).toBe(code);
  });

  test.each([
    [{ choices: null, base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, 'model-quota'],
    [
      { error: { code: 400, message: 'Provider returned error', metadata: { raw: 'prompt is too long' } } },
      'model-too-long',
    ],
    [
      {
        error: {
          code: 'error',
          message: 'Stream error occurred',
          value: { error_message: '{"error":{"message":"This model\'s maximum context length is 40960 tokens."}}' },
        },
      },
      'model-too-long',
    ],
    [{ error: { code: 502, message: 'Provider returned error', metadata: { raw: '' } } }, 'model-failed'],
  ])('with status 200 too: %j', async (body, code) => {
    const model = await refusing(200, body);
    expect((await collect(model, asking('hi'))).error?.code).toBe(code);
  });

  test('a chunk with a status of success is no error', () => {
    const chunk = { choices: [], base_resp: { status_code: 0, status_msg: '' } };
    expect(errorIn(chunk)).toBeNull();
    expect(errorIn({ choices: null })).toBeNull();
    expect(errorIn({ model: 'demo', message: { role: 'assistant', content: 'Hi' } })).toBeNull();
    expect(isTooLong(errorIn({ detail: 'prompt is too long' }))).toBe(true);
    expect(toModelError(errorIn({ errors: ['odd'] })).code).toBe('model-failed');
  });

  test('the log has what the service behind the gateway said', async () => {
    const model = await refusing(400, quoted({ message: 'The colour blue is not allowed', code: 'odd' }));
    const { error } = await collect(model, asking('Why blue?'));
    expect(error && traceOf(error)).toMatchObject({
      upstream: { status: 400, code: 'odd', sentence: 'The colour … is not allowed' },
    });
  });

  test('words of the user that a refusal repeats are not read as its own', async () => {
    const detail = [
      { type: 'string_too_long', loc: ['body', 'messages', 0], msg: 'Too much.', input: 'An image of a tool' },
    ];
    const model = await refusing(422, { detail });
    const { error } = await collect(model, asking('An image of a tool', { messages: SEEN, tools: [TOOL] }));
    expect(error?.code).toBe('model-rejected');
    const { seesPictures, usesTools } = await model.capabilities();
    expect([seesPictures.ok, usesTools]).toEqual([true, true]);
  });
});
