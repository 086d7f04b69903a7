import { expect, it } from 'vitest';
import { isPremium } from './subscription.ts';

it.each([
  ['premium', 'active', true],
  ['premium', 'trialing', true],
  ['premium', 'past_due', false],
  ['premium', 'canceled', false],
  ['premium', null, false],
  ['free', 'active', false],
])('%s and %s: %s', (subscriptionTier, subscriptionStatus, premium) => {
  expect(isPremium({ subscriptionTier, subscriptionStatus })).toBe(premium);
});
