import { runLater, type ChatContext } from '../chat/chat-context.ts';
import { TOKEN_KEY } from '../session/session-store.ts';
import type { ConversationCache } from './conversation-cache.ts';
import { CONVERSATIONS_KEY } from './conversations-key.ts';
import type * as Offline from './offline.chunk.ts';

/** Milliseconds after the start. By then the page is shown, and the chat is made available offline. */
const READY_AFTER = 4000;
/** Milliseconds after the start. By then the first message has usually been answered. */
const PREFETCH_AFTER = 10_000;

export interface LocalCacheParts {
  loadOffline: () => Promise<typeof Offline>;
  /** See `Platform`. */
  enableOffline: () => void;
}

/**
 * The conversations of the signed-in user that are cached on this device: shown until the server answers, and kept up
 * to date.
 */
export interface LocalCache {
  /** Shows the cached list of an earlier visit, and later starts updating the cache. */
  start(userId: string): void;
  /** Shows a conversation from the cache, unless it is loaded. */
  showThread(conversationId: string): void;
  stop(): void;
}

export function createLocalCache(ctx: ChatContext, { loadOffline, enableOffline }: LocalCacheParts): LocalCache {
  let stop = (): void => {};
  let withCache = async (_step: (offline: typeof Offline, cache: ConversationCache) => unknown): Promise<void> => {};
  let hasCache = false;

  return {
    start(userId) {
      const { workspace, storage } = ctx;
      const token = storage.get(TOKEN_KEY);
      const mayWrite = (): boolean => storage.get(TOKEN_KEY) === token;
      hasCache = storage.get(CONVERSATIONS_KEY) !== null;
      withCache = async (step) => {
        // Without the chunk nothing is cached until the next start.
        const offline = await loadOffline().catch(() => null);
        if (offline && workspace === ctx.workspace) step(offline, offline.openConversationCache(userId, mayWrite));
      };
      if (hasCache) void withCache(({ showCachedList }, cache) => showCachedList(ctx, cache, userId));
      runLater(ctx, READY_AFTER, () => {
        void withCache(({ keepCache }, cache) => {
          const keeper = keepCache(ctx, cache, (isPrefetching) => {
            if (mayWrite()) storage.set(CONVERSATIONS_KEY, JSON.stringify({ userId }));
            if (isPrefetching) enableOffline();
          });
          ({ stop } = keeper);
          runLater(ctx, PREFETCH_AFTER - READY_AFTER, keeper.prefetch);
        });
      });
    },

    showThread(id) {
      const isLoaded = ctx.get().threads[id]?.status === 'ready' || ctx.workspace.conversations.localOnlyIds.has(id);
      if (hasCache && !isLoaded) void withCache(({ showCachedThread }, cache) => showCachedThread(ctx, cache, id));
    },

    stop() {
      stop();
      stop = () => {};
    },
  };
}
