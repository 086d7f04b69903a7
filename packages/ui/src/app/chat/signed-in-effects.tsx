import { Suspense, useEffect, useState } from 'react';
import { isReturn } from '../../features/billing/payment/leave-return.ts';
import { showTooltips } from '../../kit/controls/show-tooltips.ts';
import { followVisibleArea } from '../../kit/layout/follow-visible-area.ts';
import { setUnreadCount } from '../../kit/layout/page-title.ts';
import { lazyPart } from '../../kit/lazy/lazy-part.tsx';
import { useChatStore, useClient, useSession } from '../../stores/client.ts';
import { followSession } from '../../stores/session/follow-session.ts';
import { startSync } from '../../stores/sync/start-sync.ts';
import { cacheSettings } from '../../stores/offline/cache-settings.ts';
import { watchSubscription } from '../../stores/billing/watch-subscription.ts';
import { watchUnread } from '../../stores/chat/conversations/watch-unread.ts';
import { watchMemories } from '../../stores/chat/memories/watch-memories.ts';
import { watchUsage } from '../../stores/chat/usage/watch-usage.ts';
import { Printing } from '../../features/chat/thread/print/printing.tsx';
import { Onboarding } from './onboarding.tsx';
import { useFocusOnPage } from './use-focus-on-page.ts';

const Celebration = lazyPart(
  'celebration',
  async () => (await import('../../features/billing/payment/celebration.tsx')).Celebration,
);

const ReplyNotifications = lazyPart(
  'notifications',
  async () => (await import('./reply-notifications.tsx')).ReplyNotifications,
);

interface SignedInEffectsProps {
  search: string;
  /** Called once the onboarding is open, or is known to stay closed. */
  onSettled: () => void;
}

/**
 * Runs the background tasks of a signed-in user: sync with other tabs and devices, subscription and usage, the
 * celebration after a payment, the onboarding, tooltips, the focus on other pages, and room for the keyboard. `search`
 * is the query with which the client was opened.
 */
export function SignedInEffects({ search, onSettled }: SignedInEffectsProps) {
  const client = useClient();
  const chat = useChatStore();
  const userId = useSession((session) => session.user?._id);
  const token = useSession((session) => session.token);
  useEffect(() => showTooltips(), []);
  useEffect(() => followVisibleArea(), []);
  useFocusOnPage();
  // The first Retry would otherwise wait for its code, and Escape could not stop it meanwhile.
  useEffect(() => chat.getState().preloadActions(), [chat]);
  const [isThanking, setThanking] = useState(() => isReturn(search));
  useEffect(() => {
    const showUnreadCount = (count: number) => {
      setUnreadCount(count);
      client.platform.shell?.setUnreadCount(count);
    };
    if (userId === undefined || token === null) return;
    const ends = [
      followSession(client),
      startSync(client, chat, userId),
      watchSubscription(client, chat),
      watchUsage(chat),
      watchMemories(client, chat),
      cacheSettings(client),
      watchUnread(chat, showUnreadCount),
    ];
    return () => ends.forEach((end) => end());
  }, [client, chat, userId, token]);
  const canNotify = client.platform.shell === null && 'Notification' in window && 'serviceWorker' in navigator;
  return (
    <>
      <Suspense>{canNotify && <ReplyNotifications />}</Suspense>
      <Suspense>{isThanking && <Celebration search={search} onClose={() => setThanking(false)} />}</Suspense>
      <Printing />
      <Onboarding search={search} onSettled={onSettled} />
    </>
  );
}
