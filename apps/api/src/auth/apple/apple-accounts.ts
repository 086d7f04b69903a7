import { randomUUID } from 'node:crypto';
import { AppError } from '@parley/core';
import { NEW_USER, type IdentityRecord, type Storage, type UserRecord } from '../../storage/storage.ts';
import type { ApplePerson } from './person.ts';

/** Maps Apple Accounts to accounts. */
export interface AppleAccounts {
  /**
   * Finds or creates the account of an Apple user: the one linked to their id; else the one with their address, if both
   * sides have verified it; else a new one. Throws `email-taken`, before `spendToken`, if the account with that address
   * has not verified it: a stranger may have registered it. Throws `conflict` while the user's earlier account is being
   * deleted. Calls `spendToken` right before the first write.
   */
  resolve(person: ApplePerson, name: string | null, spendToken: () => Promise<void>): Promise<UserRecord>;
  /** Links an Apple Account to a signed-in user. Throws `conflict` if it is linked to another user. */
  link(user: UserRecord, person: ApplePerson, spendToken: () => Promise<void>): Promise<void>;
}

const PROVIDER = 'apple';

export function createAppleAccounts({ users, identities }: Storage, now: () => number): AppleAccounts {
  const identityOf = (person: ApplePerson, userId: string): IdentityRecord => ({
    provider: PROVIDER,
    subject: person.subject,
    userId,
    email: person.email,
    isPrivateRelay: person.isPrivateRelay,
    forwardsMail: true,
    refreshToken: null,
    createdAt: now(),
  });

  async function linkedUser({ subject }: ApplePerson): Promise<UserRecord | null> {
    const identity = await identities.find(PROVIDER, subject);
    return identity && users.findById(identity.userId);
  }

  async function create(person: ApplePerson, name: string | null): Promise<UserRecord> {
    const user: UserRecord = {
      ...NEW_USER,
      id: randomUUID(),
      email: person.email,
      emailVerified: person.isEmailVerified,
      name,
      createdAt: now(),
    };
    const outcome = await identities.createUser(user, identityOf(person, user.id));
    if (outcome === 'created') return user;
    if (outcome === 'email-taken') throw emailTaken();
    return findConcurrentlyLinked(person);
  }

  /** Another sign-in of the same Apple Account has just linked it. Uses that account, unless it is being deleted. */
  async function findConcurrentlyLinked(person: ApplePerson): Promise<UserRecord> {
    const user = await linkedUser(person);
    if (user) return user;
    throw new AppError('conflict', {
      message: 'We’re still deleting your earlier account. Please try again in a few minutes.',
    });
  }

  async function known(user: UserRecord, person: ApplePerson, name: string | null): Promise<UserRecord> {
    const { email, isPrivateRelay } = person;
    if (email !== null) await identities.update(PROVIDER, person.subject, { email, isPrivateRelay });
    if (name !== null && user.name === null) await users.update(user.id, { name });
    return user;
  }

  return {
    async resolve(person, name, spendToken) {
      const linked = await linkedUser(person);
      if (linked) {
        await spendToken();
        return known(linked, person, name);
      }
      const holder = person.email === null ? null : await users.findByEmail(person.email);
      if (!holder) {
        await spendToken();
        return create(person, name);
      }
      if (!person.isEmailVerified || person.isPrivateRelay || !holder.emailVerified) throw emailTaken();
      await spendToken();
      const isLinked = await identities.link(identityOf(person, holder.id));
      return isLinked ? known(holder, person, name) : findConcurrentlyLinked(person);
    },

    async link(user, person, spendToken) {
      const isOwnAddress = person.isEmailVerified && !person.isPrivateRelay && person.email === user.email;
      if (!user.emailVerified && !isOwnAddress) {
        throw new AppError('forbidden', { message: 'Please verify your email first.' });
      }
      await spendToken();
      const isLinked = await identities.link(identityOf(person, user.id));
      if (!isLinked && (await linkedUser(person))?.id !== user.id) {
        throw new AppError('conflict', { message: 'This Apple Account already signs in to another account.' });
      }
      if (!user.emailVerified && user.email !== null) await users.setVerified(user.id, user.email);
    },
  };
}

function emailTaken(): AppError {
  return new AppError('email-taken', {
    message: 'An account with this email already exists. Please sign in with its password.',
  });
}
