import { AppError } from '@parley/core';
import { APIConnectionError, APIError } from 'openai';
import { expect, test } from 'vitest';
import { toModelError, traceOf, withServiceError } from './model-errors.ts';
import { toApiError } from './protocol/protocol.ts';
import { withoutEcho, type ServiceError } from './service-error.ts';

const refused = (status: number, error: object = {}, headers = {}) =>
  APIError.generate(status, { error }, undefined, new Headers(headers));

test.each([
  [refused(401), 'model-auth'],
  [refused(403), 'model-auth'],
  [refused(402), 'model-quota'],
  [refused(429, { code: 'insufficient_quota' }), 'model-quota'],
  [refused(429), 'model-rate-limited'],
  [refused(404), 'model-not-found'],
  [refused(400), 'model-rejected'],
  [refused(422), 'model-rejected'],
  [refused(301), 'model-rejected'],
  [refused(413), 'model-too-long'],
  [refused(400, { code: 'context_length_exceeded' }), 'model-too-long'],
  [refused(400, { type: 'exceed_context_size_error' }), 'model-too-long'],
  [refused(400, { message: "This model's maximum context length is 4096 tokens." }), 'model-too-long'],
  [refused(400, { message: 'prompt is too long: 215000 tokens > 200000 maximum' }), 'model-too-long'],
  [refused(400, { message: 'input length and `max_tokens` exceed context limit: 190000 + 16000' }), 'model-too-long'],
  [refused(400, { message: 'The input token count (1100000) exceeds the maximum number of tokens' }), 'model-too-long'],
  [refused(400, { message: "This model's maximum prompt length is 131072 but it has 140000" }), 'model-too-long'],
  [
    refused(400, { message: 'The decoder prompt (length 9000) is longer than the maximum model length of 8192.' }),
    'model-too-long',
  ],
  [refused(400, { message: 'Invalid request: Your request exceeded model token limit: 8192' }), 'model-too-long'],
  [refused(400, { message: 'Range of input length should be [1, 30720]' }), 'model-too-long'],
  [refused(422, { message: '`inputs` tokens + `max_new_tokens` must be <= 4097.' }), 'model-too-long'],
  [refused(400, { message: 'Prompt exceeds max length' }), 'model-too-long'],
  [
    refused(400, { message: 'Input length 131393 exceeds the maximum allowed input length of 131040' }),
    'model-too-long',
  ],
  [refused(400, { message: 'Your credit balance is too low to access the Anthropic API.' }), 'model-quota'],
  [refused(429, { type: 'exceeded_current_quota_error' }), 'model-quota'],
  [refused(400, { code: 'Arrearage' }), 'model-quota'],
  [refused(400, { code: 'content_filter' }), 'model-filtered'],
  [refused(400, { code: 'invalid_prompt' }), 'model-filtered'],
  [refused(403, { code: 403, message: 'Your input was flagged for "violence".' }), 'model-filtered'],
  [refused(503), 'model-failed'],
  [refused(503, { code: 'server_is_overloaded' }), 'model-rate-limited'],
  [refused(529, { type: 'overloaded_error' }), 'model-rate-limited'],
  [toApiError({ code: 'rate_limit_exceeded' }), 'model-rate-limited'],
  [toApiError({ code: 429, message: 'Slow down' }), 'model-rate-limited'],
  [toApiError({ code: 502 }), 'model-failed'],
  [toApiError({ code: 'server_error' }), 'model-failed'],
  [toApiError({ code: 'image_content_policy_violation' }), 'model-filtered'],
  [toApiError({ code: 'image_too_large' }), 'model-rejected'],
  [toApiError(null), 'model-failed'],
  [new APIConnectionError({}), 'model-unreachable'],
  [new TypeError('terminated'), 'model-disconnected'],
  [Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'model-disconnected'],
  [new SyntaxError('Unexpected token'), 'model-garbled'],
  [new Error('who knows'), 'model-failed'],
])('maps %o to %s', (error, code) => {
  const known = toModelError(error);
  expect(known).toMatchObject({ code, cause: error });
});

test('leaves our own errors unchanged', () => {
  const error = new AppError('model-stalled');
  expect(toModelError(error)).toBe(error);
});

test.each([
  ['7', 7],
  ['1.2', 2],
  ['soon', undefined],
])('reads retry-after %s', (value, seconds) => {
  expect(toModelError(refused(429, {}, { 'retry-after': value })).retryAfter).toBe(seconds);
});

test('logs the message of a service with its codes and request id', () => {
  const trace = (error: unknown) => traceOf(withServiceError(toModelError(error), ['Why is the sky blue, Ferdinand?']));
  const said = {
    code: 'invalid_value',
    type: 'invalid_request_error',
    param: 'input',
    message: 'Unknown model: demo-7',
  };
  expect(trace(refused(400, said, { 'x-request-id': 'req_1' }))).toEqual({
    upstream: {
      status: 400,
      code: 'invalid_value',
      type: 'invalid_request_error',
      param: 'input',
      requestId: 'req_1',
      sentence: 'Unknown model: demo-7',
    },
  });
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(trace(new APIConnectionError({ cause: reset }))).toEqual({ upstream: { name: 'Error', code: 'ECONNRESET' } });
  expect(trace(new AppError('model-stalled'))).toEqual({});
});

test.each([
  ["Invalid value: 'Ferdinand'.", "Invalid value: '…'."],
  [
    'input.0.content: Why is the sky blue, Ferdinand? is not allowed',
    'input.0.content: Why is the sky …, …? is not allowed',
  ],
  ['FERDINAND', '…'],
  ['{"loc":["body"],"input":"PIN 4711"}', '{"loc":["body"],"input":"PIN …"}'],
  ['我的密码是什么', '…'],
  [`data:image/png;base64,${'iVBORw0KGgo'.repeat(9)}`, 'data:image/png;base64,…'],
  ['Incorrect API key provided: sk-abcdef123', 'Incorrect API key provided: sk-…'],
  ["This model's maximum context length is 4096 tokens.", "This model's maximum context length is 4096 tokens."],
])('masks the words of the user and the operator in %s', (sentence, logged) => {
  const said = ['Why is the sky blue, Ferdinand? My PIN is 4711. 我的密码是什么 The maximum length?', 'sk-abcdef123'];
  expect(withoutEcho(sentence, said)).toBe(logged);
});

test('cuts a long service message in linear time', () => {
  const began = process.cpuUsage();
  const error = toModelError(refused(400, { message: 'a'.repeat(4_000_000), code: ' '.repeat(4_000_000) }));
  const fields = (withServiceError(error, ['b'.repeat(1_000_000)]).cause as ServiceError).fields;
  expect(Object.values(fields).every((field) => String(field).length <= 300)).toBe(true);
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(500);
});
