import { PLANS } from '@parley/core';
import type { Accounts } from '../auth/accounts.ts';
import type { BillingSettings } from '../billing/billing-settings.ts';
import type { UserRecord } from '../storage/storage.ts';

/** The plan of everyone without a paid one. */
export const FREE = 'free';

export type Plans = ReturnType<typeof createPlans>;
export type PlanOf = Plans['planOf'];

export interface PlansDependencies {
  billing: Pick<BillingSettings, 'priceIds'> | null;
  accounts: Pick<Accounts, 'isUnlimited'>;
}

/** Knows the plan of each account. */
export function createPlans({ billing, accounts }: PlansDependencies) {
  const idByPrice = new Map(Object.entries(billing?.priceIds ?? {}).map(([id, priceId]) => [priceId, id]));
  const first = idByPrice.values().next().value ?? PLANS[0].id;

  return {
    /**
     * The id of the account's plan, or `free`. Premium without a plan on sale, such as that of an admin or of an earlier
     * plan, counts as the first paid one.
     */
    planOf(user: UserRecord): string {
      if (!accounts.isUnlimited(user)) return FREE;
      return idByPrice.get(user.subscriptionPriceId ?? '') ?? first;
    },
  };
}
