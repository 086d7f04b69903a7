import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import { connectSharedEvents } from './cross-tab-events.ts';
import { keepDrafts } from './keep-drafts.ts';

/** Keeps this tab in sync with changes made in other tabs and on other devices. Returns a function that ends it. */
export function startSync(client: Client, chat: ChatStore, userId: string): () => void {
  const { api, session, preferences } = client;
  const { handleUserEvent, wake } = chat.getState();
  // A new account has nothing on the server that this tab could have missed.
  let hasMissedNothing = session.getState().isNewAccount;
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === `send-queue:${userId}`) wake();
    if (key === 'theme')
      preferences.getState().setTheme(newValue === 'light' || newValue === 'dark' ? newValue : 'system');
  };
  addEventListener('storage', onStorage);
  const forgetDrafts = keepDrafts(client, chat, userId);
  const disconnect = connectSharedEvents({
    api,
    userId,
    onEvent(event) {
      if (event.type === 'user') {
        session.getState().updateUser(event.user);
        if (hasMissedNothing) {
          hasMissedNothing = false;
          return;
        }
      }
      handleUserEvent(event);
    },
    onMissed() {
      const { user } = session.getState();
      if (user) handleUserEvent({ type: 'user', user });
    },
  });
  return () => {
    removeEventListener('storage', onStorage);
    forgetDrafts();
    disconnect();
  };
}
