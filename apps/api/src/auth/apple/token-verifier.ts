import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { AppError, t } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import type { AppleSettings } from './apple-settings.ts';

const KEYS_TIMEOUT_MS = 3000;
const CLOCK_TOLERANCE_S = 5;
const LONGEST_TOKEN_AGE_S = 15 * 60;
/** Apple repeats an unanswered notification for a day or so. */
const LONGEST_NOTIFICATION_AGE_S = 3 * 24 * 3600;

/** The content of a token whose signature, issuer, audience and age are valid. */
export interface VerifiedToken {
  claims: JWTPayload;
  /** Hash of the signed part: the same for one token, however its signature is encoded. */
  hash: string;
  /** Epoch milliseconds from which the token is rejected for its age alone. */
  refusedFrom: number;
}

export interface TokenVerifier {
  /** Throws `apple-sign-in-failed` for an invalid token, `unavailable` while Apple's keys cannot be fetched. */
  identityToken(token: string): Promise<VerifiedToken & { subject: string }>;
  /** The same for Apple's server-to-server notifications. */
  notification(payload: string): Promise<VerifiedToken>;
}

export function createTokenVerifier({ issuer, clientId }: AppleSettings, now: () => number): TokenVerifier {
  // Keys are cached; a token with an unknown key id triggers a new fetch at most every 30 s.
  const keys = createRemoteJWKSet(new URL(`${issuer}/auth/keys`), {
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: createOutgoingClient({ baseUrl: issuer }).fetch,
  });

  async function verify(token: string, maxAge: number, requiredClaims: string[]): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_S,
        maxTokenAge: maxAge,
        requiredClaims,
        currentDate: new Date(now()),
      });
      // The signature is left out, because one signature has several encodings.
      const signed = token.slice(0, token.lastIndexOf('.'));
      const hash = createHash('sha256').update(signed).digest('base64url');
      const end = Math.min(payload.exp ?? Infinity, (payload.iat ?? 0) + maxAge);
      return { claims: payload, hash, refusedFrom: (end + CLOCK_TOLERANCE_S + 1) * 1000 };
    } catch (error) {
      throw isBadToken(error)
        ? new AppError('apple-sign-in-failed', { cause: error })
        : new AppError('unavailable', { message: t`Apple Sign-In not available`, retryAfter: 5, cause: error });
    }
  }

  return {
    async identityToken(token) {
      const verified = await verify(token, LONGEST_TOKEN_AGE_S, ['sub', 'iat', 'exp']);
      const { sub } = verified.claims;
      if (typeof sub !== 'string' || sub === '') throw new AppError('apple-sign-in-failed');
      return { ...verified, subject: sub };
    },
    notification: (payload) => verify(payload, LONGEST_NOTIFICATION_AGE_S, ['iat', 'jti', 'events']),
  };
}

/** Whether the token itself is invalid; other errors mean that the keys could not be fetched. */
function isBadToken(error: unknown): boolean {
  const aboutKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];
  return error instanceof errors.JOSEError && !aboutKeys.includes(error.code);
}
