import type { RefreshSubscriptionResponse, User } from '@parley/core';
import type { SessionStore } from './session-store.ts';

/** Puts what the server says is paid for into the session. A session in which nothing is new stays the same object. */
export function takeSubscription(session: SessionStore, answer: RefreshSubscriptionResponse): void {
  const { user } = session.getState();
  if (!user) return;
  const { subscriptionTier, subscriptionStatus, usagePeriodEnd, cancelAt } = answer;
  const isNews =
    user.subscriptionTier !== subscriptionTier ||
    user.subscriptionStatus !== subscriptionStatus ||
    user.usagePeriodEnd !== usagePeriodEnd ||
    (user.cancelAt ?? null) !== cancelAt;
  if (!isNews) return;
  const { cancelAt: _before, ...rest } = user;
  const paid = { subscriptionTier, subscriptionStatus, usagePeriodEnd };
  const changed: User = { ...rest, ...paid, ...(cancelAt !== null && { cancelAt }) };
  session.setState({ user: changed });
}
