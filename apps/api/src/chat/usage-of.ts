import type { Usage } from '@parley/core';
import type { Plans } from '../plans/plans.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';

/** Reads a user's current usage. */
export type UsageOf = (user: UserRecord) => Promise<Usage>;

export interface UsageOfDependencies {
  storage: Pick<Storage, 'usage'>;
  plans: Pick<Plans, 'usageOf'>;
  now: () => number;
}

export function createUsageOf({ storage, plans, now }: UsageOfDependencies): UsageOf {
  return async (user) => plans.usageOf(user, await storage.usage.window(user.id), now());
}
