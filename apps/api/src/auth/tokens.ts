import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';

export const SESSION_LENGTH_MS = 30 * 24 * 3_600_000;

export interface Tokens {
  /** A bearer token for a session; it is worth nothing once the session is revoked. */
  sign(session: { id: string; userId: string; expiresAt: number }): string;
  /** The session a token names, or null for anything forged, expired or malformed. */
  read(token: string): { sessionId: string; userId: string } | null;
}

export function createTokens(secret: string): Tokens {
  // Given a string, the library tries it as a public key first, at every request.
  const key = createSecretKey(secret, 'utf8');
  return {
    sign({ id, userId, expiresAt }) {
      return jwt.sign({ sid: id, exp: Math.floor(expiresAt / 1000) }, key, { algorithm: 'HS256', subject: userId });
    },
    read(token) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ['HS256'] });
        if (typeof claims === 'string' || typeof claims.sid !== 'string' || typeof claims.sub !== 'string') return null;
        return { sessionId: claims.sid, userId: claims.sub };
      } catch {
        return null;
      }
    },
  };
}
