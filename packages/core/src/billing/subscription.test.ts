import { expect, it } from 'vitest';
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
