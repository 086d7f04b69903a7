import { useEffect } from 'react';
import { useClient } from '../../../stores/client.ts';

/** Leaves the page when the user signs in on it, also to another account, once `isOver` says that the page is done. */
export function useLeaveOnceSignedIn(onLeave: () => void, isOver = true): void {
  const { session } = useClient();
  useEffect(() => {
    if (!isOver) return undefined;
    return session.subscribe((now, before) => {
      if (now.status === 'signed-in' && now.token !== before.token) onLeave();
    });
  }, [session, onLeave, isOver]);
}
