import type { Ledger } from '../records/ledger.ts';
import type { Subscription } from '../records/objects.ts';
import { isLive } from '../records/subscription-status.ts';
import { cancelNow } from './subscriptions.ts';

/** Sets a subscription's status and the fields that go with it. The status may be unknown to Stripe. */
export function forceStatus(ledger: Ledger, subscription: Subscription, status: string): void {
  if (status === 'canceled') {
    if (subscription.status !== 'canceled') cancelNow(ledger, subscription);
    return;
  }
  const now = ledger.now(subscription.customer);
  const [item] = subscription.items.data;
  ledger.update('customer.subscription.updated', subscription, {
    status,
    ended_at: isLive(status) ? null : now,
    ...(status === 'trialing' && subscription.trial_end === null
      ? { trial_start: now, trial_end: item?.current_period_end ?? now }
      : {}),
    ...(isLive(subscription.status) ? {} : { canceled_at: null, cancel_at: null, cancel_at_period_end: false }),
  });
}
