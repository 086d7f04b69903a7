import { createHash, randomBytes } from 'node:crypto';
import type { OneTimeTokenRecord, OneTimeTokenStore } from '../storage/storage.ts';

const MINUTE_MS = 60_000;
/** What a mailed token can be for, and how long it is good. */
const LIFETIMES_MS = { verify: 24 * 60 * MINUTE_MS, 'change-email': 24 * 60 * MINUTE_MS, reset: 30 * MINUTE_MS };

type Purpose = keyof typeof LIFETIMES_MS;

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

/** Tokens that are mailed as links: nobody can guess them, and who reads the store cannot use them. */
export function createOneTimeTokens(store: OneTimeTokenStore, now: () => number) {
  // With its purpose, so that a token for one thing is worth nothing for another.
  const hashOf = (purpose: Purpose, token: string) => createHash('sha256').update(`${purpose} ${token}`).digest('hex');
  return {
    /** A new token for this address of this user. */
    async issue(purpose: Purpose, userId: string, email: string): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + LIFETIMES_MS[purpose];
      await store.create({ hash: hashOf(purpose, token), userId, email, expiresAt }, now());
      return token;
    },
    /** Whose it is; null when it is forged, used, revoked or expired. */
    find: (purpose: Purpose, token: string): Promise<OneTimeTokenRecord | null> =>
      store.find(hashOf(purpose, token), now()),
    /** The same, once. */
    take: (purpose: Purpose, token: string): Promise<OneTimeTokenRecord | null> =>
      store.take(hashOf(purpose, token), now()),
    /** Makes every token of this user worthless. */
    revokeAll: (userId: string) => store.revokeAll(userId),
  };
}
