import { usageAt, type Usage, type UsageRule } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';

/** Reads a user's current usage. */
export type UsageOf = (user: UserRecord) => Promise<Usage>;

export interface UsageOfDependencies {
  storage: Pick<Storage, 'usage'>;
  accounts: Pick<Accounts, 'isUnlimited'>;
  usageRule: UsageRule;
  now: () => number;
}

export function createUsageOf({ storage, accounts, usageRule, now }: UsageOfDependencies): UsageOf {
  return async (user) => usageAt(await storage.usage.window(user.id), now(), usageRule, accounts.isUnlimited(user));
}
