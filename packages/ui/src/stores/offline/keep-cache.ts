import type { Message } from '@parley/core';
import type { ChatContext } from '../chat/chat-context.ts';
import type { ConversationSummary } from '../chat/chat-state.ts';
import { evictThreads } from '../chat/threads/evict-threads.ts';
import type { ConversationCache } from './conversation-cache.ts';

const CONVERSATIONS = 50;
const MESSAGES = 100;
/** Messages to fetch of a conversation that was not opened in this visit. */
const PAGE = 50;
/** UTF-16 units of one conversation: with 50 of them about 10 MB at most. */
const LARGEST = 100_000;
/** Milliseconds without a change after which the cache is updated. */
const DEBOUNCE = 3000;
/** Milliseconds until an update even if the page is never idle. */
const LONGEST_WAIT = 10_000;

export interface CacheKeeper {
  /** From now on also fetches the conversations that were not opened. */
  prefetch(): void;
  stop(): void;
}

/**
 * Keeps the newest conversations in the cache, one after the other, each again only when it changed, and evicts threads
 * from memory: while the page is idle, and never while a reply is running. `onUpdate` is called when an update begins,
 * with whether it fetches as well.
 */
export function keepCache(
  ctx: ChatContext,
  cache: ConversationCache,
  onUpdate: (isPrefetching: boolean) => void,
): CacheKeeper {
  const { workspace } = ctx;
  const recentlyOpened = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let { conversations, threads } = ctx.get();
  let mayFetch = false;
  let isStopped = false;
  let isUpdating = false;
  let isFull = false;
  let isDirty = false;

  const mayContinue = (): boolean => {
    const state = ctx.get();
    const isReplying = Object.values(state.threads).some(({ reply }) => reply !== null);
    return !isStopped && workspace === ctx.workspace && state.historyStatus === 'ready' && !isReplying;
  };

  const update = async (): Promise<void> => {
    await untilIdle();
    isDirty ||= isUpdating;
    // The end of a running reply is a change, and schedules the next update.
    if (isUpdating || !mayContinue()) return;
    isUpdating = true;
    isDirty = false;
    onUpdate(mayFetch);
    evictThreads(ctx, recentlyOpened);
    const newest = ctx.get().conversations.slice(0, CONVERSATIONS);
    await cache.retain(newest.map(({ id }) => id));
    const cached = new Map((await cache.summaries()).map((summary) => [summary.id, summary]));
    for (const summary of newest) {
      if (isFull || !mayContinue()) break;
      if (isSame(cached.get(summary.id), summary)) continue;
      const messages = loadedMessages(ctx, summary.id) ?? (mayFetch ? await fetchMessages(ctx, summary.id) : null);
      if (messages && mayContinue()) isFull = !(await cache.put(summary, fitting(messages)));
    }
    isUpdating = false;
    if (isDirty && mayContinue()) schedule();
  };
  const schedule = (): void => {
    isDirty = true;
    clearTimeout(timer);
    timer = setTimeout(() => void update(), DEBOUNCE);
  };
  const unsubscribe = ctx.subscribe(() => {
    const state = ctx.get();
    if (state.conversations === conversations && state.threads === threads) return;
    ({ conversations, threads } = state);
    const { openId } = workspace.threads;
    if (openId !== null) {
      recentlyOpened.delete(openId);
      recentlyOpened.add(openId);
    }
    schedule();
  });
  void update();
  return {
    prefetch() {
      mayFetch = true;
      void update();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LONGEST_WAIT });
    else setTimeout(resolve, 0);
  });
}

function isSame(cached: ConversationSummary | undefined, now: ConversationSummary): boolean {
  return JSON.stringify(cached) === JSON.stringify(now);
}

/** The messages of a thread that is loaded from the server; null for any other. */
function loadedMessages(ctx: ChatContext, id: string): Message[] | null {
  const { threads, messages } = ctx.get();
  const thread = threads[id];
  const isLoaded = thread?.status === 'ready' && !ctx.workspace.threads.cached.has(id) && thread.messageIds.length > 0;
  return isLoaded ? thread.messageIds.flatMap((key) => messages[key] ?? []) : null;
}

async function fetchMessages(ctx: ChatContext, id: string): Promise<Message[] | null> {
  if (ctx.workspace.conversations.localOnlyIds.has(id)) return null;
  return ctx.api.conversation(id, { limit: PAGE }).then(
    (page) => page.messages,
    () => null,
  );
}

/** As many of the last messages as there is room for. */
function fitting(messages: Message[]): Message[] {
  const ended = messages.filter(({ status }) => status !== 'streaming').slice(-MESSAGES);
  const cached: Message[] = [];
  let length = 0;
  for (const message of ended.toReversed()) {
    const plain = withoutImages(message);
    length += JSON.stringify(plain).length;
    if (length > LARGEST) break;
    cached.push(plain);
  }
  return cached.toReversed();
}

/** Attached images are not cached. */
function withoutImages({ attachedImageUri: _uri, attachments, ...message }: Message): Message {
  const documents = attachments?.filter(({ kind }) => kind !== 'image') ?? [];
  return documents.length > 0 ? { ...message, attachments: documents } : message;
}
