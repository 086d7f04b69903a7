import type { ChatContext } from '../chat/chat-context.ts';
import { putBackQuestion } from '../chat/send/send-outcome.ts';
import { setWaiting } from '../chat/send/queue-message.ts';
import { readWaiting } from '../chat/send/queued-messages.ts';

/** Puts a question that waits back into its box, above what was written since. */
export function takeBackWaiting(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const question = ctx.get().waiting[conversationId]?.find((item) => item.clientMessageId === clientMessageId);
  if (!question) return;
  const stored = readWaiting(ctx.storage, ctx.session.stored.waiting)[conversationId];
  const isStored = stored?.some((item) => item.clientMessageId === clientMessageId);
  forgetWaiting(ctx, conversationId, clientMessageId);
  // Another tab has sent it, or taken it back.
  if (!isStored) return;
  putBackQuestion(ctx, { ...question, conversationId, edits: null });
}

/** The same for all that waits there, in its order. */
export function takeBackAll(ctx: ChatContext, conversationId: string): void {
  const questions = ctx.get().waiting[conversationId] ?? [];
  for (const { clientMessageId } of questions.toReversed()) takeBackWaiting(ctx, conversationId, clientMessageId);
}

export function forgetWaiting(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  setWaiting(ctx, conversationId, (questions) => questions.filter((item) => item.clientMessageId !== clientMessageId));
}
