import type { Storage, UserRecord } from '../storage/storage.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/**
 * Gives an account to the user who has proved to own its address, with a new password. Earlier passwords, sessions and
 * mailed links end. If the address was never verified, linked identities are removed, too, because a stranger may have
 * registered it. The address is verified last. False if the account has another address by now.
 */
export type ClaimAccount = (user: UserRecord, email: string, passwordHash: string) => Promise<boolean>;

export function createClaimAccount(
  { users, identities, sessions }: Pick<Storage, 'users' | 'identities' | 'sessions'>,
  oneTimeTokens: OneTimeTokens,
): ClaimAccount {
  return async ({ id, emailVerified }, email, passwordHash) => {
    // Sessions end last: what still opens one checks its proof again after the session is stored.
    await users.setPasswordHash(id, passwordHash);
    if (!emailVerified) {
      for (const { provider, subject } of await identities.listOfUser(id)) await identities.remove(provider, subject);
    }
    await sessions.revokeAll(id, null);
    await oneTimeTokens.revokeAll(id);
    return users.setVerified(id, email);
  };
}
