import type { User } from '@parley/core';
import type { Platform } from '../../platform.ts';
import type { ChatStore } from './chat-store.ts';
import { createChatStore } from './chat-store.ts';
import { newUuid } from './new-uuid.ts';
import type { Stores } from '../create-stores.ts';

export interface OpenChat {
  chat: ChatStore;
  /** Starts the chat on sign-in and resets it when the session ends. Returns a function that unsubscribes. */
  follow(): () => void;
}

export function openChat(
  { api, session, connection, beforeSessionEnds }: Stores,
  { storage, enableOffline }: Platform,
): OpenChat {
  const chat = createChatStore({
    api,
    storage,
    now: Date.now,
    newId: newUuid,
    enableOffline,
    isReached: () => connection.getState().reach === 'reached',
    checkReach: () => connection.getState().check(),
  });
  const begin = (user: User | null): void => {
    if (user) void chat.getState().start(user._id, { isNew: session.getState().isNewAccount });
  };
  return {
    chat,
    follow() {
      begin(session.getState().user);
      const forget = session.subscribe(({ user }, before) => {
        if (user?._id !== before.user?._id) begin(user);
      });
      const leave = beforeSessionEnds((why) => chat.getState().reset(why));
      return () => {
        forget();
        leave();
      };
    },
  };
}
