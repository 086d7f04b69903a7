import { refreshSubscription } from '../billing/refresh-subscription.ts';
import type { Stores } from '../create-stores.ts';

/** Milliseconds after a sign-in at which the subscription is refreshed. */
const REFRESH_AFTER = 500;

/** Refreshes the subscription soon after a sign-in. Returns a function that stops it. */
export function followSession({ api, session }: Pick<Stores, 'api' | 'session'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    const { enteredAt } = session.getState();
    clearTimeout(timer);
    if (enteredAt === null) return;
    const passed = performance.now() - enteredAt;
    timer = setTimeout(() => void refreshSubscription({ api, session }), Math.max(0, REFRESH_AFTER - passed));
  };
  refresh();
  const forget = session.subscribe(({ enteredAt }, before) => {
    if (enteredAt !== before.enteredAt) refresh();
  });
  return () => {
    forget();
    clearTimeout(timer);
  };
}
