import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Message } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { loadChunk } from '../../kit/lazy/load-chunk.ts';
import { createLocalCache, type LocalCache } from '../offline/local-cache.ts';
import type * as Offline from '../offline/offline.chunk.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';
import type * as Sync from '../sync/handle-user-event.ts';
import { createChatActions, type ChatActions } from './chat-actions.ts';
import { putMessages, type ChatContext } from './chat-context.ts';
import type { ChatState } from './chat-state.ts';
import { openWorkspace, SIGNED_OUT } from './chat-workspace.ts';
import { createFrameBatch, nextFrame, type Schedule } from './frame-batch.ts';
import { initialChat } from './initial-chat.ts';
import type * as LazyActions from './lazy-actions.chunk.ts';
import { loadThread } from './threads/load-thread.ts';

export type ChatStore = StoreApi<ChatState & ChatActions>;

export interface ChatStoreDependencies {
  api: ApiClient;
  storage: KeyValueStorage;
  /** Epoch milliseconds. */
  now: () => number;
  /** A fresh UUID. */
  newId: () => string;
  /** From 0 to 1, to spread the retries of many clients. */
  random?: () => number;
  /** Schedules the rendering of reply deltas; by default for the next frame. */
  schedule?: Schedule;
  /** Loads the lazy actions. Rejects if the server is unreachable. */
  loadLazyActions?: () => Promise<typeof LazyActions>;
  /** Loads the handlers of the server's events. */
  loadSync?: () => Promise<typeof Sync>;
  /** Loads the offline functions. */
  loadOffline?: () => Promise<typeof Offline>;
  /** Used instead of this device's cache of conversations. */
  cache?: LocalCache;
  /** See `Platform`. */
  enableOffline?: () => void;
  /** Whether the server was reachable at the last check. */
  isReached?: () => boolean;
  /** Pings the server, and resolves with whether it answers. */
  checkReach?: () => Promise<boolean>;
}

/** Creates the store of the signed-in user's conversations and running replies. */
export function createChatStore(dependencies: ChatStoreDependencies): ChatStore {
  const {
    random = Math.random,
    schedule = nextFrame,
    loadLazyActions = () => loadChunk('lazy-actions', () => import('./lazy-actions.chunk.ts')),
    loadSync = () => loadChunk('sync', () => import('../sync/handle-user-event.ts')),
    loadOffline = () => loadChunk('offline', () => import('../offline/offline.chunk.ts')),
    enableOffline = () => {},
    cache: givenCache,
    isReached = () => true,
    checkReach = () => Promise.resolve(true),
    ...required
  } = dependencies;
  return createStore<ChatState & ChatActions>()((set, get, store) => {
    const ctx: ChatContext = {
      ...required,
      random,
      isReached,
      checkReach,
      get,
      set,
      subscribe: (listener) => store.subscribe(listener),
      frame: createFrameBatch<Message>(schedule, (messages) => putMessages(ctx, Object.fromEntries(messages))),
      workspace: openWorkspace(required.storage, SIGNED_OUT),
      reload: (conversationId) => loadThread(ctx, conversationId),
    };
    const cache = givenCache ?? createLocalCache(ctx, { loadOffline, enableOffline });
    return {
      ...initialChat(required.storage),
      ...createChatActions(ctx, { cache, loadLazyActions, loadSync, loadOffline }),
    };
  });
}
