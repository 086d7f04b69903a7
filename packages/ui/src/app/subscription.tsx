import { lazy, Suspense, useEffect, useState } from 'react';
import { useChatStore, useClient, useSession } from '../stores/client.ts';

const Celebration = lazy(async () => ({ default: (await import('../features/billing/celebration.tsx')).Celebration }));

/** Milliseconds after somebody is there: the chat comes first. */
const REFRESHED_AFTER = 500;

/** Keeps the subscription of whoever is signed in fresh, and thanks those who come back from paying. */
export function Subscription() {
  const client = useClient();
  const chat = useChatStore();
  const userId = useSession((session) => session.user?._id);
  const [returned, setReturned] = useState(() =>
    /payment_success=true/.test(location.search) && /session_id=./.test(location.search) ? location.search : null,
  );
  useEffect(() => {
    if (userId === undefined) return;
    let isOver = false;
    let end: (() => void) | undefined;
    const timer = setTimeout(async () => {
      const { keepSubscription } = await import('../stores/keep-subscription.ts');
      if (!isOver) end = keepSubscription(client, chat);
    }, REFRESHED_AFTER);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [client, chat, userId]);
  return (
    <Suspense>{returned !== null && <Celebration search={returned} onClose={() => setReturned(null)} />}</Suspense>
  );
}
