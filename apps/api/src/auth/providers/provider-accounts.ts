import { randomUUID } from 'node:crypto';
import { AppError, t } from '@parley/core';
import { NEW_USER, type IdentityRecord, type Storage, type UserRecord } from '../../storage/storage.ts';
import type { Accounts, SignedIn } from '../accounts.ts';
import { asciiAddress, findByAddress } from '../find-by-address.ts';
import type { IdentityProvider, Proven } from './identity-provider.ts';
import type { Person } from './person.ts';

/** The part of a proof that finds and changes accounts. */
type Claim = Pick<Proven, 'person' | 'name' | 'spend'>;

/** Maps the people of a provider to accounts. */
export interface ProviderAccounts {
  /**
   * Finds or creates the account of a person: the one linked to their id; else, at providers that open verified
   * accounts, the one with their address, if both sides have verified it; else a new one. Throws `email-taken`, before
   * the proof is spent, if another account has that address: a stranger may have registered it, or may control the
   * provider's address. Throws `conflict` while the person's earlier account is being deleted. Spends the proof right
   * before the first write. `isNewWay`: this linked an account that existed.
   */
  resolve(claim: Claim): Promise<{ user: UserRecord; isNew: boolean; isNewWay?: boolean }>;
  /**
   * Links a person to a signed-in user; returns false if they were linked before. Throws `conflict` if they are linked to
   * another user or their earlier account is being deleted, and `unauthorized` if the session has ended meanwhile.
   */
  link(who: Pick<SignedIn, 'user' | 'isOpen'>, claim: Omit<Claim, 'name'>): Promise<boolean>;
}

export function createProviderAccounts(
  { users, identities }: Pick<Storage, 'users' | 'identities'>,
  provider: Pick<IdentityProvider, 'key' | 'opensVerifiedAccounts' | 'accountExists' | 'linkedElsewhere'>,
  now: () => number,
  languageOfNew: Accounts['languageOfNew'] = () => null,
  isStaffAddress: Accounts['isStaffAddress'] = () => false,
): ProviderAccounts {
  const { key } = provider;
  // Some providers let people write any address, and that of an admin opens the whole server.
  const isVerified = ({ email, isEmailVerified }: Person) =>
    isEmailVerified && (provider.opensVerifiedAccounts || !isStaffAddress(email));
  const emailTaken = () => new AppError('email-taken', { message: provider.accountExists });
  const identityOf = (person: Person, userId: string): IdentityRecord => ({
    provider: key,
    subject: person.subject,
    userId,
    email: person.email,
    isPrivateRelay: person.isPrivateRelay,
    forwardsMail: true,
    refreshToken: null,
    createdAt: now(),
  });

  async function linkedUser({ subject }: Person): Promise<UserRecord | null> {
    const identity = await identities.find(key, subject);
    return identity && users.findById(identity.userId);
  }

  async function create(person: Person, name: string | null) {
    const user: UserRecord = {
      ...NEW_USER,
      id: randomUUID(),
      email: person.email,
      emailVerified: isVerified(person),
      name,
      language: languageOfNew(),
      createdAt: now(),
    };
    const outcome = await identities.createUser(user, identityOf(person, user.id));
    if (outcome === 'created') return { user, isNew: true };
    if (outcome === 'email-taken') throw emailTaken();
    return { user: await findEarlierLinked(person), isNew: false };
  }

  /** The account that the person was linked to before or a moment ago. Throws `conflict` while it is being deleted. */
  async function findEarlierLinked(person: Person): Promise<UserRecord> {
    const user = await linkedUser(person);
    if (user) return user;
    throw new AppError('conflict', {
      message: t`We’re still deleting your earlier account. Please try again in a few minutes.`,
    });
  }

  async function known(user: UserRecord, person: Person, name: string | null) {
    const { email, isPrivateRelay } = person;
    if (email !== null) await identities.update(key, person.subject, { email, isPrivateRelay });
    if (name !== null && user.name === null) await users.update(user.id, { name });
    return { user, isNew: false };
  }

  return {
    async resolve({ person, name, spend }) {
      const linked = await linkedUser(person);
      if (linked) {
        await spend();
        return known(linked, person, name);
      }
      const holder = person.email === null ? null : await findByAddress(users, person.email);
      if (!holder) {
        await spend();
        return create(person, name);
      }
      const isSamePerson = person.isEmailVerified && !person.isPrivateRelay && holder.emailVerified;
      if (!provider.opensVerifiedAccounts || !isSamePerson) throw emailTaken();
      await spend();
      if (await identities.link(identityOf(person, holder.id))) {
        return { ...(await known(holder, person, name)), isNewWay: true };
      }
      return { user: await findEarlierLinked(person), isNew: false };
    },

    async link({ user, isOpen }, { person, spend }) {
      const isSameAddress = asciiAddress(person.email ?? '') === asciiAddress(user.email ?? '');
      const isOwnAddress = isVerified(person) && !person.isPrivateRelay && isSameAddress;
      if (!user.emailVerified && !isOwnAddress) {
        throw new AppError('forbidden', { message: t`Please verify your email first.` });
      }
      await spend();
      const isLinked = await identities.link(identityOf(person, user.id));
      if (!isLinked && (await findEarlierLinked(person)).id !== user.id) {
        throw new AppError('conflict', {
          message: provider.linkedElsewhere,
        });
      }
      // A claim of the account ends sessions first and removes identities second, so it misses none.
      if (isLinked && !(await isOpen())) {
        await identities.remove(key, person.subject);
        throw new AppError('unauthorized');
      }
      if (!user.emailVerified && user.email !== null) await users.setVerified(user.id, user.email);
      return isLinked;
    },
  };
}
