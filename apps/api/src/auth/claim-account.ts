import type { Storage, UserRecord } from '../storage/storage.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/**
 * Gives an account to the person who has shown that they read its address, with a new password. The password, sessions
 * and mailed links from before end; so do identities of an account whose address was never verified, because a stranger
 * may have registered it. Only then is the address verified. False where the account has another address by now.
 */
export type ClaimAccount = (user: UserRecord, email: string, passwordHash: string) => Promise<boolean>;

export function createClaimAccount(
  { users, identities, sessions }: Pick<Storage, 'users' | 'identities' | 'sessions'>,
  oneTimeTokens: OneTimeTokens,
): ClaimAccount {
  return async ({ id, emailVerified }, email, passwordHash) => {
    await users.setPasswordHash(id, passwordHash);
    if (!emailVerified) {
      for (const { provider, subject } of await identities.listOfUser(id)) await identities.remove(provider, subject);
    }
    await sessions.revokeAll(id, null);
    await oneTimeTokens.revokeAll(id);
    return users.setVerified(id, email);
  };
}
