import type { HistoryResponse } from '@parley/core';
import { bumpRevision, CONVERSATION_LIST, revision, runLater, type ChatContext } from '../chat/chat-context.ts';
import { loadHistory, loadMoreHistory } from '../chat/conversations/load-history.ts';
import { refreshUsage } from '../chat/usage/refresh-usage.ts';
import { retryDelay } from '../connection/backoff.ts';
import { untilPageVisible } from '../connection/on-page-visible.ts';
import { invalidate, scheduleRefresh } from './refresh-conversation.ts';

const LARGEST_PAGE = 200;

/** Refetches everything shown, once the page is visible: earlier events may have been missed. */
export async function refreshEverything(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const { sync } = workspace;
  sync.missedCount++;
  if (sync.isRefetching) return;
  sync.isRefetching = true;
  try {
    for (let handled = 0; handled !== sync.missedCount;) {
      await untilPageVisible();
      handled = sync.missedCount;
      await refetchAll(ctx);
      if (workspace !== ctx.workspace) return;
    }
  } finally {
    sync.isRefetching = false;
  }
}

async function refetchAll(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const { outgoing, conversations: changing, streams, threads } = workspace;
  // Answers to earlier requests are stale.
  bumpRevision(ctx, CONVERSATION_LIST);
  const busy = new Set([
    ...outgoing.pendingRequests.keys(),
    ...changing.pendingMutations.keys(),
    ...streams.followers.keys(),
  ]);
  const loading = loadHistory(ctx, (first) => (lacksListed(ctx, first) ? readOn(ctx, first) : first));
  // The page that a reader requested meanwhile is dropped, since the list may end elsewhere now. It is requested again.
  void loading.then(() => threads.inFlight.get(CONVERSATION_LIST)?.then(() => loadMoreHistory(ctx)));
  const [isLoaded] = await Promise.all([loading, refreshUsage(ctx), refreshRunningReplies(ctx)]);
  if (workspace !== ctx.workspace) return;
  if (!isLoaded) runLater(ctx, retryDelay(), () => void refreshEverything(ctx));
  const { queued } = ctx.get();
  // The server does not know a conversation that starts with a queued message.
  const queuedIds = Object.keys(queued).filter(
    (id) => changing.knownToServer.has(id) || !queued[id]?.[0]?.startsConversation,
  );
  // The list kept the local state of these.
  for (const id of [...busy, ...outgoing.pendingRequests.keys(), ...streams.followers.keys(), ...queuedIds])
    scheduleRefresh(ctx, id);
  if (threads.openId !== null) scheduleRefresh(ctx, threads.openId);
}

/** Reads on while fewer conversations are read than listed: a shorter list would scroll away from its reader's place. */
async function readOn(ctx: ChatContext, first: HistoryResponse): Promise<HistoryResponse> {
  const before = revision(ctx, CONVERSATION_LIST);
  let read = first;
  // After a change here `loadHistory` reads everything again.
  while (lacksListed(ctx, read) && before === revision(ctx, CONVERSATION_LIST)) {
    const next = await ctx.api.history({ limit: LARGEST_PAGE, before: String(read.nextBefore) });
    read = { ...next, conversations: [...read.conversations, ...next.conversations] };
  }
  return read;
}

function lacksListed({ get }: ChatContext, { conversations, nextBefore }: HistoryResponse): boolean {
  return nextBefore !== null && conversations.length < get().conversations.length;
}

/** Refreshes the conversations in which a reply is running that this client does not read. */
async function refreshRunningReplies(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (workspace !== ctx.workspace) return;
    for (const { conversationId, generationId } of replies) {
      const isFollowed = ctx.get().threads[conversationId]?.reply?.generationId === generationId;
      if (!isFollowed)
        invalidate(ctx, conversationId, (pending) => void (pending.hasRunningReply = pending.isForced = true));
    }
  } catch {
    // Each thread resumes its own reply when it is opened.
  }
}
