import { Suspense, useEffect, useState } from 'react';
import { isReturn } from '../../features/billing/leave-return.ts';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChatStore, useClient, useSession } from '../../stores/client.ts';
import { startSync } from '../../stores/sync/start-sync.ts';
import { watchSubscription } from '../../stores/billing/watch-subscription.ts';
import { watchUsage } from '../../stores/chat/usage/watch-usage.ts';
import { Onboarding } from './onboarding.tsx';

const Celebration = lazyPart(
  'celebration',
  async () => (await import('../../features/billing/celebration.tsx')).Celebration,
);

/**
 * Keeps whoever is signed in in step with their other tabs and devices and with what they pay for, thanks those who come
 * back from paying, and shows the others what Premium is for when it is time: `search` is the query of the address that
 * they came to.
 */
export function SignedInEffects({ search }: { search: string }) {
  const client = useClient();
  const chat = useChatStore();
  const userId = useSession((session) => session.user?._id);
  const token = useSession((session) => session.token);
  const [isThanking, setThanking] = useState(() => isReturn(search));
  useEffect(() => {
    if (userId === undefined || token === null) return;
    const ends = [startSync(client, chat, userId), watchSubscription(client, chat), watchUsage(chat)];
    return () => ends.forEach((end) => end());
  }, [client, chat, userId, token]);
  return (
    <>
      <Suspense>{isThanking && <Celebration search={search} onClose={() => setThanking(false)} />}</Suspense>
      <Onboarding search={search} />
    </>
  );
}
