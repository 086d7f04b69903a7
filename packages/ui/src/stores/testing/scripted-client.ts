import type { InfoPageContent, ProductSettings } from '@parley/core';
import { TEST_SETTINGS } from '@parley/core/test-settings';
import type { ApiClient } from '../../api/create-api-client.ts';
import type { Platform } from '../../platform.ts';
import type { Client } from '../client.ts';
import { createConnectionStore } from '../connection/connection-store.ts';
import { createPreferencesStore } from '../preferences/preferences-store.ts';
import { memoryStorage } from './memory-storage.ts';
import { createSessionStore, type SessionStore } from '../session/session-store.ts';

export const SETTINGS = TEST_SETTINGS;

interface ScriptedClient {
  api: ApiClient;
  storage?: Platform['storage'];
  session?: SessionStore;
  settings?: Partial<ProductSettings>;
  infoPage?: InfoPageContent | null;
  browserSignIn?: Platform['browserSignIn'];
}

/** A running client for tests, with a scripted server. */
export function scriptedClient({
  api,
  storage = memoryStorage(),
  session = createSessionStore({ api, storage }),
  settings = {},
  infoPage = null,
  browserSignIn = null,
}: ScriptedClient): Client {
  return {
    api,
    session,
    connection: createConnectionStore({ api }),
    preferences: createPreferencesStore({ storage, systemTheme: 'light' }),
    beforeSessionEnds: () => () => {},
    platform: {
      kind: browserSignIn ? 'desktop' : 'web',
      apiUrl: '',
      settings: { ...SETTINGS, ...settings },
      infoPage,
      enableOffline() {},
      storage,
      browserSignIn,
      shell: null,
    },
  };
}
