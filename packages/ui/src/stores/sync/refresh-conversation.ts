import {
  bumpRevision,
  CONVERSATION_LIST,
  dropThread,
  forgetDeleted,
  isAwaitingAcceptance,
  moveByTime,
  placeByTime,
  revision,
  runLater,
  waitUntil,
  type ChatContext,
} from '../chat/chat-context.ts';
import { loadThread, removeDeletedElsewhere } from '../chat/threads/load-thread.ts';
import { isNotFound } from '../chat/threads/reconcile-conversation.ts';
import { retryDelay } from '../connection/backoff.ts';
import { untilPageVisible } from '../connection/on-page-visible.ts';
import { needsRefetch, newPendingRefresh, type PendingRefresh } from './pending-refresh.ts';

/** Schedules an unconditional refresh of this conversation. */
export function scheduleRefresh(ctx: ChatContext, id: string): void {
  invalidate(ctx, id, (pending) => void (pending.isForced = true));
}

/** Records an event about a conversation and schedules a refresh that compares it with the shown state. */
export function invalidate(ctx: ChatContext, id: string, change: (pending: PendingRefresh) => void): void {
  const { pendingRefreshes } = ctx.workspace.sync;
  const pending = pendingRefreshes.get(id) ?? newPendingRefresh();
  change(pending);
  pendingRefreshes.set(id, pending);
  void runRefreshes(ctx, id);
}

export function cancelRefresh({ workspace }: ChatContext, id: string): void {
  workspace.sync.pendingRefreshes.delete(id);
}

/** Refreshes a conversation until nothing is pending for it. */
async function runRefreshes(ctx: ChatContext, id: string): Promise<void> {
  const { workspace } = ctx;
  const { pendingRefreshes, refreshing } = workspace.sync;
  if (refreshing.has(id)) return;
  refreshing.add(id);
  try {
    while (pendingRefreshes.has(id)) {
      await untilVisibleAndIdle(ctx, id);
      if (workspace !== ctx.workspace) return;
      const pending = pendingRefreshes.get(id);
      if (!pending) return;
      pendingRefreshes.delete(id);
      if (!needsRefetch(ctx.get(), id, pending)) {
        adoptServerTime(ctx, id, pending);
      } else if (!(await refresh(ctx, id, pending)) && workspace === ctx.workspace) {
        runLater(ctx, retryDelay(), () => scheduleRefresh(ctx, id));
        return;
      }
    }
  } finally {
    refreshing.delete(id);
  }
}

/** Resolves when the page is visible and this client has no pending change to the conversation. */
async function untilVisibleAndIdle(ctx: ChatContext, id: string): Promise<void> {
  const { workspace } = ctx;
  const { pendingMutations } = workspace.conversations;
  const isSending = (): boolean => workspace.outgoing.pendingRequests.has(id) || isAwaitingAcceptance(ctx, id);
  for (;;) {
    await untilPageVisible();
    if (workspace !== ctx.workspace) return;
    if (pendingMutations.has(id)) await pendingMutations.get(id);
    else if (isSending()) await waitUntil(ctx, () => !isSending());
    else return;
  }
}

/** Adopts the server's time for a conversation that was written to from here. */
function adoptServerTime(ctx: ChatContext, id: string, { lastEvent }: PendingRefresh): void {
  const listed = ctx.get().conversations.find((item) => item.id === id);
  if (lastEvent && lastEvent.conversation.updatedAt !== listed?.updatedAt)
    moveByTime(ctx, id, { updatedAt: lastEvent.conversation.updatedAt });
}

/** Fetches a conversation and shows it. Returns false when the server did not answer. */
async function refresh(ctx: ChatContext, id: string, { hasRunningReply }: PendingRefresh): Promise<boolean> {
  const { workspace } = ctx;
  const { deletedIds } = workspace.conversations;
  // Answers to earlier requests are stale.
  bumpRevision(ctx, id, CONVERSATION_LIST);
  // Queued messages move to a new conversation once the thread says that theirs was deleted.
  const needsThread = workspace.threads.openId === id || hasRunningReply || ctx.get().queued[id] !== undefined;
  if (!needsThread || deletedIds.has(id)) {
    const isAnswered = await refreshSummary(ctx, id);
    if (!isAnswered || !needsThread || deletedIds.has(id)) return isAnswered;
  }
  const isShown = await loadThread(ctx, id);
  // A message was posted before the answer arrived and takes precedence.
  const isOvertaken = !isShown && workspace === ctx.workspace && isAwaitingAcceptance(ctx, id);
  if (isOvertaken) scheduleRefresh(ctx, id);
  return isShown || isOvertaken;
}

/** Fetches the list entry of a conversation. Returns false when the server did not answer. */
async function refreshSummary(ctx: ChatContext, id: string): Promise<boolean> {
  const { workspace } = ctx;
  const { outgoing, conversations } = workspace;
  const requestRevision = revision(ctx, id);
  const answer = await ctx.api.conversation(id, { limit: 1 }).then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  );
  if (workspace !== ctx.workspace) return true;
  const isChanging = conversations.pendingMutations.has(id) || outgoing.pendingRequests.has(id);
  if (isChanging || requestRevision !== revision(ctx, id)) {
    scheduleRefresh(ctx, id);
    return true;
  }
  if ('error' in answer) {
    if (isNotFound(answer.error)) removeDeletedElsewhere(ctx, id);
    return isNotFound(answer.error);
  }
  const { conversation, messages } = answer.page;
  conversations.deletedIds.delete(id);
  if (ctx.get().deleted?.id === id && !conversation.archived) forgetDeleted(ctx);
  if (ctx.get().threads[id]?.status === 'not-found') dropThread(ctx, id);
  const last = messages.at(-1);
  if (last) placeByTime(ctx, { ...conversation, lastText: last.text });
  return true;
}
