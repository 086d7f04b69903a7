import { createHash } from 'node:crypto';
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import { AppError } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import type { AppleSettings } from './apple-settings.ts';

const KEYS_TIMEOUT_MS = 3000;
const CLOCK_TOLERANCE_S = 5;
const LONGEST_TOKEN_AGE_S = 15 * 60;
/** Apple repeats a notification that was not answered, for a day or so. */
const LONGEST_NOTIFICATION_AGE_S = 3 * 24 * 3600;

/** What a token says, once its signature, issuer, audience and age are known to be right. */
export interface VerifiedToken {
  claims: JWTPayload;
  /** Of what was signed: the same for the same token, however its signature is written. */
  hash: string;
  /** Epoch milliseconds: from when on it is refused for its age alone. */
  refusedFrom: number;
}

export interface TokenVerifier {
  /** Throws `apple-sign-in-failed` for a token that is not good, `unavailable` while Apple's keys cannot be read. */
  identityToken(token: string): Promise<VerifiedToken & { subject: string }>;
  /** The same for what Apple sends by itself. */
  notification(payload: string): Promise<VerifiedToken>;
}

export function createTokenVerifier({ issuer, clientId }: AppleSettings, now: () => number): TokenVerifier {
  // Keys are kept, and asked for again at most every half a minute when a token names one that is unknown.
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
      // Without the signature: the same one can be written in more ways than one.
      const signed = token.slice(0, token.lastIndexOf('.'));
      const hash = createHash('sha256').update(signed).digest('base64url');
      const end = Math.min(payload.exp ?? Infinity, (payload.iat ?? 0) + maxAge);
      return { claims: payload, hash, refusedFrom: (end + CLOCK_TOLERANCE_S + 1) * 1000 };
    } catch (error) {
      throw isBadToken(error)
        ? new AppError('apple-sign-in-failed', { cause: error })
        : new AppError('unavailable', { message: 'Apple Sign-In not available', retryAfter: 5, cause: error });
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

/** Whether the token itself is wrong; anything else is about the keys, which could not be had. */
function isBadToken(error: unknown): boolean {
  const aboutKeys = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];
  return error instanceof errors.JOSEError && !aboutKeys.includes(error.code);
}
