import { ClientError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { AppError, t, translated } from '@parley/core';

/** The reasons to refuse a provider's token. */
const REASONS: Record<string, string> = {
  iss: t`It came from another issuer.`,
  aud: t`It was meant for another app.`,
  azp: t`It was meant for another app.`,
  nonce: t`It belongs to another sign-in.`,
};
const CLOCK = t`Its clock and ours differ too much.`;
const SIGNATURE = t`Its signature isn’t valid.`;
const INCOMPLETE = t`It was incomplete.`;

/** The provider's clock is ahead by more than this server tolerates. */
export class ClockError extends Error {
  override name = 'ClockError';
}

/** Whether the provider signed a token with a key that it did not publish when its keys were read. */
export function isUnknownKey(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'OAUTH_KEY_SELECTION_FAILED';
}

/** Whether the provider refused the client's credentials or authentication method. */
export function isRefusedClient(error: unknown): boolean {
  if (error instanceof ResponseBodyError) return error.error === 'invalid_client';
  return error instanceof WWWAuthenticateChallengeError;
}

/** Turns a failure of the protocol into an error with a sentence for the person who signs in. */
export function explainFailure(error: unknown, name: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_grant') return expired(name, error);
    if (error.status < 500 && error.status !== 429) return misconfigured(name, error);
    return silent(name, error);
  }
  if (error instanceof WWWAuthenticateChallengeError) return misconfigured(name, error);
  if (error instanceof ClockError) return refused(name, CLOCK, error);
  if (!(error instanceof ClientError)) return silent(name, error);
  switch (error.code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return refused(name, REASONS[claimOf(error)] ?? INCOMPLETE, error);
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return refused(name, CLOCK, error);
    case 'OAUTH_KEY_SELECTION_FAILED':
    case 'OAUTH_UNSUPPORTED_OPERATION':
      return refused(name, SIGNATURE, error);
    case 'OAUTH_INVALID_RESPONSE': {
      const { message = '' } = Object(error.cause) as { message?: string };
      if (message.includes('(issuer)')) return refused(name, REASONS['iss'] ?? INCOMPLETE, error);
      return refused(name, /signature|"alg"/.test(message) ? SIGNATURE : INCOMPLETE, error);
    }
    case 'OAUTH_PARSE_ERROR':
      return refused(name, INCOMPLETE, error);
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return misconfigured(name, error);
    default:
      return silent(name, error);
  }
}

/** The failure of a sign-in whose code or state is unknown, used, expired or another browser's. */
export function expired(name: string, cause?: unknown): AppError {
  const message = t`This sign-in with ${name} has expired or was started somewhere else. Please start again.`;
  return new AppError('sign-in-failed', { message, cause });
}

function refused(name: string, reason: string, cause: unknown): AppError {
  const message = `${t`We couldn’t verify the answer of ${name}.`} ${translated(reason)}`;
  return new AppError('sign-in-failed', { message, cause });
}

function misconfigured(name: string, cause: unknown): AppError {
  const message = t`Sign-in with ${name} isn’t set up correctly on this server. The operator needs to fix it.`;
  return new AppError('unavailable', { message, cause });
}

function silent(name: string, cause: unknown): AppError {
  const message = t`${name} isn’t answering right now. Please try again in a moment.`;
  return new AppError('unavailable', { message, retryAfter: 5, cause });
}

/** The claim that a token was refused for; the library names it in the cause of its cause. */
function claimOf(error: ClientError): string {
  const { cause } = Object(error.cause) as { cause?: unknown };
  const { claim } = Object(cause) as { claim?: unknown };
  return typeof claim === 'string' ? claim : '';
}
