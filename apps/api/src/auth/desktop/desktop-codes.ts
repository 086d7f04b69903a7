import { createHash, randomBytes } from 'node:crypto';
import type { SessionRecord, Storage, UserRecord } from '../../storage/storage.ts';
import type { SignedIn } from '../accounts.ts';

export const DESKTOP_CODE_LIFETIME_S = 90;

/** The user and the session that requested a code. */
export interface Authorization {
  user: UserRecord;
  session: SessionRecord;
}

/**
 * Codes with which a user signed in to a browser authorizes the desktop app. A code is valid once, for 90 s, together
 * with the verifier of its challenge, and only while the session that requested it is open. Only hashes are stored.
 */
export interface DesktopCodes {
  issue(who: SignedIn, challenge: string): Promise<string>;
  /** Null if the code is invalid or the verifier does not match. */
  take(code: string, verifier: string): Promise<Authorization | null>;
}

export function createDesktopCodes(
  { oneTimeTokens, sessions }: Pick<Storage, 'oneTimeTokens' | 'sessions'>,
  now: () => number,
): DesktopCodes {
  // Includes the challenge: a wrong verifier looks up another hash, so it cannot use up the code.
  const hashOf = (code: string, challenge: string) =>
    createHash('sha256').update(`desktop ${code} ${challenge}`).digest('hex');
  return {
    async issue({ user, session }, challenge) {
      const code = `${randomBytes(32).toString('base64url')}.${session.id}`;
      const expiresAt = now() + DESKTOP_CODE_LIFETIME_S * 1000;
      const token = { hash: hashOf(code, challenge), userId: user.id, email: user.email ?? '', expiresAt };
      await oneTimeTokens.create(token, now());
      return code;
    },
    async take(code, verifier) {
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const taken = await oneTimeTokens.take(hashOf(code, challenge), now());
      return taken && sessions.find(code.slice(code.indexOf('.') + 1), now());
    },
  };
}
