import { createHash, randomBytes } from 'node:crypto';
import type { SessionRecord, Storage, UserRecord } from '../../storage/storage.ts';
import type { SignedIn } from '../accounts.ts';

export const DESKTOP_CODE_LIFETIME_S = 90;

/**
 * Codes by which somebody who is signed in in a browser lets the desktop app in. One works once, for 90 s, with the
 * verifier of its challenge, and while the session lasts that it was asked with. Only hashes of them are stored.
 */
export interface DesktopCodes {
  issue(who: SignedIn, challenge: string): Promise<string>;
  /** Whom a code lets in, and the session that asked for it; null when it is worth nothing or the verifier is not its own. */
  take(code: string, verifier: string): Promise<{ user: UserRecord; session: SessionRecord } | null>;
}

export function createDesktopCodes(
  { oneTimeTokens, sessions }: Pick<Storage, 'oneTimeTokens' | 'sessions'>,
  now: () => number,
): DesktopCodes {
  // With its challenge: who has the code and not the verifier asks for something that never was, and uses nothing up.
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
