import type { ApiClient } from '../api/api-client.ts';
import { createApiClient } from '../api/create-api-client.ts';
import type { Platform } from '../platform.ts';
import type { ChatStore } from './chat-state.ts';
import { createChatStore } from './chat-store.ts';
import { createPreferencesStore, type PreferencesStore, type Theme } from './preferences-store.ts';
import { createSessionStore, type SessionStore } from './session-store.ts';

export interface Stores {
  session: SessionStore;
  chat: ChatStore;
  preferences: PreferencesStore;
}

export interface Surroundings {
  systemTheme: Theme;
  /** Whether the page is at least 768 px wide. */
  isWide: boolean;
}

/**
 * The client's memory, wired: whoever signs in finds their conversations loading, and nothing of them is left when they
 * sign out. `session.start()` begins it all.
 */
export function createStores({ apiUrl, storage }: Platform, surroundings: Surroundings): Stores {
  const api: ApiClient = createApiClient({
    apiUrl,
    token: () => session.getState().token,
    onUnauthorized: () => session.getState().expire(),
  });
  const chat = createChatStore({ api, storage, now: Date.now, newId: () => crypto.randomUUID() });
  const session = createSessionStore({ api, storage, onEnd: (why) => chat.getState().reset(why) });
  session.subscribe(({ user }, before) => {
    if (user && user._id !== before.user?._id) void chat.getState().start(user._id);
  });
  return { session, chat, preferences: createPreferencesStore({ storage, ...surroundings }) };
}
