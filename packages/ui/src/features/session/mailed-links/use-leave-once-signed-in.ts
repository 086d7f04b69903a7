import { useEffect } from 'react';
import { useClient } from '../../../stores/client.ts';

/** Leaves the page when the person signs in on it, while `isOver` says that it has nothing left to do. */
export function useLeaveOnceSignedIn(onLeave: () => void, isOver = true): void {
  const { session } = useClient();
  useEffect(() => {
    if (!isOver) return undefined;
    return session.subscribe((now, before) => {
      if (before.status === 'signed-out' && now.status === 'signed-in') onLeave();
    });
  }, [session, onLeave, isOver]);
}
