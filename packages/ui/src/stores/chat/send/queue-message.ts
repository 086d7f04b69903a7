import { placeConversation, setDraft, type ChatContext } from '../chat-context.ts';
import { removeSent } from '../attachments/draft-attachments.ts';
import { newEntry, readyToSend, summaryOf } from './send-message.ts';
import { changeWaiting, withQuestions, type WaitingQuestion } from './queued-messages.ts';

/**
 * Has a question with what is ready in the box wait in its thread until there is a way to the server. By the time this
 * returns it is stored and the box is empty: what is written next is another question.
 */
export function queueMessage(ctx: ChatContext, conversationId: string, typed: string): void {
  const { workspace } = ctx;
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
    sentAt: new Date(Math.max(ctx.now(), ...afterAll(ctx))).toISOString(),
    isFirst: workspace.localOnlyIds.has(conversationId),
  };
  setWaiting(ctx, conversationId, (questions) => [...questions, question]);
  // An attempt that broke before was the same question, or gave way to this one.
  workspace.outbox.remove(conversationId);
  setDraft(ctx, conversationId, '');
  removeSent(ctx, conversationId, files);
  placeConversation(ctx, summaryOf(ctx, conversationId, { ...question, timestamp: question.sentAt }));
}

/** The moments right after those at which the questions were sent that wait: also where the clock was set back since, this one is the last. */
function afterAll(ctx: ChatContext): number[] {
  return Object.values(ctx.get().queued)
    .flat()
    .map(({ sentAt }) => Date.parse(sentAt) + 1);
}

/** Changes what waits in one conversation: on screen, and as it is stored. */
export function setWaiting(
  ctx: ChatContext,
  conversationId: string,
  change: (questions: WaitingQuestion[]) => WaitingQuestion[],
): void {
  changeWaiting(ctx.storage, ctx.workspace.storageKeys.waiting, conversationId, change);
  ctx.set({ queued: withQuestions(ctx.get().queued, conversationId, change) });
}
