import { createHash, randomBytes } from 'node:crypto';
import type { OneTimeTokenRecord, OneTimeTokenStore } from '../storage/storage.ts';

const MINUTE_MS = 60_000;
/** Lifetime of tokens by purpose. */
const LIFETIMES_MS = {
  verify: 24 * 60 * MINUTE_MS,
  'change-email': 24 * 60 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
  'second-factor': 5 * MINUTE_MS,
};

/** Half a token. */
const NONCE_BYTES = 16;

type Purpose = keyof typeof LIFETIMES_MS;

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

/**
 * Random tokens that are mailed as links, or that continue a sign-in; only their hashes are stored, so the database
 * does not reveal them.
 */
export function createOneTimeTokens(store: OneTimeTokenStore, now: () => number) {
  // Includes the purpose, so that a token is valid for that alone.
  const hashOf = (purpose: Purpose, token: string) => createHash('sha256').update(`${purpose} ${token}`).digest('hex');
  /** A token whose second half is a digest of the first half and a value. */
  const bound = (nonce: Buffer, value: string | null) => {
    const digest = createHash('sha256').update(nonce).update(String(value)).digest();
    return Buffer.concat([nonce, digest.subarray(0, NONCE_BYTES)]).toString('base64url');
  };
  return {
    /** A new token for this address of this user. With `value`, `isBoundTo` accepts it only for that value. */
    async issue(purpose: Purpose, userId: string, email: string, value?: string | null): Promise<string> {
      const isBound = value !== undefined;
      const token = isBound
        ? bound(randomBytes(NONCE_BYTES), value)
        : randomBytes(2 * NONCE_BYTES).toString('base64url');
      const expiresAt = now() + LIFETIMES_MS[purpose];
      await store.create({ hash: hashOf(purpose, token), userId, email, expiresAt }, now());
      return token;
    },
    /** Whether a token was issued for this value, such as the account's password hash. */
    isBoundTo: (token: string, value: string | null) =>
      token === bound(Buffer.from(token, 'base64url').subarray(0, NONCE_BYTES), value),
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
