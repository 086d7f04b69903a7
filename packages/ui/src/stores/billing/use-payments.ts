import type { User } from '@parley/core';
import { useEffect } from 'react';
import { onPageVisible } from '../connection/on-page-visible.ts';
import { useBilling } from './use-billing.ts';

/**
 * Loads what this user pays for: now, when the subscription changes, and on the return to the page, since another plan
 * chosen in the portal may change nothing but its price. Loads nothing for null.
 */
export function usePayments(user: User | null): void {
  const load = useBilling((billing) => billing.loadPayments);
  const subscription = user && [user.subscriptionStatus, user.usagePeriodEnd, user.cancelAt].join(' ');
  useEffect(() => {
    if (subscription === null) return undefined;
    void load();
    return onPageVisible(() => void load());
  }, [subscription, load]);
}
