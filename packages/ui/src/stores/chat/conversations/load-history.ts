import type { ConversationWithMessages, HistoryResponse } from '@parley/core';
import {
  dropThread,
  forgetDeleted,
  markKnown,
  revision,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import type { ConversationSummary } from '../chat-state.ts';

const PAGE = 50;
const LARGEST_PAGE = 200;

/**
 * Loads the newest conversations, as many as are listed up to the largest page; `readOn` may read the rest. Conversations
 * that are busy or being changed here keep their local state. Resolves to whether the server has answered.
 */
export async function loadHistory(
  ctx: ChatContext,
  readOn?: (page: HistoryResponse) => HistoryResponse | Promise<HistoryResponse>,
): Promise<boolean> {
  const { workspace } = ctx;
  if (ctx.get().historyStatus === 'failed') ctx.set({ historyStatus: 'loading' });
  const limit = Math.min(LARGEST_PAGE, Math.max(PAGE, ctx.get().conversations.length));
  let revisionBefore: number;
  let page: HistoryResponse;
  let pinned: HistoryResponse;
  do {
    revisionBefore = revision(ctx, CONVERSATION_LIST);
    try {
      [page, pinned] = await Promise.all([
        ctx.api.history({ limit }).then(readOn),
        ctx.api.history({ limit: LARGEST_PAGE, only: 'pinned' }),
      ]);
    } catch {
      if (workspace === ctx.workspace && ctx.get().historyStatus === 'loading') ctx.set({ historyStatus: 'failed' });
      return false;
    }
    if (workspace !== ctx.workspace) return true;
    // An answer to a request from before a local change would undo that change.
  } while (revisionBefore !== revision(ctx, CONVERSATION_LIST));
  const { conversations, threads, queued, deleted } = ctx.get();
  const { deletedIds } = workspace.conversations;
  const isChanging = (id: string): boolean =>
    workspace.outgoing.pendingRequests.has(id) ||
    workspace.conversations.pendingMutations.has(id) ||
    queued[id] !== undefined;
  const busy = conversations.filter(({ id }) => isChanging(id) || threads[id]?.reply);
  const read = [...page.conversations, ...pinned.conversations];
  // A conversation deleted before the request was made has been restored. If it were listed and still counted as deleted,
  // the page would leave it and open it again without end.
  for (const { id } of read) {
    if (!isChanging(id)) {
      deletedIds.delete(id);
      if (deleted?.id === id) forgetDeleted(ctx);
    }
    if (threads[id]?.status === 'not-found' && !deletedIds.has(id)) dropThread(ctx, id);
  }
  ctx.set({ historyStatus: 'ready', conversations: append(ctx, busy, read), nextBefore: page.nextBefore });
  return true;
}

/** Loads the next page of conversations. `reloadFailed` tries again if it fails. */
export async function loadMoreHistory(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const { nextBefore: before, historyStatus } = ctx.get();
  if (before === null || historyStatus !== 'ready' || workspace.threads.inFlight.has(CONVERSATION_LIST)) return;
  const reading = ctx.api.history({ limit: PAGE, before }).then(
    (page) => {
      if (workspace !== ctx.workspace || ctx.get().nextBefore !== before) return;
      const conversations = append(ctx, ctx.get().conversations, page.conversations);
      ctx.set({ conversations, nextBefore: page.nextBefore });
    },
    () => {
      if (workspace === ctx.workspace) ctx.set({ historyStatus: 'failed' });
    },
  );
  workspace.threads.inFlight.set(CONVERSATION_LIST, reading);
  await reading.finally(() => workspace.threads.inFlight.delete(CONVERSATION_LIST));
}

/** The known conversations together with the loaded ones, newest first. */
function append(
  ctx: ChatContext,
  known: ConversationSummary[],
  read: ConversationWithMessages[],
): ConversationSummary[] {
  const byId = new Map(known.map((conversation) => [conversation.id, conversation]));
  for (const conversation of read) {
    markKnown(ctx, conversation.id);
    const isWanted = !byId.has(conversation.id) && !ctx.workspace.conversations.deletedIds.has(conversation.id);
    if (isWanted) byId.set(conversation.id, toSummary(conversation));
  }
  return [...byId.values()].toSorted((a, b) => Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt));
}

function toSummary({ messages, ...conversation }: ConversationWithMessages): ConversationSummary {
  return { ...conversation, lastText: messages.at(-1)?.text ?? '' };
}
