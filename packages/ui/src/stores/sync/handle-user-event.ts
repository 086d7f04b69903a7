import { LISTS, type ListName, type UserEvent } from '@parley/core';
import { bumpRevision, markKnown, type ChatContext } from '../chat/chat-context.ts';
import { USAGE } from '../chat/usage/refresh-usage.ts';
import { adoptUnread } from './read-marks.ts';
import { cancelRefresh, invalidate, scheduleRefresh } from './refresh-conversation.ts';
import { refreshEverything } from './refresh-everything.ts';

export { markRead } from './read-marks.ts';

/** Events after which a list of conversations may differ. */
const CHANGES = new Set<UserEvent['type']>(['user', 'conversation', 'deleted']);

/**
 * Handles an event about a change made by any client. Its state is not shown, since it may be older than a local
 * change: it only invalidates. If it differs from the shown state, the conversation is refetched, once the page
 * is visible and this client has no pending change to it.
 */
export function handleUserEvent(ctx: ChatContext, event: UserEvent): void {
  if (CHANGES.has(event.type)) ctx.set({ changeCount: ctx.get().changeCount + 1 });
  switch (event.type) {
    case 'user':
      // Also the first event after a reconnect, which may have missed others.
      for (const name of LISTS) countChange(ctx, name);
      void refreshEverything(ctx);
      return;
    case 'usage':
      bumpRevision(ctx, USAGE);
      ctx.set({ usage: event.usage });
      return;
    case 'conversation':
      markKnown(ctx, event.conversation.id);
      adoptUnread(ctx, event.conversation);
      invalidate(ctx, event.conversation.id, (pending) => void (pending.lastEvent = event));
      return;
    case 'deleted':
      // An echo of a deletion made here: it also answers the events about the conversation before it.
      if (ctx.workspace.conversations.deletedIds.has(event.conversationId)) cancelRefresh(ctx, event.conversationId);
      else scheduleRefresh(ctx, event.conversationId);
      return;
    case 'summarized':
      if (ctx.get().threads[event.conversationId]?.status === 'ready') scheduleRefresh(ctx, event.conversationId);
      return;
    case 'reply-started':
      markKnown(ctx, event.conversationId);
      invalidate(ctx, event.conversationId, (pending) => {
        pending.hasRunningReply = true;
        pending.startedReplyIds.push(event.assistantMessageId);
      });
      return;
    case 'reply-ended':
      handleReplyEnded(ctx, event);
      return;
    default:
      countChange(ctx, event.type);
  }
}

/** Makes what shows this list read it again. */
function countChange(ctx: ChatContext, name: ListName): void {
  const { listChanges } = ctx.get();
  ctx.set({ listChanges: { ...listChanges, [name]: listChanges[name] + 1 } });
}

/** Wakes the stream of a reply being read here, which ends it; refreshes one that is only marked as running. */
function handleReplyEnded(
  ctx: ChatContext,
  { conversationId, generationId }: Extract<UserEvent, { type: 'reply-ended' }>,
): void {
  const { threads, messages } = ctx.get();
  const thread = threads[conversationId];
  if (thread?.reply?.generationId === generationId) {
    ctx.workspace.streams.followers.get(conversationId)?.wake();
    return;
  }
  const isShownAsRunning = thread?.messageIds.some((key) => {
    const message = messages[key];
    return message?.generationId === generationId && message.status === 'streaming';
  });
  if (isShownAsRunning) scheduleRefresh(ctx, conversationId);
}
