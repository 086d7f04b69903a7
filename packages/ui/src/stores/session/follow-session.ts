import { refreshSubscription } from '../billing/refresh-subscription.ts';
import type { Stores } from '../create-stores.ts';
import { endOf } from './cached-user.ts';
import { SIGNED_OUT_KEY } from './session-store.ts';

/** Milliseconds after a sign-in at which the subscription is refreshed. */
const REFRESH_AFTER = 500;

/**
 * Ends the session when the user signs out in another tab of this browser, also without a network, and refreshes the
 * subscription soon after a sign-in. Returns a function that stops both.
 */
export function followSession({ api, session }: Pick<Stores, 'api' | 'session'>): () => void {
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    const { enteredAt } = session.getState();
    clearTimeout(timer);
    if (enteredAt === null) return;
    const passed = performance.now() - enteredAt;
    timer = setTimeout(() => void refreshSubscription({ api, session }), Math.max(0, REFRESH_AFTER - passed));
  };
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    const { token, endWithOtherTab } = session.getState();
    if (key === SIGNED_OUT_KEY && token !== null && newValue === endOf(token)) endWithOtherTab();
  };
  addEventListener('storage', onStorage, { signal: listening.signal });
  refresh();
  const forget = session.subscribe(({ enteredAt }, before) => {
    if (enteredAt !== before.enteredAt) refresh();
  });
  return () => {
    listening.abort();
    forget();
    clearTimeout(timer);
  };
}
