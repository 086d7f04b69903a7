import { AppError } from '@parley/core';
import { APIConnectionError, APIError } from 'openai';
import { expect, test } from 'vitest';
import { toModelError, traceOf } from './model-errors.ts';
import { errorInStream } from './protocol.ts';

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
  [refused(400, { code: 'content_filter' }), 'model-filtered'],
  [refused(400, { code: 'invalid_prompt' }), 'model-filtered'],
  [refused(403, { code: 403, message: 'Your input was flagged for "violence".' }), 'model-filtered'],
  [refused(503), 'model-failed'],
  [refused(503, { code: 'server_is_overloaded' }), 'model-rate-limited'],
  [refused(529, { type: 'overloaded_error' }), 'model-rate-limited'],
  [errorInStream({ code: 'rate_limit_exceeded' }), 'model-rate-limited'],
  [errorInStream({ code: 429, message: 'Slow down' }), 'model-rate-limited'],
  [errorInStream({ code: 502 }), 'model-failed'],
  [errorInStream({ code: 'server_error' }), 'model-failed'],
  [errorInStream({ code: 'image_content_policy_violation' }), 'model-filtered'],
  [errorInStream({ code: 'image_too_large' }), 'model-rejected'],
  [errorInStream(null), 'model-failed'],
  [new APIConnectionError({}), 'model-unreachable'],
  [new TypeError('terminated'), 'model-disconnected'],
  [Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'model-disconnected'],
  [new SyntaxError('Unexpected token'), 'model-garbled'],
  [new Error('who knows'), 'model-failed'],
])('%o', (error, code) => {
  const known = toModelError(error, 'example.com');
  expect(known).toMatchObject({ code, cause: error });
});

test('leaves our own errors as they are', () => {
  const error = new AppError('model-stalled');
  expect(toModelError(error, 'example.com')).toBe(error);
});

test.each([
  ['7', 7],
  ['1.2', 2],
  ['soon', undefined],
])('reads retry-after %s', (value, seconds) => {
  expect(toModelError(refused(429, {}, { 'retry-after': value }), 'example.com').retryAfter).toBe(seconds);
});

test('traces an error to its origin by codes, without a word of what was said', () => {
  const trace = (error: unknown) => traceOf(toModelError(error, 'example.com'));
  const said = { code: 'invalid_value', type: 'invalid_request_error', param: 'input', message: 'Your words: hello' };
  expect(trace(refused(400, said, { 'x-request-id': 'req_1' }))).toEqual({
    upstream: { status: 400, code: 'invalid_value', type: 'invalid_request_error', param: 'input', requestId: 'req_1' },
  });
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(trace(new APIConnectionError({ cause: reset }))).toEqual({ upstream: { name: 'Error', code: 'ECONNRESET' } });
  expect(trace(new AppError('model-stalled'))).toEqual({});
});
