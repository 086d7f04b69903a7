import { isCounted } from '@parley/core';
import { billingOf } from './billing.ts';
import type { ChatStore } from './chat-state.ts';
import type { Client } from './client.ts';

/**
 * Keeps what is known of the subscription fresh: asks now and whenever somebody looks at this page again, in case it could
 * not be told. Counts messages from the server's number on once they are counted again. Returns what ends it.
 */
export function keepSubscription(client: Client, chat: ChatStore): () => void {
  const { session } = client;
  const refresh = () => void billingOf(client).getState().refresh();
  const listening = new AbortController();
  const { signal } = listening;
  addEventListener('focus', refresh, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh(), { signal });
  const forget = session.subscribe(({ user }, before) => {
    const isSame = user?._id === before.user?._id;
    if (user && before.user && isSame && isCounted(user) && !isCounted(before.user))
      void chat.getState().refreshUsage();
  });

  refresh();
  return () => {
    listening.abort();
    forget();
  };
}
