/** Premium only when the tier is premium and the status is active or trialing. */
export function isPremium(user: { subscriptionTier: string; subscriptionStatus: string | null }): boolean {
  return (
    user.subscriptionTier === 'premium' &&
    (user.subscriptionStatus === 'active' || user.subscriptionStatus === 'trialing')
  );
}

/** Whether the free tier's limit applies to this user. */
export function isCounted(user: {
  subscriptionTier: string;
  subscriptionStatus: string | null;
  premiumUntil?: string | undefined;
  isAdmin: boolean;
}): boolean {
  return !(user.isAdmin || user.premiumUntil || isPremium(user));
}
