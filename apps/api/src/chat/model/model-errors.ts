import { AppError } from '@parley/core';
import { APIConnectionError, APIError } from 'openai';
import { ServiceError, withoutEcho } from './service-error.ts';

/** Characters of a service's message that are inspected. */
const MAX_MESSAGE = 2_000;

/** Maps any error from a model request to the error that users see, which names no host and no model. */
export function toModelError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof APIConnectionError) return new AppError('model-unreachable', { cause: error });
  if (error instanceof APIError) return fromService(error);
  if (error instanceof SyntaxError) return new AppError('model-garbled', { cause: error });
  if (isConnectionLoss(error)) return new AppError('model-disconnected', { cause: error });
  return new AppError('model-failed', { cause: error });
}

/** Adds a loggable cause: what the service said, without the texts of users. */
export function withServiceError(error: AppError, said: readonly string[]): AppError {
  const { cause } = error;
  if (!(cause instanceof APIError) || cause instanceof APIConnectionError) return error;
  const words = (value: unknown) =>
    value === null || value === undefined ? undefined : withoutEcho(String(value), said);
  const fields = {
    status: cause.status as number | undefined,
    code: words(cause.code),
    type: words(cause.type),
    param: words(cause.param),
    requestId: words(cause.requestID),
    sentence: words(sentenceIn(cause)),
  };
  const { code, message, retryAfter } = error;
  return new AppError(code, {
    message,
    ...(retryAfter !== undefined && { retryAfter }),
    cause: new ServiceError(fields),
  });
}

/**
 * Extracts the service's own message; the SDK prepends the status, and uses the whole JSON where it finds no message.
 */
function sentenceIn({ error, message }: APIError): string {
  const own = (error as { message?: unknown } | null | undefined)?.message;
  return typeof own === 'string' ? own : message;
}

/** How services say it in words; only some of them have a code for it. */
const TOO_LONG = [
  /maximum (context|(prompt|model|allowed input) length)|context (length|window|size|limit)|model token limit/i,
  /(prompt|input) (is )?too long|prompt exceeds max|(input|prompt) token count|range of input length/i,
  /more than max tokens allowed|max_new_tokens. must be|tokens in the prompt cannot exceed/i,
  // OpenAI says this when one request exceeds the whole limit of tokens per minute.
  /reduce the length of the messages|request too large for|too many tokens:/i,
];

/** Whether a service refused a request because it is longer than the model's context. */
export function isTooLong(error: unknown): boolean {
  if (!(error instanceof APIError)) return false;
  return (
    error.status === 413 ||
    /context_length_exceeded|exceed_context_size|tokens_limit_reached/.test(
      `${error.code} ${error.type}`.slice(0, MAX_MESSAGE),
    ) ||
    ((error.status === undefined || isRefusal(error.status)) &&
      TOO_LONG.some((words) => words.test(error.message.slice(0, MAX_MESSAGE))))
  );
}

/** How services say that the model wrote a call wrongly, or that a call lacks what the service sent with it. */
const BAD_CALL =
  /failed.?to.?call|tool_use_failed|tool call validation|unexpected role '?user'? after|pars(e|ing) tool.?call|tool call arguments|thought_?signature|parse input at pos/i;

/** Whether a service refused one call of a tool. It may read the next one. */
export function isBadCall(error: unknown): boolean {
  return error instanceof APIError && BAD_CALL.test(`${error.code} ${error.message}`.slice(0, MAX_MESSAGE));
}

/** Whether a service may bill a request that brought nothing: it was given up while the service worked on it. */
export function isMaybeBilled(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || (error instanceof AppError && error.code === 'model-timeout');
}

/** Origin of an error for the log: the service's error or the connection's error code. */
export function traceOf({ cause }: AppError): object {
  if (cause instanceof ServiceError) return { upstream: cause.fields };
  const origin = cause instanceof APIConnectionError ? cause.cause : cause;
  if (origin instanceof APIError) return { upstream: { status: origin.status } };
  return origin instanceof Error
    ? { upstream: { name: origin.name, code: 'code' in origin ? origin.code : null } }
    : {};
}

/** Codes and words of services whose account is empty: several send them with the status of another problem. */
const NO_CREDIT =
  /insufficient_quota|billing_hard_limit|billing_not_active|exceeded_current_quota|arrearage|insufficient balance|credit balance is too low|used all available credits|have any credits|credits are depleted|run out of credits|spending limit|free tier of the model|余额不足/i;
/** Error codes for content that a service declines. */
const DECLINED =
  /content_?filter|content_policy|policy_violation|bio_policy|moderation|invalid_prompt|data_?inspection/i;
/** Messages for it: of OpenRouter; then of Claude, Azure, DashScope, DeepSeek, xAI, MiniMax and Zhipu. */
const FLAGGED = /moderation|flagged/i;
const DECLINED_WORDS =
  /content (filtering|management) policy|ContentPolicyViolation|inappropriate content|content exists risk|violates usage guidelines|new_sensitive|敏感内容|unsafe or sensitive content/i;
/** Gemini and xAI reject an invalid key with 400. */
const BAD_KEY = /invalid_api_key|api key not valid|incorrect api key/i;
/** Services other than OpenAI reject an unknown model with 400. */
const NO_MODEL =
  /model_not_found|model_decommissioned|unknown_model|not a valid model|unknown model|invalid model name|invalid model:|model not exist|模型不存在/i;

function fromService(error: APIError): AppError {
  const cause = error;
  const kind = `${error.code} ${error.type}`.slice(0, MAX_MESSAGE);
  const message = error.message.slice(0, MAX_MESSAGE);
  const all = `${kind} ${message}`;
  const { status } = error;
  if (isTooLong(error)) return new AppError('model-too-long', { cause });
  if (status === 402 || NO_CREDIT.test(all)) return new AppError('model-quota', { cause });
  if (status === 429 || /rate_limit|overloaded|slow_down/.test(kind))
    return new AppError('model-rate-limited', { cause, ...retryAfter(error) });
  if (DECLINED.test(kind) || DECLINED_WORDS.test(message) || (status === 403 && FLAGGED.test(message)))
    return new AppError('model-filtered', { cause });
  if (status === 401 || status === 403 || BAD_KEY.test(all)) return new AppError('model-auth', { cause });
  if (status === 404 || NO_MODEL.test(all)) return new AppError('model-not-found', { cause });
  if (status === 408) return new AppError('model-timeout', { cause });
  if (isBadCall(error)) return new AppError('model-rejected', { cause });
  // Errors inside a stream have no status.
  if (isRefusal(status) || (status === undefined && /image|invalid_request/.test(kind)))
    return new AppError('model-rejected', { cause });
  return new AppError('model-failed', { cause });
}

function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 500;
}

function retryAfter({ headers }: APIError): { retryAfter?: number } {
  const seconds = headers ? retryAfterIn(headers) : null;
  return seconds === null ? {} : { retryAfter: seconds };
}

/** The seconds that a service asks to wait; null if it does not say. */
export function retryAfterIn(headers: Headers): number | null {
  const value = headers.get('retry-after');
  if (!value) return null;
  const seconds = Number(value);
  const wait = Number.isNaN(seconds) ? (Date.parse(value) - Date.now()) / 1000 : seconds;
  return Number.isFinite(wait) && wait >= 0 ? Math.ceil(wait) : null;
}

/** Detects a connection that ended mid-body, as reported by Node's client or by fetch (`TypeError: terminated`). */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(ECONN|EPIPE|ETIMEDOUT|HPE_|ERR_STREAM|Z_|UND_ERR)/.test(code) ||
    /terminated|aborted|connection was closed/i.test(error.message)
  );
}
