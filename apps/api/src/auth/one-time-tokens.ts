import { createHash, randomBytes } from 'node:crypto';
import type { OneTimeTokenRecord, OneTimeTokenStore } from '../storage/storage.ts';

const MINUTE_MS = 60_000;
/** Lifetime of mailed tokens by purpose. */
const LIFETIMES_MS = { verify: 24 * 60 * MINUTE_MS, 'change-email': 24 * 60 * MINUTE_MS, reset: 30 * MINUTE_MS };

/** Half a token. */
const NONCE_BYTES = 16;

type Purpose = keyof typeof LIFETIMES_MS;

export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

/** Random tokens that are mailed as links; only their hashes are stored, so the database does not reveal them. */
export function createOneTimeTokens(store: OneTimeTokenStore, now: () => number) {
  // Includes the purpose, so that a token is valid for that alone.
  const hashOf = (purpose: Purpose, token: string) => createHash('sha256').update(`${purpose} ${token}`).digest('hex');
  /** A token whose second half is a digest of the first half and the password hash. */
  const bound = (nonce: Buffer, passwordHash: string | null) => {
    const digest = createHash('sha256').update(nonce).update(String(passwordHash)).digest();
    return Buffer.concat([nonce, digest.subarray(0, NONCE_BYTES)]).toString('base64url');
  };
  return {
    /** A new token for this address of this user. With `passwordHash`, `isBoundTo` accepts it only for that hash. */
    async issue(purpose: Purpose, userId: string, email: string, passwordHash?: string | null): Promise<string> {
      const isBound = passwordHash !== undefined;
      const token = isBound
        ? bound(randomBytes(NONCE_BYTES), passwordHash)
        : randomBytes(2 * NONCE_BYTES).toString('base64url');
      const expiresAt = now() + LIFETIMES_MS[purpose];
      await store.create({ hash: hashOf(purpose, token), userId, email, expiresAt }, now());
      return token;
    },
    /** Whether a token was issued while this was the account's password hash. */
    isBoundTo: (token: string, passwordHash: string | null) =>
      token === bound(Buffer.from(token, 'base64url').subarray(0, NONCE_BYTES), passwordHash),
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
