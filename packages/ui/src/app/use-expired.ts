import { useEffect, useState } from 'react';
import { useClient } from '../stores/client.ts';

/** Whether the session expired, rather than ended by a sign-out; the user's page stays then. */
export function useExpired(onExpire: () => void): boolean {
  const { session } = useClient();
  const [expired, setExpired] = useState(false);
  useEffect(
    () =>
      session.subscribe((now, before) => {
        if (now.status === before.status) return;
        const isExpiry = before.status === 'signed-in' && now.status === 'signed-out' && now.problem !== null;
        setExpired(isExpiry);
        if (isExpiry) onExpire();
      }),
    [session, onExpire],
  );
  return expired;
}
