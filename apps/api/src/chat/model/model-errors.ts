import { AppError } from '@parley/core';
import { APIConnectionError, APIError } from 'openai';

/** Whatever was thrown on the way to a model, as the error a person is shown. `host` is named when it does not answer. */
export function toModelError(error: unknown, host: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof APIConnectionError) {
    const message = `The AI service at ${host} could not be reached. Please try again.`;
    return new AppError('model-unreachable', { message, cause: error });
  }
  if (error instanceof APIError) return fromService(error);
  if (error instanceof SyntaxError) return new AppError('model-garbled', { cause: error });
  if (isConnectionLoss(error)) return new AppError('model-disconnected', { cause: error });
  return new AppError('model-failed', { cause: error });
}

/** Whether a service refused a request because it is longer than the model's context. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return (
    error.status === 413 ||
    /context_length_exceeded|exceed_context_size/.test(`${error.code} ${error.type}`) ||
    (isRefusal(error.status) && /maximum context|context (length|window|size)/i.test(error.message))
  );
}

/** Where an error came from, by codes alone: those of the service and its name for the request, or of the connection. */
export function traceOf({ cause }: AppError): object {
  const origin = cause instanceof APIConnectionError ? cause.cause : cause;
  if (origin instanceof APIError) {
    const { status, code, type, param, requestID } = origin;
    return { upstream: { status, code, type, param, requestId: requestID } };
  }
  return origin instanceof Error
    ? { upstream: { name: origin.name, code: 'code' in origin ? origin.code : null } }
    : {};
}

/** Codes of what a service will not answer; OpenRouter says it in words alone. */
const DECLINED = /content_?filter|content_policy|policy_violation|bio_policy|moderation|invalid_prompt/i;
const FLAGGED = /moderation|flagged/i;

function fromService(error: APIError): AppError {
  const cause = error;
  const kind = `${error.code} ${error.type}`;
  const { status } = error;
  if (isTooLong(error)) return new AppError('model-too-long', { cause });
  if (status === 402 || /insufficient_quota|billing_hard_limit/.test(kind))
    return new AppError('model-quota', { cause });
  if (status === 429 || /rate_limit|overloaded|slow_down/.test(kind))
    return new AppError('model-rate-limited', { cause, ...retryAfter(error) });
  if (DECLINED.test(kind) || (status === 403 && FLAGGED.test(error.message)))
    return new AppError('model-filtered', { cause });
  if (status === 401 || status === 403 || /invalid_api_key/.test(kind)) return new AppError('model-auth', { cause });
  if (status === 404 || /model_not_found/.test(kind)) return new AppError('model-not-found', { cause });
  if (status === 408) return new AppError('model-timeout', { cause });
  // What arrives inside a stream has no status.
  if (isRefusal(status) || (status === undefined && /image|invalid_request/.test(kind)))
    return new AppError('model-rejected', { cause });
  return new AppError('model-failed', { cause });
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 500;
}

function retryAfter({ headers }: APIError): { retryAfter?: number } {
  const value = headers?.get('retry-after');
  if (!value) return {};
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isFinite(wait) && wait >= 0 ? { retryAfter: Math.ceil(wait) } : {};
}

/** Node's client, and the web's `TypeError: terminated`, when a connection ends in the middle of a body. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|HPE_|ERR_STREAM|Z_|UND_ERR)/.test(code) ||
    /terminated|aborted|connection was closed/i.test(error.message)
  );
}
