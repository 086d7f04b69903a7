import { AppError, normalizeEmail } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import type { Caller } from '../limits/fair-scheduler.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Post } from '../mail/open-post.ts';
import type { Storage } from '../storage/storage.ts';
import type { Accounts } from './accounts.ts';
import type { ClaimAccount } from './claim-account.ts';
import type { OneTimeTokens } from './one-time-tokens.ts';

/** Mails to one address; what is asked for beyond is not sent, and nobody is told. */
const MAILS_AN_HOUR = 5;

export interface RecoveryDependencies {
  users: Storage['users'];
  cluster: Pick<Cluster, 'limiter'>;
  accounts: Pick<Accounts, 'checkPassword' | 'hashPassword'>;
  claimAccount: ClaimAccount;
  oneTimeTokens: OneTimeTokens;
  post: Post;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** The way back in for those who have forgotten their password. */
export function createRecovery({ users, cluster, accounts, claimAccount, oneTimeTokens, post }: RecoveryDependencies) {
  const perAddress = createRateLimit(cluster, 'reset-mails', { requests: MAILS_AN_HOUR, seconds: 3600 });
  return {
    /** Mails a link to the owner of this address, if there is one. Returns before it is looked up. */
    forgot(address: string): void {
      const email = normalizeEmail(address);
      post.later(async (mails, send) => {
        const user = (await perAddress.admits(email)) ? await users.findByEmail(email) : null;
        if (user) send(mails.resetPassword(email, await oneTimeTokens.issue('reset', user.id, email)));
      });
    },

    /** Sets a new password and signs out everywhere. Throws `invalid-link`, or what is wrong with the password. */
    async reset(token: string, password: string, caller: Caller): Promise<void> {
      // Looked up first: forged tokens cost no hashing, and a hash that is refused costs nobody the token.
      const found = await oneTimeTokens.find('reset', token);
      const user = found && (await users.findById(found.userId));
      if (!user || user.email !== found.email) throw new AppError('invalid-link');
      accounts.checkPassword(password, user);
      const passwordHash = await accounts.hashPassword(password, caller);
      const owner = await oneTimeTokens.take('reset', token);
      if (!owner) throw new AppError('invalid-link');
      await claimAccount(user, owner.email, passwordHash);
      post.send((mails) => mails.passwordChanged(owner.email));
    },
  };
}
