import { AppError, emailProblem, normalizeEmail } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Post } from '../mail/open-post.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/** Mails to one address that anybody can have sent; what is asked for beyond is not sent, and nobody is told. */
const UNASKED_AN_HOUR = 5;

export interface AddressDependencies {
  users: Storage['users'];
  cluster: Pick<Cluster, 'limiter'>;
  oneTimeTokens: OneTimeTokens;
  post: Post;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** Whose mailbox an address is: asked by mail before it counts. */
export function createAddresses({ users, cluster, oneTimeTokens, post }: AddressDependencies) {
  const perAddress = createRateLimit(cluster, 'verify-mails', { requests: UNASKED_AN_HOUR, seconds: 3600 });
  return {
    /** Asks whether the address of an account is its owner's. */
    askToVerify({ id, email, emailVerified }: UserRecord): void {
      if (email === null || emailVerified) return;
      post.later(async (mails, send) =>
        send(mails.verifyAddress(email, await oneTimeTokens.issue('verify', id, email))),
      );
    },

    /** Tells the owner of an address that somebody tried to open another account with it. */
    tellOwner(email: string): void {
      const to = normalizeEmail(email);
      post.later(async (mails, send) => {
        if (await perAddress.admits(to)) send(mails.addressHasAccount(to));
      });
    },

    /**
     * Asks at the new address whether to use it, and tells the old one. Answers the same whether or not the new address
     * has an account.
     */
    askToChange(user: UserRecord, address: string): void {
      const problem = emailProblem(address);
      if (problem) throw new AppError('invalid-request', { message: problem });
      const email = normalizeEmail(address);
      if (email === user.email) throw new AppError('invalid-request', { message: 'This is your email already' });
      post.later(async (mails, send) => {
        if (user.email !== null && user.emailVerified) send(mails.addressChangeAsked(user.email));
        if (!(await perAddress.admits(email))) return;
        if (await users.findByEmail(email)) send(mails.addressHasAccount(email));
        else send(mails.confirmNewAddress(email, await oneTimeTokens.issue('change-email', user.id, email)));
      });
    },

    /** Takes the token of either mail. Returns the address; throws `invalid-link`, or `email-taken`. */
    async verify(token: string): Promise<string> {
      const first = await oneTimeTokens.take('verify', token);
      if (first) {
        if (!(await users.setVerified(first.userId, first.email))) throw new AppError('invalid-link');
        return first.email;
      }
      const change = await oneTimeTokens.take('change-email', token);
      const user = change && (await users.findById(change.userId));
      if (!change || !user) throw new AppError('invalid-link');
      if (!(await users.setEmail(user.id, change.email))) throw new AppError('email-taken');
      // What was mailed to another address must not bring that one back.
      await oneTimeTokens.revokeAll(user.id);
      const { email: old, emailVerified } = user;
      if (old !== null && emailVerified) post.send((mails) => mails.addressChanged(old));
      return change.email;
    },
  };
}
