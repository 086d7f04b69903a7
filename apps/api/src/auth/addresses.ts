import { AppError, emailProblem, normalizeEmail } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import type { Caller } from '../limits/fair-scheduler.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Post } from '../mail/open-post.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import type { Accounts } from './accounts.ts';
import type { ClaimAccount } from './claim-account.ts';
import type { LoginGuard } from './login-guard.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

const NO_PROOF = 'Sign in to this account to confirm its email, or choose a new password.';
/** Mails to one address that anybody can have sent; what is asked for beyond is not sent, and nobody is told. */
const UNASKED_AN_HOUR = 5;

export interface AddressDependencies {
  users: Storage['users'];
  cluster: Pick<Cluster, 'limiter'>;
  accounts: Pick<Accounts, 'checkPassword' | 'hashPassword' | 'confirmPassword'>;
  guard: LoginGuard;
  claimAccount: ClaimAccount;
  oneTimeTokens: OneTimeTokens;
  post: Post;
}

/** What the person who answers a mail shows besides its token. */
export interface AddressProof {
  /** Whose session asks; null outside of one. */
  userId: string | null;
  /** The account's password. */
  password?: string | undefined;
  /** A password to set, by which the account becomes this person's alone. */
  newPassword?: string | undefined;
  caller: Caller;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** Whose mailbox an address is: asked by mail before it counts. */
export function createAddresses(dependencies: AddressDependencies) {
  const { users, cluster, accounts, guard, claimAccount, oneTimeTokens, post } = dependencies;
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

    /**
     * Answers either mail, for a person who shows that the account is theirs: by a session, by its password, or, where its
     * address was never verified, by a new password, with which all that a stranger may have registered it with ends.
     * Returns the address. Throws `invalid-link`, `forbidden` without a proof, `wrong-password` or `email-taken`.
     */
    async verify(token: string, proof: AddressProof): Promise<string> {
      const first = await oneTimeTokens.find('verify', token);
      const found = first ?? (await oneTimeTokens.find('change-email', token));
      const user = found && (await users.findById(found.userId));
      if (!user) throw new AppError('invalid-link');
      if (await isOwner(user, proof)) return first ? verifyFirst(token) : change(token, user);
      if (!first) throw new AppError('forbidden', { message: 'Sign in to your account to confirm its new email.' });
      const { newPassword, caller } = proof;
      if (newPassword === undefined) throw new AppError('forbidden', { message: NO_PROOF });
      return claim(token, user, newPassword, caller);
    },
  };

  async function isOwner(user: UserRecord, { userId, password, caller }: AddressProof): Promise<boolean> {
    if (userId === user.id) return true;
    if (password === undefined) return false;
    const look = () => accounts.confirmPassword(user, password, caller);
    await guard.attempt(user.email ?? user.id, caller.address, look);
    return true;
  }

  async function verifyFirst(token: string): Promise<string> {
    const taken = await oneTimeTokens.take('verify', token);
    if (!taken || !(await users.setVerified(taken.userId, taken.email))) throw new AppError('invalid-link');
    return taken.email;
  }

  async function change(token: string, { id, email: old, emailVerified }: UserRecord): Promise<string> {
    const taken = await oneTimeTokens.take('change-email', token);
    if (!taken) throw new AppError('invalid-link');
    if (!(await users.setEmail(id, taken.email))) throw new AppError('email-taken');
    // What was mailed to another address must not bring that one back.
    await oneTimeTokens.revokeAll(id);
    if (old !== null && emailVerified) post.send((mails) => mails.addressChanged(old));
    return taken.email;
  }

  async function claim(token: string, user: UserRecord, password: string, caller: Caller): Promise<string> {
    // Later only a reset, whose link is short-lived, sets a password by mail.
    if (user.emailVerified) throw new AppError('invalid-link');
    accounts.checkPassword(password, user);
    // A hash that is refused costs nobody the token.
    const passwordHash = await accounts.hashPassword(password, caller);
    const taken = await oneTimeTokens.take('verify', token);
    if (!taken || taken.email !== user.email) throw new AppError('invalid-link');
    if (!(await claimAccount(user, taken.email, passwordHash))) throw new AppError('invalid-link');
    post.send((mails) => mails.passwordChanged(taken.email));
    return taken.email;
  }
}
