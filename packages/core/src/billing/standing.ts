import { isPremium } from './subscription.ts';

/**
 * What a subscription means for its user: `trial` and `renewing` go on by themselves, `ending` and `trial-ending` were
 * canceled and still last, `payment-failed`, `paused` and `unknown` still exist without Premium, and `unpaid-first`
 * and `ended` leave nothing to manage. `none`: the user never subscribed.
 */
export type Standing =
  | 'none'
  | 'trial'
  | 'trial-ending'
  | 'renewing'
  | 'ending'
  | 'payment-failed'
  | 'paused'
  | 'unpaid-first'
  | 'ended'
  | 'unknown';

const WITHOUT_PREMIUM: Record<string, Standing> = {
  past_due: 'payment-failed',
  unpaid: 'payment-failed',
  paused: 'paused',
  incomplete: 'unpaid-first',
  incomplete_expired: 'unpaid-first',
  canceled: 'ended',
};

export function standingOf(user: {
  subscriptionTier: string;
  subscriptionStatus: string | null;
  cancelAt?: string | undefined;
}): Standing {
  const { subscriptionStatus: status, cancelAt } = user;
  if (status === null) return 'none';
  if (!isPremium(user)) return WITHOUT_PREMIUM[status] ?? 'unknown';
  if (status === 'trialing') return cancelAt === undefined ? 'trial' : 'trial-ending';
  return cancelAt === undefined ? 'renewing' : 'ending';
}

/** Whether a subscription exists that has to be managed at Stripe, where a second one cannot be bought beside it. */
export function isManaged(standing: Standing): boolean {
  return !['none', 'unpaid-first', 'ended'].includes(standing);
}
