import { isCounted } from '@parley/core';
import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import { onPageVisible } from '../connection/on-page-visible.ts';

/** Milliseconds between two looks at whether a gift has ended. */
const GIFT_STEP = 60_000;

/**
 * Keeps the subscription up to date: fetches it now and whenever the page becomes visible, in case an event was missed.
 * Fetches the modes after each change of the account, since another plan may have other ones, and the usage once messages
 * are counted again. Takes a gift of Premium away when it ends, of which the server sends no event. Returns a function
 * that ends it.
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

  const endGift = (): void => {
    const { user, updateUser } = session.getState();
    if (!user?.premiumUntil || Date.parse(user.premiumUntil) > Date.now()) return;
    const { premiumUntil: _ended, ...rest } = user;
    updateUser(rest);
  };
  const gifts = setInterval(endGift, GIFT_STEP);

  refresh();
  return () => {
    clearInterval(gifts);
    leave();
    forget();
  };
}
