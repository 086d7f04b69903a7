import { t, translated } from '../language/translate.ts';
import { tryAgainIn } from './try-again.ts';

/**
 * Every error code and its HTTP status. The `model-*` codes and `interrupted` end a reply that has already begun; they are
 * sent inside the stream.
 */
export const ERRORS = {
  'invalid-request': 400,
  unauthorized: 401,
  'wrong-credentials': 401,
  'wrong-password': 403,
  'second-factor-needed': 401,
  'wrong-code': 403,
  'invalid-link': 400,
  'apple-sign-in-failed': 401,
  'sign-in-failed': 401,
  forbidden: 403,
  'not-found': 404,
  'message-refused': 400,
  conflict: 409,
  'already-subscribed': 409,
  'email-taken': 409,
  'reply-in-progress': 409,
  'too-large': 413,
  'unsupported-type': 415,
  'idempotency-mismatch': 422,
  'usage-limit-reached': 429,
  'rate-limited': 429,
  'cost-limit-reached': 429,
  internal: 500,
  unavailable: 503,
  'model-auth': 502,
  'model-quota': 502,
  'model-rate-limited': 502,
  'model-unreachable': 502,
  'model-timeout': 502,
  'model-stalled': 502,
  'model-disconnected': 502,
  'model-empty': 502,
  'model-garbled': 502,
  'model-too-long': 502,
  'model-out-of-room': 502,
  'model-filtered': 502,
  'model-not-found': 502,
  'model-rejected': 502,
  'model-failed': 502,
  interrupted: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof ERRORS;

/** The sentences of errors that clients find themselves. The server has more, in error-sentences.ts. */
const sentences: Partial<Record<ErrorCode, string>> = {
  unauthorized: t`Please sign in again.`,
  'wrong-credentials': t`Invalid email or password`,
  'invalid-link': t`This link has expired. Request a new one.`,
  forbidden: t`You don’t have permission.`,
  'not-found': t`Not found.`,
  conflict: t`This was changed somewhere else. Reload to see the latest version.`,
  'email-taken': t`An account with this email already exists. Please sign in.`,
  'reply-in-progress': t`A reply is already in progress in this conversation. Wait for it or stop it first.`,
  'usage-limit-reached': t`Daily message limit reached. Please upgrade to Premium for unlimited messages.`,
  internal: t`Something went wrong on our end. Please try again.`,
  unavailable: t`The service is busy right now. Please try again in a moment.`,
  interrupted: t`This reply was interrupted. Please try again.`,
};

/** The sentence that people read unless the thrower gives another. */
export function sentenceOf(code: ErrorCode): string {
  return sentences[code] ?? sentenceOf('internal');
}

export function addSentences(more: Partial<Record<ErrorCode, string>>): void {
  Object.assign(sentences, more);
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}

export interface AppErrorOptions {
  /** The sentence a person reads, instead of the table's. */
  message?: string;
  /** Seconds until a retry makes sense, rounded up; becomes the `Retry-After` header. */
  retryAfter?: number;
  /** Further fields of the error body, such as the usage of a `usage-limit-reached`. */
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The only error that the product throws on purpose. Its code decides the status and the sentence. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? sentenceOf(code), { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERRORS[this.code];
  }
}

/**
 * A refused request that came too soon: after the reason, the sentence says how long to wait. Rounds the seconds up.
 */
export function rateLimited(seconds: number, reason = t`Too many requests.`): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new AppError('rate-limited', { retryAfter, message: `${translated(reason)} ${tryAgainIn(retryAfter)}` });
}
