import type { SignInProvider } from '@parley/core';
import type { Storage, UserRecord } from '../../storage/storage.ts';
import type { IdentityProvider } from './identity-provider.ts';

/** Stands for passkeys where a provider's key would. */
export const PASSKEY_WAY = 'passkey';

/** The ways in which a user can sign in. */
export interface SignInWays {
  /** Every provider of this server, with what the user has linked. */
  list(userId: string): Promise<SignInProvider[]>;
  /** Whether the user can sign in without this provider: with a password, a passkey or another provider. */
  hasOther(user: UserRecord, providerKey: string): Promise<boolean>;
}

export function createSignInWays(
  providers: Pick<IdentityProvider, 'id' | 'key' | 'name'>[],
  { identities, passkeys }: Pick<Storage, 'identities' | 'passkeys'>,
): SignInWays {
  return {
    async list(userId) {
      if (providers.length === 0) return [];
      const linked = await identities.listOfUser(userId);
      return providers.map(({ id, key, name }) => {
        const identity = linked.find(({ provider }) => provider === key);
        return { id, name, isLinked: identity !== undefined, email: identity?.email ?? null };
      });
    },
    async hasOther({ id, email, passwordHash }, providerKey) {
      // A password signs in only together with an email address.
      if (passwordHash !== null && email !== null) return true;
      if (providerKey !== PASSKEY_WAY && (await passkeys.list(id)).length > 0) return true;
      const usable = new Set(providers.map(({ key }) => key));
      usable.delete(providerKey);
      return (await identities.listOfUser(id)).some(({ provider }) => usable.has(provider));
    },
  };
}
