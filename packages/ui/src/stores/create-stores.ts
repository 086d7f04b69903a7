import type { ApiClient } from '../api/create-api-client.ts';
import { createApiClient } from '../api/create-api-client.ts';
import type { Platform } from '../platform.ts';
import { createConnectionStore, type ConnectionStore } from './connection/connection-store.ts';
import { createPreferencesStore, type PreferencesStore, type Theme } from './preferences/preferences-store.ts';
import { createSessionStore, type SessionStore } from './session/session-store.ts';
import { deleteRecordings } from './dictation/delete-recordings.ts';
import { attempt } from './storage/attempt.ts';
import { deleteConversationCache } from './offline/delete-conversation-cache.ts';

type WhySessionEnds = 'signed-out' | 'expired';

export interface Stores {
  api: ApiClient;
  session: SessionStore;
  connection: ConnectionStore;
  preferences: PreferencesStore;
  /** Calls back right before a session ends. Returns a function that unsubscribes. */
  beforeSessionEnds(listener: (why: WhySessionEnds) => void): () => void;
}

/**
 * Creates and connects the stores that every page needs. The chat's own are created when the chat is shown. Call
 * `session.start()` to begin.
 */
export function createStores({ apiUrl, storage }: Platform, systemTheme: Theme): Stores {
  const listeners = new Set<(why: WhySessionEnds) => void>();
  const api: ApiClient = createApiClient({
    apiUrl,
    token: () => session.getState().token,
    onUnauthorized: () => session.getState().expire(),
    onUnreached: () => void connection.getState().check(),
    onIncompatible: () => connection.setState({ isIncompatible: true }),
  });
  const connection = createConnectionStore({ api });
  const session = createSessionStore({
    api,
    storage,
    onEnd: (why) => {
      deleteConversationCache();
      if (why === 'signed-out') deleteRecordings();
      for (const listener of listeners) listener(why);
      // The chat removes what it stored under keys such as `drafts:<user>`, but it may not be shown.
      const id = session.getState().user?._id;
      if (why === 'signed-out' && id)
        attempt(() => Object.keys(localStorage).forEach((key) => key.endsWith(id) && storage.remove(key)));
    },
  });
  return {
    api,
    session,
    connection,
    preferences: createPreferencesStore({ storage, systemTheme }),
    beforeSessionEnds(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
