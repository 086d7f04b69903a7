import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '../../api/create-api-client.ts';
import { backoff } from './backoff.ts';
import { onPageVisible } from './on-page-visible.ts';

export interface ConnectionState {
  /**
   * `offline`: the browser has no network, and no server on this machine answers. `unreachable`: the server does not
   * answer and is pinged until it does.
   */
  reach: 'reached' | 'offline' | 'unreachable';
  /** Whether the client could not use a response, because it or the server is newer than the other. */
  isIncompatible: boolean;
}

export interface ConnectionActions {
  /** Pings the server. Call after a connection failure. Never rejects. */
  check(): Promise<boolean>;
  /** Watches the browser's network and whether the page is visible. Returns a function that unsubscribes. */
  follow(): () => void;
}

export type ConnectionStore = StoreApi<ConnectionState & ConnectionActions>;

interface ConnectionStoreDependencies {
  api: Pick<ApiClient, 'ping'>;
  /** From 0 to 1, to spread the retries of many clients. */
  random?: () => number;
}

/** Creates the store that tracks whether the server is reachable. */
export function createConnectionStore({ api, random = Math.random }: ConnectionStoreDependencies): ConnectionStore {
  return createStore<ConnectionState & ConnectionActions>()((set, get) => {
    let pinging: Promise<boolean> | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    const ping = async (): Promise<boolean> => {
      const answers = await api.ping().then(
        () => true,
        () => false,
      );
      pinging = null;
      if (answers) failures = 0;
      else if (navigator.onLine) timer = setTimeout(() => void get().check(), backoff(failures++, random));
      const reach = answers ? 'reached' : navigator.onLine ? 'unreachable' : 'offline';
      if (reach !== get().reach) set({ reach });
      return answers;
    };

    return {
      reach: navigator.onLine ? 'reached' : 'offline',
      isIncompatible: false,
      check() {
        clearTimeout(timer);
        return (pinging ??= ping());
      },
      follow() {
        const listening = new AbortController();
        const options = { signal: listening.signal };
        const onOffline = () => {
          set({ reach: 'offline' });
          // A server on this machine needs no network.
          void get().check();
        };
        const onOnline = () => {
          failures = 0;
          set({ reach: 'reached' });
          void get().check();
        };
        addEventListener('offline', onOffline, options);
        addEventListener('online', onOnline, options);
        const stopWatching = onPageVisible(() => void (get().reach !== 'reached' && get().check()));
        if (!navigator.onLine) onOffline();
        return () => {
          listening.abort();
          stopWatching();
          clearTimeout(timer);
        };
      },
    };
  });
}
