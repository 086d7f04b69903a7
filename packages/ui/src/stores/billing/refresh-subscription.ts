import type { RefreshSubscriptionResponse, User } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import type { SessionStore } from '../session/session-store.ts';

interface RefreshOptions {
  api: Pick<ApiClient, 'refreshSubscription'>;
  session: SessionStore;
}

const refreshing = new WeakMap<SessionStore, Promise<void>>();

/**
 * Fetches the subscription into the session. Keeps the last known one on failure. Concurrent calls share one request.
 */
export function refreshSubscription({ api, session }: RefreshOptions): Promise<void> {
  const request =
    refreshing.get(session) ?? requestSubscription({ api, session }).finally(() => refreshing.delete(session));
  refreshing.set(session, request);
  return request;
}

async function requestSubscription({ api, session }: RefreshOptions): Promise<void> {
  const { token } = session.getState();
  if (token === null) return;
  try {
    const answer = await api.refreshSubscription();
    if (session.getState().token === token) applySubscription(session, answer);
  } catch {
    // Keeps the last known subscription until the next refresh.
  }
}

/** Applies an answer to the session. Without a change, the session stays the same object. */
function applySubscription(session: SessionStore, answer: RefreshSubscriptionResponse): void {
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
