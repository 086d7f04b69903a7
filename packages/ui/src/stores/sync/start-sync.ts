import type { ChatStore } from '../chat/chat-state.ts';
import type { Client } from '../client.ts';
import { shareEvents } from './cross-tab-events.ts';

/** Keeps this tab in step with what this user changes in other tabs and on other devices. Returns what ends it. */
export function keepInStep({ api, session }: Client, chat: ChatStore, userId: string): () => void {
  const { hear } = chat.getState();
  return shareEvents({
    api,
    userId,
    onEvent(event) {
      if (event.type === 'user') session.getState().know(event.user);
      hear(event);
    },
    onMissed() {
      const { user } = session.getState();
      if (user) hear({ type: 'user', user });
    },
  });
}
