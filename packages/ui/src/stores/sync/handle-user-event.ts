import type { UserEvent } from '@parley/core';
import { refreshEverything } from './refresh-everything.ts';
import { bumpRevision, type ChatContext } from '../chat/chat-context.ts';
import { scheduleRefresh, cancelRefresh, updatePendingRefresh } from './refresh-conversation.ts';
import { USAGE } from '../chat/usage/refresh-usage.ts';

/**
 * Takes what the server tells of changes, wherever they were made. It is not put on screen as it is told, since it may be
 * older than what this client has just done; but where it says something new the server is asked, and wins. That waits
 * while this client is changing the same conversation itself, and while nobody sees the page.
 */
export function handleUserEvent(ctx: ChatContext, event: UserEvent): void {
  switch (event.type) {
    case 'user':
      void refreshEverything(ctx);
      return;
    case 'usage':
      bumpRevision(ctx, USAGE);
      ctx.set({ usage: event.usage });
      return;
    case 'conversation':
      updatePendingRefresh(ctx, event.conversation.id, (rumour) => void (rumour.lastEvent = event));
      return;
    case 'deleted':
      // What was deleted here comes back to where it was deleted, behind what was told of it before.
      if (ctx.workspace.deletedIds.has(event.conversationId)) cancelRefresh(ctx, event.conversationId);
      else scheduleRefresh(ctx, event.conversationId);
      return;
    case 'reply-started':
      updatePendingRefresh(ctx, event.conversationId, (rumour) => {
        rumour.hasRunningReply = true;
        rumour.startedReplyIds.push(event.assistantMessageId);
      });
      return;
    case 'reply-ended':
      handleReplyEnded(ctx, event);
      return;
    default:
      event satisfies never;
  }
}

/** A reply that is followed here ends by its own stream, and one that is not may stand here as being written. */
function handleReplyEnded(
  ctx: ChatContext,
  { conversationId, generationId }: Extract<UserEvent, { type: 'reply-ended' }>,
): void {
  const { threads, messages } = ctx.get();
  const thread = threads[conversationId];
  if (thread?.reply?.generationId === generationId) {
    ctx.workspace.followers.get(conversationId)?.wake();
    return;
  }
  const isHere = thread?.messageIds.some((key) => {
    const message = messages[key];
    return message?.generationId === generationId && message.status === 'streaming';
  });
  if (isHere) scheduleRefresh(ctx, conversationId);
}
