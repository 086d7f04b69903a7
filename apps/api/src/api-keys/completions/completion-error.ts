import type { Response } from 'express';
import type { AppError, CompletionErrorBody, ErrorCode } from '@parley/core';
import { InvalidField } from '../../http/requests/parse-body.ts';
import { InvalidParameter } from './invalid-parameter.ts';

/** Codes that OpenAI's clients and their users know. */
const KNOWN: Partial<Record<ErrorCode, { type: string; code: string }>> = {
  unauthorized: { type: 'invalid_request_error', code: 'invalid_api_key' },
  forbidden: { type: 'permission_error', code: 'insufficient_permissions' },
  'usage-limit-reached': { type: 'insufficient_quota', code: 'insufficient_quota' },
  'message-refused': { type: 'invalid_request_error', code: 'content_policy_violation' },
  'rate-limited': { type: 'requests', code: 'rate_limit_exceeded' },
  'model-too-long': { type: 'invalid_request_error', code: 'context_length_exceeded' },
};

/** Permanent errors, which OpenAI's clients would otherwise retry in vain. */
const PERMANENT: ReadonlySet<ErrorCode> = new Set([
  'usage-limit-reached',
  'model-too-long',
  'model-auth',
  'model-quota',
  'model-not-found',
]);

/** Sends an error as OpenAI's API does. */
export function sendCompletionError(error: AppError, res: Response): void {
  if (PERMANENT.has(error.code)) res.set('x-should-retry', 'false');
  res.status(error.status).json(completionError(error));
}

/** Writes an error as OpenAI's API does. */
export function completionError(error: AppError): CompletionErrorBody {
  const { message, code, status } = error;
  if (error instanceof InvalidParameter) {
    return { error: { message, type: 'invalid_request_error', param: error.param, code: error.reason } };
  }
  if (error instanceof InvalidField) {
    return {
      error: { message, type: 'invalid_request_error', param: error.field || null, code: reasonOf(error) },
    };
  }
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, param: null, ...(KNOWN[code] ?? { type, code: code.replaceAll('-', '_') }) } };
}

/** OpenAI's code for a field that its type refuses. */
function reasonOf({ problem, origin }: InvalidField): string {
  if (problem === 'missing') return 'missing_required_parameter';
  if (problem === 'type') return 'invalid_type';
  if (problem === 'value') return 'invalid_value';
  if (problem === 'empty') return `empty_${origin}`;
  const bound = problem === 'above' ? 'above_max' : 'below_min';
  return origin === 'array' || origin === 'string' ? `${origin}_${bound}_length` : `integer_${bound}_value`;
}
