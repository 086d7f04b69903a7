import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

export const SESSION_LENGTH_MS = 30 * 24 * 3_600_000;

export interface Tokens {
  /** A bearer token for a session; it is worth nothing once the session is revoked. What else: see `SignedIn`. */
  sign(session: { id: string; userId: string; expiresAt: number }, provenElsewhereAt: number | null): string;
  /** The session a token names, or null for anything forged, expired or malformed. */
  read(token: string): { sessionId: string; userId: string; provenElsewhereAt: number | null } | null;
}

export function createTokens(secret: string): Tokens {
  // Given a string, the library tries it as a public key first, at every request.
  const key = createSecretKey(secret, 'utf8');
  return {
    sign({ id, userId, expiresAt }, provenElsewhereAt) {
      const proven = provenElsewhereAt !== null && { auth_time: Math.floor(provenElsewhereAt / 1000) };
      return jwt.sign({ sid: id, exp: Math.floor(expiresAt / 1000), ...proven }, key, {
        algorithm: 'HS256',
        subject: userId,
      });
    },
    read(token) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ['HS256'] });
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
