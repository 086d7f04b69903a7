import type { Stores } from '../create-stores.ts';
import { endOf } from './cached-user.ts';
import { SIGNED_OUT_KEY } from './session-store.ts';

/**
 * Ends the session when the user signs out in another tab of this browser, also without a network. Returns a function
 * that stops it.
 */
export function followSignOut(session: Stores['session']): () => void {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    const { token, endWithOtherTab } = session.getState();
    if (key === SIGNED_OUT_KEY && token !== null && newValue === endOf(token)) endWithOtherTab();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
