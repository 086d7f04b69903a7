import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

const DAY_MS = 24 * 3_600_000;
/** Session lifetime from its last use, and from its start, in milliseconds. */
const SESSION_IDLE_MS = 30 * DAY_MS;
const LONGEST_SESSION_MS = 180 * DAY_MS;

/** When a session opened at `createdAt` and used at `usedAt` ends. Epoch milliseconds. */
export const sessionEnd = ({ createdAt }: { createdAt: number }, usedAt: number): number =>
  Math.min(usedAt + SESSION_IDLE_MS, createdAt + LONGEST_SESSION_MS);

export interface TokenClaims {
  sessionId: string;
  userId: string;
  /** See `SignedIn`. */
  provenElsewhereAt: number | null;
}

export interface Tokens {
  /**
   * A bearer token for a session. It is valid as long as a session can last; the stored session may end earlier.
   * `provenElsewhereAt`: see `SignedIn`.
   */
  sign(session: { id: string; userId: string; createdAt: number }, provenElsewhereAt: number | null): string;
  /** The session that a token names, or null if it is forged, expired or malformed. */
  read(token: string): TokenClaims | null;
}

/** Signs and reads tokens. `now` decides when they expire, in epoch milliseconds. */
export function createTokens(secret: string, now: () => number): Tokens {
  // Given a string, the library tries it as a public key first, on every request.
  const key = createSecretKey(secret, 'utf8');
  return {
    sign({ id, userId, createdAt }, provenElsewhereAt) {
      const exp = Math.ceil((createdAt + LONGEST_SESSION_MS) / 1000);
      const proven = provenElsewhereAt !== null && { auth_time: Math.floor(provenElsewhereAt / 1000) };
      return jwt.sign({ sid: id, exp, ...proven }, key, { algorithm: 'HS256', subject: userId });
    },
    read(token) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ['HS256'], clockTimestamp: Math.floor(now() / 1000) });
        if (typeof claims === 'string' || typeof claims.sid !== 'string' || typeof claims.sub !== 'string') return null;
        const { auth_time: time } = claims;
        return {
          sessionId: claims.sid,
          userId: claims.sub,
          provenElsewhereAt: typeof time === 'number' ? time * 1000 : null,
        };
      } catch {
        return null;
      }
    },
  };
}
