import { isCounted } from '@parley/core';
import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { onPageVisible } from '../connection/on-page-visible.ts';

/**
 * Keeps the subscription up to date: fetches it now and whenever the page becomes visible, in case an event was missed.
 * Fetches the modes after each change of the account, since another plan may have other ones, and the usage once messages
 * are counted again. Returns a function that ends it.
 */
export function watchSubscription(client: Client, chat: ChatStore): () => void {
  const { session } = client;
  const refresh = () => void refreshSubscription(client);
  const leave = onPageVisible(refresh);
  const forget = session.subscribe(({ user }, before) => {
    if (!user || user === before.user || user._id !== before.user?._id) return;
    if (isCounted(user) && !isCounted(before.user)) void chat.getState().refreshUsage();
    void chat.getState().refreshCapabilities();
  });

  refresh();
  return () => {
    leave();
    forget();
  };
}
