import {
  bumpRevision,
  forgetDeleted,
  isAwaitingAcceptance,
  runLater,
  moveByTime,
  placeByTime,
  removeConversation,
  revision,
  CONVERSATION_LIST,
  type ChatContext,
  type ChatWorkspace,
} from '../chat/chat-context.ts';
import { isNotFound, loadThread, removeDeletedElsewhere } from '../chat/threads/load-thread.ts';
import { needsRefetch, newPendingRefresh, type PendingRefresh } from './pending-refresh.ts';

/** Milliseconds after which the server is asked again that did not answer. */
export const AGAIN_AFTER = 3000;

interface Hearing {
  rumours: Map<string, PendingRefresh>;
  /** Conversations that are being looked into. */
  looking: Set<string>;
}

const hearings = new WeakMap<ChatWorkspace, Hearing>();

/** Has the server asked about a conversation. */
export function scheduleRefresh(ctx: ChatContext, id: string): void {
  updatePendingRefresh(ctx, id, (rumour) => void (rumour.isForced = true));
}

/** Notes what was heard of a conversation, and looks into it. */
export function updatePendingRefresh(ctx: ChatContext, id: string, change: (rumour: PendingRefresh) => void): void {
  const { rumours } = hearingOf(ctx.workspace);
  const rumour = rumours.get(id) ?? newPendingRefresh();
  change(rumour);
  rumours.set(id, rumour);
  void runRefreshes(ctx, id);
}

/** What was heard of a conversation says nothing any more. */
export function cancelRefresh({ workspace }: ChatContext, id: string): void {
  hearingOf(workspace).rumours.delete(id);
}

/** Looks into what was heard of a conversation until there is nothing left of it. */
async function runRefreshes(ctx: ChatContext, id: string): Promise<void> {
  const { workspace } = ctx;
  const { rumours, looking } = hearingOf(workspace);
  if (looking.has(id)) return;
  looking.add(id);
  try {
    while (rumours.has(id)) {
      await untilIdle(ctx, id);
      if (workspace !== ctx.workspace) return;
      const rumour = rumours.get(id);
      if (!rumour) return;
      rumours.delete(id);
      if (!needsRefetch(ctx, id, rumour)) {
        adoptServerTime(ctx, id, rumour);
      } else if (!(await refresh(ctx, id, rumour)) && workspace === ctx.workspace) {
        runLater(ctx, AGAIN_AFTER, () => scheduleRefresh(ctx, id));
        return;
      }
    }
  } finally {
    looking.delete(id);
  }
}

/** Resolves when somebody sees the page and nothing that this client does to the conversation waits for the server. */
async function untilIdle(ctx: ChatContext, id: string): Promise<void> {
  const { workspace } = ctx;
  const isSending = (): boolean =>
    workspace === ctx.workspace && (workspace.pendingRequests.has(id) || isAwaitingAcceptance(ctx, id));
  for (;;) {
    await untilPageVisible();
    if (workspace.pendingMutations.has(id)) {
      await workspace.pendingMutations.get(id);
    } else if (isSending()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const forget = ctx.subscribe(() => void (isSending() || resolve()));
      await promise;
      forget();
    } else {
      return;
    }
  }
}

/** Resolves at once where the page is seen. */
export function untilPageVisible(): Promise<void> | undefined {
  if (typeof document === 'undefined' || document.visibilityState === 'visible') return undefined;
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Takes over the time that the server has given to what was written from here. */
function adoptServerTime(ctx: ChatContext, id: string, { lastEvent }: PendingRefresh): void {
  const listed = ctx.get().conversations.find((item) => item.id === id);
  if (lastEvent && lastEvent.conversation.updatedAt !== listed?.updatedAt)
    moveByTime(ctx, id, { updatedAt: lastEvent.conversation.updatedAt });
}

/** Asks the server how a conversation is and shows that; false when it did not answer. */
async function refresh(ctx: ChatContext, id: string, { hasRunningReply }: PendingRefresh): Promise<boolean> {
  const { workspace } = ctx;
  // What is on its way was asked for too early.
  bumpRevision(ctx, id, CONVERSATION_LIST);
  const isRead = workspace.openConversationId === id || hasRunningReply;
  if (!isRead || workspace.deletedIds.has(id)) {
    const isAnswered = await refreshSummary(ctx, id);
    if (!isAnswered || !isRead || workspace.deletedIds.has(id)) return isAnswered;
  }
  const isShown = Boolean(await loadThread(ctx, id));
  // Something was sent before the answer came, which goes before.
  const isOvertaken = !isShown && workspace === ctx.workspace && isAwaitingAcceptance(ctx, id);
  if (isOvertaken) scheduleRefresh(ctx, id);
  return isShown || isOvertaken;
}

async function refreshSummary(ctx: ChatContext, id: string): Promise<boolean> {
  const { workspace } = ctx;
  const asked = revision(ctx, id);
  const answer = await ctx.api.conversation(id, { limit: 1 }).then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  );
  if (workspace !== ctx.workspace) return true;
  const isLatest =
    asked === revision(ctx, id) && !workspace.pendingMutations.has(id) && !workspace.pendingRequests.has(id);
  if (!isLatest) {
    scheduleRefresh(ctx, id);
    return true;
  }
  if ('error' in answer) {
    if (isNotFound(answer.error)) removeDeletedElsewhere(ctx, id);
    return isNotFound(answer.error);
  }
  const { conversation, messages } = answer.page;
  workspace.deletedIds.delete(id);
  if (ctx.get().deleted?.id === id) forgetDeleted(ctx);
  if (ctx.get().threads[id]?.status === 'not-found') dropThread(ctx, id);
  const last = messages.at(-1);
  if (conversation.archived) removeConversation(ctx, id);
  else if (last) placeByTime(ctx, { ...conversation, lastText: last.text });
  return true;
}

/** A conversation that is back is read when it is opened. */
export function dropThread(ctx: ChatContext, id: string): void {
  const { [id]: _gone, ...threads } = ctx.get().threads;
  ctx.set({ threads });
}

function hearingOf(session: ChatWorkspace): Hearing {
  const hearing = hearings.get(session) ?? { rumours: new Map(), looking: new Set() };
  hearings.set(session, hearing);
  return hearing;
}
