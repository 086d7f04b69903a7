import { expect, it } from 'vitest';
import { isManaged, standingOf, type Standing } from './standing.ts';
import { isCounted, isPremium } from './subscription.ts';

it.each([
  ['premium', 'active', true],
  ['premium', 'trialing', true],
  ['premium', 'past_due', false],
  ['premium', 'canceled', false],
  ['premium', null, false],
  ['free', 'active', false],
])(
  'a subscription with the tier %s and the status %s is premium: %s',
  (subscriptionTier, subscriptionStatus, premium) => {
    expect(isPremium({ subscriptionTier, subscriptionStatus })).toBe(premium);
  },
);

it.each([
  ['free', null, false, true],
  ['premium', 'active', false, false],
  ['premium', 'past_due', false, true],
  ['free', null, true, false],
])(
  'messages with the tier %s, the status %s and the admin flag %s are counted: %s',
  (subscriptionTier, subscriptionStatus, isAdmin, counted) => {
    expect(isCounted({ subscriptionTier, subscriptionStatus, isAdmin })).toBe(counted);
  },
);

it.each([
  ['free', null, undefined, 'none', false],
  ['premium', 'active', undefined, 'renewing', true],
  ['premium', 'active', '2026-06-14', 'ending', true],
  ['premium', 'trialing', undefined, 'trial', true],
  ['premium', 'trialing', '2026-06-14', 'trial-ending', true],
  ['premium', 'past_due', undefined, 'payment-failed', true],
  ['premium', 'unpaid', '2026-06-14', 'payment-failed', true],
  ['premium', 'paused', undefined, 'paused', true],
  ['premium', 'incomplete', undefined, 'unpaid-first', false],
  ['free', 'incomplete_expired', undefined, 'unpaid-first', false],
  ['free', 'canceled', undefined, 'ended', false],
  ['premium', 'new_word', undefined, 'unknown', true],
  ['free', 'active', undefined, 'unknown', true],
] as const satisfies readonly [string, string | null, string | undefined, Standing, boolean][])(
  'a subscription with the tier %s, the status %s and the end %s is %s; managed at Stripe: %s',
  (subscriptionTier, subscriptionStatus, cancelAt, standing, managed) => {
    expect(standingOf({ subscriptionTier, subscriptionStatus, cancelAt })).toBe(standing);
    expect(isManaged(standing)).toBe(managed);
  },
);
