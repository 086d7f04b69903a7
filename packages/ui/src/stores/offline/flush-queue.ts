import { AppError } from '@parley/core';
import { EMPTY_THREAD, later, removeConversation, type ChatContext, type Session } from '../chat/chat-context.ts';
import { loadThread } from '../chat/threads/load-thread.ts';
import { sendEntry } from '../chat/send/send-message.ts';
import { isDefinite, tellRefused } from '../chat/send/send-outcome.ts';
import { setSending, showWaiting } from './show-queue.ts';
import { forgetWaiting, takeBackAll } from './unqueue-message.ts';
import { changeWaiting, withQuestions, type WaitingQuestion } from '../chat/send/queued-messages.ts';

/** Milliseconds after which the server is asked again that did not take a question for now. */
const AGAIN_AFTER = 5000;
/** What says nothing against the question itself. */
const FOR_NOW = new Set(['rate-limited', 'reply-in-progress', 'unauthorized']);

const delivering = new WeakSet<Session>();

/**
 * Sends what waits, one question after the other in the order in which they were written, each once its conversation is
 * as the server has it and quiet. Of several tabs one at a time does so. What the server refuses goes back into its box.
 */
export async function deliver(ctx: ChatContext): Promise<void> {
  const { session } = ctx;
  if (delivering.has(session)) return;
  delivering.add(session);
  try {
    let isGoingOn = true;
    while (isGoingOn && session === ctx.session) isGoingOn = await deliverNext(ctx);
  } finally {
    delivering.delete(session);
  }
}

/** Runs when no other tab of this user does. */
function inTurn(session: Session, task: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request(`parley ${session.stored.waiting}`, task) : task();
}

/** Sends the question that waits longest; false where nothing is left that could be sent now. */
async function deliverNext(ctx: ChatContext): Promise<boolean> {
  const { session } = ctx;
  showWaiting(ctx);
  const next = longestWaiting(ctx);
  if (!next) return false;
  const { conversationId, question } = next;
  const isKnown = Boolean(await loadThread(ctx, conversationId)) && !session.remembered.has(conversationId);
  if (session !== ctx.session) return false;
  if (!isKnown) {
    deliverAgain(ctx);
    return false;
  }
  if (ctx.get().threads[conversationId]?.status === 'not-found') {
    beginAnew(ctx, conversationId);
    return true;
  }
  await quiet(ctx, conversationId);
  return inTurn(session, async () => {
    if (session !== ctx.session) return false;
    showWaiting(ctx);
    const isStillThere = ctx.get().waiting[conversationId]?.[0]?.clientMessageId === question.clientMessageId;
    return !isStillThere || isBusy(ctx, conversationId) || send(ctx, conversationId, question);
  });
}

function longestWaiting(ctx: ChatContext): { conversationId: string; question: WaitingQuestion } | undefined {
  return Object.entries(ctx.get().waiting)
    .flatMap(([conversationId, [question]]) => (question ? [{ conversationId, question }] : []))
    .toSorted(
      (a, b) => Number(a.question.sentAt > b.question.sentAt) - Number(a.question.sentAt < b.question.sentAt),
    )[0];
}

/** Sends one question; false where the server did not take it for now. */
async function send(ctx: ChatContext, conversationId: string, question: WaitingQuestion): Promise<boolean> {
  const { session } = ctx;
  const { clientMessageId, isFirst } = question;
  const last = ctx.get().threads[conversationId]?.messageIds.at(-1);
  const entry = {
    ...question,
    conversationId,
    edits: null,
    after: last === undefined ? null : (ctx.get().messages[last]?.id ?? null),
    status: 'sending' as const,
    wasLost: true,
  };
  // It stands in the thread as sent from here on; where it is stored it stays until the server has it.
  ctx.set({ waiting: withQuestions(ctx.get().waiting, conversationId, (questions) => questions.slice(1)) });
  setSending(session, clientMessageId);
  let failure: unknown = null;
  await sendEntry(ctx, entry, (error) => {
    failure = error;
    if (isFirst) session.unsent.add(conversationId);
  });
  setSending(session, null);
  if (failure === null) {
    changeWaiting(ctx.storage, session.stored.waiting, conversationId, (stored) =>
      stored.filter((item) => item.clientMessageId !== clientMessageId),
    );
    return true;
  }
  if (session !== ctx.session) return false;
  showWaiting(ctx);
  const isRefused = isDefinite(failure) && !(failure instanceof AppError && FOR_NOW.has(failure.code));
  if (!isRefused) {
    deliverAgain(ctx, failure);
    return false;
  }
  // What was written after it was written in the belief that it had been asked.
  takeBackAll(ctx, conversationId);
  tellRefused(ctx, conversationId, failure, 'send-failed');
  return true;
}

/** Tries again later, also where nobody hears of a way back: the server may have been there all along. */
function deliverAgain(ctx: ChatContext, failure?: unknown): void {
  const asked = failure instanceof AppError ? (failure.retryAfter ?? 0) * 1000 : 0;
  later(ctx, Math.max(AGAIN_AFTER, asked), () => void (ctx.isReached() && deliver(ctx)));
}

/** Resolves when nothing is being asked or answered in a conversation, or the session has ended. */
async function quiet(ctx: ChatContext, id: string): Promise<void> {
  const { session } = ctx;
  const mayGoOn = (): boolean => session !== ctx.session || !isBusy(ctx, id);
  if (mayGoOn()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = ctx.subscribe(() => void (mayGoOn() && resolve()));
  await promise;
  forget();
}

function isBusy(ctx: ChatContext, id: string): boolean {
  return ctx.session.pending.has(id) || Boolean(ctx.get().threads[id]?.reply);
}

/** The conversation was deleted elsewhere: what waits in it begins one of its own. */
function beginAnew(ctx: ChatContext, conversationId: string): void {
  const { session } = ctx;
  const questions = ctx.get().waiting[conversationId] ?? [];
  const to = ctx.newId();
  for (const { clientMessageId } of questions) forgetWaiting(ctx, conversationId, clientMessageId);
  removeConversation(ctx, conversationId);
  session.unsent.add(to);
  const { threads } = ctx.get();
  const { [conversationId]: gone = EMPTY_THREAD } = threads;
  ctx.set({ threads: { ...threads, [to]: EMPTY_THREAD, [conversationId]: { ...gone, movedTo: gone.movedTo ?? to } } });
  changeWaiting(ctx.storage, session.stored.waiting, to, () => questions.map((item) => ({ ...item, isFirst: true })));
  showWaiting(ctx);
}
