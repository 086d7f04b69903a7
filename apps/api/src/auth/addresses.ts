import { AppError, emailProblem, normalizeEmail, t } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import type { Caller } from '../limits/fair-scheduler.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { MailService } from '../mail/mail-service.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import type { Accounts } from './accounts.ts';
import type { ClaimAccount } from './claim-account.ts';
import { asciiAddress, findByAddress } from './find-by-address.ts';
import { hashAddress } from './hash-address.ts';
import type { LoginGuard } from './login-guard.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

const NO_PROOF = t`Sign in to this account to confirm its email, or choose a new password.`;
/** Mails to one address that anonymous requests can trigger; further ones are dropped silently. */
const UNASKED_AN_HOUR = 5;

export interface AddressDependencies {
  users: Storage['users'];
  cluster: Pick<Cluster, 'limiter'>;
  accounts: Pick<Accounts, 'checkPassword' | 'hashPassword' | 'confirmPassword'>;
  guard: LoginGuard;
  claimAccount: ClaimAccount;
  oneTimeTokens: OneTimeTokens;
  mailService: MailService;
  /** Called after the address of an account has changed. */
  onChanged: (userId: string) => void;
}

/** Proof of ownership that comes with a mailed token. */
export interface AddressProof {
  /** The user of the request's session; null without a session. */
  userId: string | null;
  /** The account's password. */
  password?: string | undefined;
  /** A new password, which gives the account to this user alone. */
  newPassword?: string | undefined;
  caller: Caller;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** Verifies the addresses of accounts by mail. */
export function createAddresses(dependencies: AddressDependencies) {
  const { users, cluster, accounts, guard, claimAccount, oneTimeTokens, mailService, onChanged } = dependencies;
  const perAddress = createRateLimit(cluster, 'verify-mails', { requests: UNASKED_AN_HOUR, seconds: 3600 });
  return {
    /** Mails a link that verifies the account's address. */
    askToVerify({ id, email, emailVerified, language }: UserRecord): void {
      if (email === null || emailVerified) return;
      mailService.runLater(async (send) => {
        const token = await oneTimeTokens.issue('verify', id, email);
        send((mails) => mails.verifyAddress(email, token), language);
      });
    },

    /** Notifies the owner of an address that someone tried to register it again. */
    notifyOwner(email: string): void {
      const to = normalizeEmail(email);
      mailService.runLater(async (send) => {
        if (!(await perAddress.admits(hashAddress(to)))) return;
        send((mails) => mails.addressHasAccount(to), (await findByAddress(users, to))?.language ?? null);
      });
    },

    /**
     * Mails a confirmation link to the new address, and a notice to the old one. The response does not depend on
     * whether the new address has an account.
     */
    askToChange(user: UserRecord, address: string): void {
      const problem = emailProblem(address);
      if (problem) throw new AppError('invalid-request', { message: problem });
      const email = normalizeEmail(address);
      const { email: old, emailVerified, language } = user;
      if (old !== null && asciiAddress(email) === asciiAddress(old)) {
        throw new AppError('invalid-request', { message: t`This is already your email` });
      }
      mailService.runLater(async (send) => {
        if (old !== null && emailVerified) send((mails) => mails.addressChangeAsked(old), language);
        if (!(await perAddress.admits(hashAddress(email)))) return;
        const holder = await findByAddress(users, email);
        if (holder) return send((mails) => mails.addressHasAccount(email), holder.language);
        const token = await oneTimeTokens.issue('change-email', user.id, email, user.passwordHash);
        send((mails) => mails.confirmNewAddress(email, token), language);
      });
    },

    /**
     * Verifies or changes the address that a mailed token is for. The user proves ownership of the account by a
     * session, by its password or, if its address was never verified, by a new password; that ends every session and
     * sign-in method that a stranger may have set up. Returns the address. Throws `invalid-link`, `forbidden` without a
     * proof, `wrong-password` or `email-taken`.
     */
    async verify(token: string, proof: AddressProof): Promise<string> {
      const first = await oneTimeTokens.find('verify', token);
      const found = first ?? (await oneTimeTokens.find('change-email', token));
      const user = found && (await users.findById(found.userId));
      if (!user) throw new AppError('invalid-link');
      if (await isOwner(user, proof)) return first ? verifyFirst(token) : change(token, user);
      if (!first) throw new AppError('forbidden', { message: t`Sign in to your account to confirm its new email.` });
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

  async function change(token: string, user: UserRecord): Promise<string> {
    const { id, email: old, emailVerified, passwordHash, language } = user;
    // A claim of the account sets a new password first, and a change that was asked for before must not undo it.
    if (!oneTimeTokens.isBoundTo(token, passwordHash)) throw new AppError('invalid-link');
    const taken = await oneTimeTokens.take('change-email', token);
    if (!taken) throw new AppError('invalid-link');
    if (!(await users.setEmail(id, taken.email, passwordHash))) {
      throw new AppError((await users.findByEmail(taken.email)) ? 'email-taken' : 'invalid-link');
    }
    // Revoke links that were mailed to other addresses: they must not restore an old one.
    await oneTimeTokens.revokeAll(id);
    onChanged(id);
    if (old !== null && emailVerified) mailService.send((mails) => mails.addressChanged(old), language);
    return taken.email;
  }

  async function claim(token: string, user: UserRecord, password: string, caller: Caller): Promise<string> {
    // Once the address is verified, only a reset link, which expires sooner, may set a password.
    if (user.emailVerified) throw new AppError('invalid-link');
    accounts.checkPassword(password, user);
    // Hash first: if hashing is refused, the token stays valid.
    const passwordHash = await accounts.hashPassword(password, caller);
    const taken = await oneTimeTokens.take('verify', token);
    if (!taken || taken.email !== user.email) throw new AppError('invalid-link');
    if (!(await claimAccount(user, taken.email, passwordHash))) throw new AppError('invalid-link');
    mailService.send((mails) => mails.passwordChanged(taken.email, { isFirstProof: true }), user.language);
    return taken.email;
  }
}
