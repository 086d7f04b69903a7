import { AppError, normalizeEmail } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import type { Caller } from '../limits/fair-scheduler.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { MailService } from '../mail/mail-service.ts';
import type { Storage } from '../storage/storage.ts';
import type { Accounts } from './accounts.ts';
import type { ClaimAccount } from './claim-account.ts';
import { findByAddress } from './find-by-address.ts';
import { hashAddress } from './hash-address.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/** Reset links to one address; further ones are dropped silently. */
const MAILS_AN_HOUR = 5;

export interface RecoveryDependencies {
  users: Storage['users'];
  cluster: Pick<Cluster, 'limiter'>;
  accounts: Pick<Accounts, 'checkPassword' | 'hashPassword'>;
  claimAccount: ClaimAccount;
  oneTimeTokens: OneTimeTokens;
  mailService: MailService;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** Password reset by mail. */
export function createRecovery({
  users,
  cluster,
  accounts,
  claimAccount,
  oneTimeTokens,
  mailService,
}: RecoveryDependencies) {
  const perAddress = createRateLimit(cluster, 'reset-mails', { requests: MAILS_AN_HOUR, seconds: 3600 });
  return {
    /** Mails a reset link if the address has an account. Returns before the look-up. */
    forgot(address: string): void {
      const email = normalizeEmail(address);
      mailService.runLater(async (send) => {
        const user = (await perAddress.admits(hashAddress(email))) ? await findByAddress(users, email) : null;
        if (!user?.email) return;
        const { id, email: to, language } = user;
        const token = await oneTimeTokens.issue('reset', id, to);
        send((mails) => mails.resetPassword(to, token), language, { isLimitedByCaller: true });
      });
    },

    /** Sets a new password and ends all sessions. Throws `invalid-link`, or the problem with the password. */
    async reset(token: string, password: string, caller: Caller): Promise<void> {
      // Look the token up first: forged ones cost no hashing, and if hashing is refused, the token stays valid.
      const found = await oneTimeTokens.find('reset', token);
      const user = found && (await users.findById(found.userId));
      if (!user || user.email !== found.email) throw new AppError('invalid-link');
      accounts.checkPassword(password, user);
      const passwordHash = await accounts.hashPassword(password, caller);
      const owner = await oneTimeTokens.take('reset', token);
      if (!owner) throw new AppError('invalid-link');
      if (!(await claimAccount(user, owner.email, passwordHash))) throw new AppError('invalid-link');
      const isFirstProof = !user.emailVerified;
      mailService.send((mails) => mails.passwordChanged(owner.email, { isFirstProof }), user.language);
    },
  };
}
