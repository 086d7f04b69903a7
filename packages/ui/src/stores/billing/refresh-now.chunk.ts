import type { Stores } from '../create-stores.ts';
import { refreshSubscription } from './refresh-subscription.ts';

/** Refreshes the subscription; in a chunk of its own, since only a sign-in needs it before the background tasks load. */
export function refreshNow({ api, session }: Pick<Stores, 'api' | 'session'>): Promise<void> {
  return refreshSubscription({ api, session });
}
