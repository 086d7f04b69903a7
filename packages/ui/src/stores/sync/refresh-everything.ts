import {
  bumpRevision,
  forgetDeleted,
  runLater,
  CONVERSATION_LIST,
  type ChatContext,
  type ChatWorkspace,
} from '../chat/chat-context.ts';
import { loadHistory } from '../chat/conversations/load-history.ts';
import {
  AGAIN_AFTER,
  scheduleRefresh,
  dropThread,
  updatePendingRefresh,
  untilPageVisible,
} from './refresh-conversation.ts';
import { refreshUsage } from '../chat/usage/refresh-usage.ts';

interface Catching {
  /** How often there was reason to. */
  missed: number;
  isReading: boolean;
}

const catching = new WeakMap<ChatWorkspace, Catching>();

/** Reads anew what is on screen: what happened until now may not have been told. */
export async function refreshEverything(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const state = catching.get(workspace) ?? { missed: 0, isReading: false };
  catching.set(workspace, state);
  state.missed++;
  if (state.isReading) return;
  state.isReading = true;
  try {
    for (let known = 0; known !== state.missed;) {
      await untilPageVisible();
      known = state.missed;
      await refetchAll(ctx);
      if (workspace !== ctx.workspace) return;
    }
  } finally {
    state.isReading = false;
  }
}

async function refetchAll(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  if (workspace !== ctx.workspace) return;
  // What is on its way was asked for too early.
  bumpRevision(ctx, CONVERSATION_LIST);
  const busy = new Set([
    ...workspace.pendingRequests.keys(),
    ...workspace.pendingMutations.keys(),
    ...workspace.followers.keys(),
  ]);
  const [isRead] = await Promise.all([loadHistory(ctx), refreshUsage(ctx), refreshRunningReplies(ctx)]);
  if (workspace !== ctx.workspace) return;
  if (!isRead) runLater(ctx, AGAIN_AFTER, () => void refreshEverything(ctx));
  const { threads, conversations, deleted } = ctx.get();
  const listed = new Set(conversations.map(({ id }) => id));
  if (deleted && listed.has(deleted.id)) forgetDeleted(ctx);
  for (const [id, { status }] of Object.entries(threads))
    if (status === 'not-found' && listed.has(id)) dropThread(ctx, id);
  // These kept in the list what they had here.
  for (const id of [...busy, ...workspace.pendingRequests.keys(), ...workspace.followers.keys()])
    scheduleRefresh(ctx, id);
  if (workspace.openConversationId !== null) scheduleRefresh(ctx, workspace.openConversationId);
}

/** Reads the replies that are being written, wherever they were asked for. */
async function refreshRunningReplies(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  try {
    const replies = await ctx.api.activeReplies();
    if (workspace !== ctx.workspace) return;
    for (const { conversationId, generationId } of replies) {
      const isFollowed = ctx.get().threads[conversationId]?.reply?.generationId === generationId;
      if (!isFollowed)
        updatePendingRefresh(ctx, conversationId, (rumour) => void (rumour.hasRunningReply = rumour.isForced = true));
    }
  } catch {
    // Each thread finds its own reply when it is opened.
  }
}
