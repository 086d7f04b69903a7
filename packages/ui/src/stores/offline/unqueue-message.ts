import type { ChatContext } from '../chat/chat-context.ts';
import { restoreToComposer } from '../chat/send/send-outcome.ts';
import { setWaiting } from '../chat/send/queue-message.ts';
import { readWaiting } from '../chat/send/queued-messages.ts';

/** Puts a question that waits back into its box, above what was written since. */
export function unqueueMessage(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const question = ctx.get().queued[conversationId]?.find((item) => item.clientMessageId === clientMessageId);
  if (!question) return;
  const stored = readWaiting(ctx.storage, ctx.workspace.storageKeys.waiting)[conversationId];
  const isStored = stored?.some((item) => item.clientMessageId === clientMessageId);
  removeFromQueue(ctx, conversationId, clientMessageId);
  // Another tab has sent it, or taken it back.
  if (!isStored) return;
  restoreToComposer(ctx, { ...question, conversationId, edits: null });
}

/** The same for all that waits there, in its order. */
export function unqueueAll(ctx: ChatContext, conversationId: string): void {
  const questions = ctx.get().queued[conversationId] ?? [];
  for (const { clientMessageId } of questions.toReversed()) unqueueMessage(ctx, conversationId, clientMessageId);
}

export function removeFromQueue(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  setWaiting(ctx, conversationId, (questions) => questions.filter((item) => item.clientMessageId !== clientMessageId));
}
