import type { Storage, UserRecord } from '../storage/storage.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/**
 * Gives an account to the user who has proved to own its address, with a new password. Earlier passwords, sessions,
 * remembered devices, API keys and mailed links end. If the address was never verified, linked identities, passkeys and
 * the second factor are removed, too, because a stranger may have registered it. The address is verified last. False if
 * the account has another address by now.
 */
export type ClaimAccount = (user: UserRecord, email: string, passwordHash: string) => Promise<boolean>;

export function createClaimAccount(
  {
    users,
    identities,
    passkeys,
    secondFactors,
    rememberedDevices,
    sessions,
    apiKeys,
  }: Pick<
    Storage,
    'users' | 'identities' | 'passkeys' | 'secondFactors' | 'rememberedDevices' | 'sessions' | 'apiKeys'
  >,
  oneTimeTokens: OneTimeTokens,
): ClaimAccount {
  async function endWaysIn({ id, emailVerified }: UserRecord): Promise<void> {
    // Sessions end before ways in are removed: what adds one checks its session again after the way is stored. They also
    // end last: what still opens one checks its proof again after the session is stored.
    await sessions.revokeAll(id, null);
    if (!emailVerified) {
      for (const { provider, subject } of await identities.listOfUser(id)) await identities.remove(provider, subject);
      for (const passkey of await passkeys.list(id)) await passkeys.remove(id, passkey.id);
      await secondFactors.remove(id);
    }
    await rememberedDevices.removeAll(id);
    await sessions.revokeAll(id, null);
    await apiKeys.revokeAll(id);
    await oneTimeTokens.revokeAll(id);
  }

  return async (user, email, passwordHash) => {
    // Before the new password, so that a process that dies in between leaves none beside it; and after it, for those
    // that the old password opened meanwhile.
    await endWaysIn(user);
    await users.setPasswordHash(user.id, passwordHash);
    await endWaysIn(user);
    return users.setVerified(user.id, email);
  };
}
