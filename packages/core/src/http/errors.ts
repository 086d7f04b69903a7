import { t, translated } from '../language/translate.ts';
import { tryAgainIn } from './try-again.ts';

/**
 * Every error code: its HTTP status, and the sentence that people read unless the thrower gives another.
 * The `model-*` rows and `interrupted` end a reply that has already begun; they are sent inside the stream.
 */
export const ERRORS = {
  'invalid-request': { status: 400, message: t`This request isn’t valid.` },
  unauthorized: { status: 401, message: t`Please sign in again.` },
  'wrong-credentials': { status: 401, message: t`Invalid email or password` },
  'wrong-password': { status: 403, message: t`That’s not your current password.` },
  'second-factor-needed': { status: 401, message: t`Enter a code.` },
  'wrong-code': { status: 403, message: t`That code isn’t right.` },
  'invalid-link': { status: 400, message: t`This link has expired. Request a new one.` },
  'apple-sign-in-failed': { status: 401, message: t`Apple Sign-In failed` },
  'sign-in-failed': { status: 401, message: t`This sign-in failed. Please start again.` },
  forbidden: { status: 403, message: t`You don’t have permission.` },
  'not-found': { status: 404, message: t`Not found.` },
  // Its thrower has a sentence. This one is in every first load, and shares its words with another.
  'message-refused': { status: 400, message: t`This request isn’t valid.` },
  conflict: { status: 409, message: t`This was changed somewhere else. Reload to see the latest version.` },
  'already-subscribed': { status: 409, message: t`You already have a subscription. Manage it in Settings.` },
  'email-taken': { status: 409, message: t`An account with this email already exists. Please sign in.` },
  'reply-in-progress': {
    status: 409,
    message: t`A reply is already in progress in this conversation. Wait for it or stop it first.`,
  },
  'too-large': { status: 413, message: t`This is too large to send.` },
  'unsupported-type': { status: 415, message: t`This file type isn’t supported.` },
  'idempotency-mismatch': { status: 422, message: t`This message ID was already used for another message.` },
  'usage-limit-reached': {
    status: 429,
    message: t`Daily message limit reached. Please upgrade to Premium for unlimited messages.`,
  },
  'rate-limited': { status: 429, message: t`Too many requests. Please wait a moment and try again.` },
  'cost-limit-reached': { status: 429, message: t`The budget is used up.` },
  internal: { status: 500, message: t`Something went wrong on our end. Please try again.` },
  unavailable: { status: 503, message: t`The service is busy right now. Please try again in a moment.` },
  'model-auth': {
    status: 502,
    message: t`The AI service rejected this server’s API key. The operator needs to fix it.`,
  },
  'model-quota': { status: 502, message: t`This server’s AI credit has run out. The operator needs to top it up.` },
  'model-rate-limited': {
    status: 502,
    message: t`The AI service is very busy right now. Please try again in a moment.`,
  },
  'model-unreachable': { status: 502, message: t`We couldn’t reach the AI service. Please try again.` },
  'model-timeout': { status: 502, message: t`The AI service took too long to respond. Please try again.` },
  'model-stalled': { status: 502, message: t`The AI service stopped partway through the reply. Please try again.` },
  'model-disconnected': { status: 502, message: t`We lost the connection to the AI service. Please try again.` },
  'model-empty': { status: 502, message: t`The AI service sent an empty reply. Please try again.` },
  'model-garbled': { status: 502, message: t`The AI service sent a reply we couldn’t read. Please try again.` },
  'model-too-long': {
    status: 502,
    message: t`This conversation is too long for the model. Please start a new one or shorten your message.`,
  },
  'model-out-of-room': { status: 502, message: t`The model ran out of space while reasoning. Please try again.` },
  'model-filtered': {
    status: 502,
    message: t`The AI service’s content filter stopped this reply. Try rephrasing your message.`,
  },
  'model-not-found': {
    status: 502,
    message: t`The AI service doesn’t have this server’s model. The operator needs to change it.`,
  },
  'model-rejected': { status: 502, message: t`The AI service rejected this request.` },
  'model-failed': { status: 502, message: t`The AI service failed while replying. Please try again.` },
  interrupted: { status: 503, message: t`This reply was interrupted. Please try again.` },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

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
    super(options.message ?? ERRORS[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/**
 * A refused request that came too soon: after the reason, the sentence says how long to wait. Rounds the seconds up.
 */
export function rateLimited(seconds: number, reason = t`Too many requests.`): AppError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new AppError('rate-limited', { retryAfter, message: `${translated(reason)} ${tryAgainIn(retryAfter)}` });
}
