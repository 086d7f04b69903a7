import { createHash, randomBytes } from 'node:crypto';
import type { OneTimeTokenRecord, OneTimeTokenStore } from '../storage/storage.ts';

const MINUTE_MS = 60_000;
/** Lifetime of mailed tokens by purpose. */
const LIFETIMES_MS = { verify: 24 * 60 * MINUTE_MS, 'change-email': 24 * 60 * MINUTE_MS, reset: 30 * MINUTE_MS };

type Purpose = keyof typeof LIFETIMES_MS;

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

/** Random tokens that are mailed as links; only their hashes are stored, so the database does not reveal them. */
export function createOneTimeTokens(store: OneTimeTokenStore, now: () => number) {
  // Includes the purpose, so that a token is valid for that alone.
  const hashOf = (purpose: Purpose, token: string) => createHash('sha256').update(`${purpose} ${token}`).digest('hex');
  return {
    /** A new token for this address of this user. */
    async issue(purpose: Purpose, userId: string, email: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + LIFETIMES_MS[purpose];
      await store.create({ hash: hashOf(purpose, token), userId, email, expiresAt }, now());
      return token;
    },
    /** The token's record; null if it is forged, used, revoked or expired. */
    find: (purpose: Purpose, token: string): Promise<OneTimeTokenRecord | null> =>
      store.find(hashOf(purpose, token), now()),
    /** Like `find`, but uses the token up. */
    take: (purpose: Purpose, token: string): Promise<OneTimeTokenRecord | null> =>
      store.take(hashOf(purpose, token), now()),
    /** Revokes every token of this user. */
    revokeAll: (userId: string) => store.revokeAll(userId),
  };
}
