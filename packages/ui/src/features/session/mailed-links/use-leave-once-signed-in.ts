import { useEffect } from 'react';
import { useClient } from '../../../stores/client.ts';

/** Leaves the page when the user signs in on it, once `isOver` says that the page is done. */
export function useLeaveOnceSignedIn(onLeave: () => void, isOver = true): void {
  const { session } = useClient();
  useEffect(() => {
    if (!isOver) return undefined;
    return session.subscribe((now, before) => {
      if (before.status === 'signed-out' && now.status === 'signed-in') onLeave();
    });
  }, [session, onLeave, isOver]);
}
