export type SubscriptionTier = 'free' | 'premium';

/** Premium only when the tier is premium and the status is active or trialing. */
export function isPremium(user: { subscriptionTier: string; subscriptionStatus: string | null }): boolean {
  return (
    user.subscriptionTier === 'premium' &&
    (user.subscriptionStatus === 'active' || user.subscriptionStatus === 'trialing')
  );
}
