import type { ChatContext } from '../../chat-context.ts';
import { restoreToComposer } from '../send-outcome.ts';

/** Moves a queued message back to the composer, above newer text. */
export function unqueueMessage(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const message = ctx.get().queued[conversationId]?.find((item) => item.clientMessageId === clientMessageId);
  if (!message) return;
  const stored = ctx.workspace.outgoing.queue.queued()[conversationId];
  const isStored = stored?.some((item) => item.clientMessageId === clientMessageId);
  removeFromQueue(ctx, conversationId, clientMessageId);
  // Otherwise another tab has sent it, or has put it back into its composer.
  if (isStored) restoreToComposer(ctx, message);
}

/** Moves all queued messages of a conversation back to the composer, in order. */
export function unqueueAll(ctx: ChatContext, conversationId: string): void {
  const messages = ctx.get().queued[conversationId] ?? [];
  for (const { clientMessageId } of messages.toReversed()) unqueueMessage(ctx, conversationId, clientMessageId);
}

/** Removes a message from the queue and from the screen. */
export function removeFromQueue(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  ctx.workspace.outgoing.queue.remove({ conversationId, clientMessageId });
  hideQueued(ctx, conversationId, clientMessageId);
}

/** Removes a queued message from the screen; it stays stored. */
export function hideQueued(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const { [conversationId]: messages = [], ...others } = ctx.get().queued;
  const left = messages.filter((message) => message.clientMessageId !== clientMessageId);
  ctx.set({ queued: left.length > 0 ? { ...others, [conversationId]: left } : others });
}
