import type { ChatStore } from '../chat/chat-store.ts';
import type { Client } from '../client.ts';
import { connectSharedEvents } from './cross-tab-events.ts';

/** Keeps this tab in sync with what the user changes in other tabs and on other devices. Returns a function that ends it. */
export function startSync({ api, session }: Client, chat: ChatStore, userId: string): () => void {
  const { handleUserEvent } = chat.getState();
  return connectSharedEvents({
    api,
    userId,
    onEvent(event) {
      if (event.type === 'user') session.getState().updateUser(event.user);
      handleUserEvent(event);
    },
    onMissed() {
      const { user } = session.getState();
      if (user) handleUserEvent({ type: 'user', user });
    },
  });
}
