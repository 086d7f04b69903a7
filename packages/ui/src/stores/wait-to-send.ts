import { placeConversation, setDraft, type ChatContext } from './chat-context.ts';
import { readyToSend, newEntry, summaryOf } from './send-message.ts';
import { removeSent } from './draft-attachments.ts';
import { putBackQuestion } from './settle-question.ts';
import { changeWaiting, readWaiting, type WaitingQuestion } from './waiting.ts';

/** Has a question with what is ready in the box wait in its thread until there is a way to the server. */
export function waitToSend(ctx: ChatContext, conversationId: string, typed: string): void {
  const { session } = ctx;
  const ready = readyToSend(ctx, conversationId, typed);
  if (!ready) return;
  const { text, files } = ready;
  const { clientMessageId, mode, previousImageUrl } = newEntry(ctx, conversationId, text, files);
  const question: WaitingQuestion = {
    clientMessageId,
    text,
    mode,
    attachments: files,
    previousImageUrl,
    sentAt: new Date(ctx.now()).toISOString(),
    isFirst: session.unsent.has(conversationId),
  };
  change(ctx, conversationId, (questions) => [...questions, question]);
  // An attempt that broke before was the same question, or gave way to this one.
  session.outbox.remove(conversationId);
  setDraft(ctx, conversationId, '');
  removeSent(ctx, conversationId, files);
  placeConversation(ctx, summaryOf(ctx, conversationId, { ...question, timestamp: question.sentAt }));
}

/** Shows what waits as it is stored by now, and the conversations that were begun with it. */
export function showWaiting(ctx: ChatContext): void {
  const waiting = readWaiting(ctx.storage, ctx.session.stored.waiting);
  ctx.set({ waiting });
  for (const [id, [first]] of Object.entries(waiting)) {
    const isListed = ctx.get().conversations.some((listed) => listed.id === id);
    if (first?.isFirst && !isListed) placeConversation(ctx, summaryOf(ctx, id, { ...first, timestamp: first.sentAt }));
  }
}

/** Puts a question that waits back into its box, above what was written since. */
export function takeBackWaiting(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const question = ctx.get().waiting[conversationId]?.find((item) => item.clientMessageId === clientMessageId);
  if (!question) return;
  forgetWaiting(ctx, conversationId, clientMessageId);
  putBackQuestion(ctx, { ...question, conversationId, edits: null });
}

/** The same for all that waits there, in its order. */
export function takeBackAll(ctx: ChatContext, conversationId: string): void {
  const questions = ctx.get().waiting[conversationId] ?? [];
  for (const { clientMessageId } of questions.toReversed()) takeBackWaiting(ctx, conversationId, clientMessageId);
}

export function forgetWaiting(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  change(ctx, conversationId, (questions) => questions.filter((item) => item.clientMessageId !== clientMessageId));
}

function change(
  ctx: ChatContext,
  conversationId: string,
  how: (questions: WaitingQuestion[]) => WaitingQuestion[],
): void {
  const { stored } = ctx.session;
  changeWaiting(ctx.storage, stored.waiting, conversationId, how);
  ctx.set({ waiting: readWaiting(ctx.storage, stored.waiting) });
}
