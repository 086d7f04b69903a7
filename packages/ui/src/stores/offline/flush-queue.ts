import { AppError } from '@parley/core';
import {
  EMPTY_THREAD,
  runLater,
  removeConversation,
  type ChatContext,
  type ChatWorkspace,
} from '../chat/chat-context.ts';
import { loadThread } from '../chat/threads/load-thread.ts';
import { sendEntry } from '../chat/send/send-message.ts';
import { isServerRejection, reportRejection } from '../chat/send/send-outcome.ts';
import { setSending, showQueue } from './show-queue.ts';
import { removeFromQueue, unqueueAll } from './unqueue-message.ts';
import { changeWaiting, withQuestions, type WaitingQuestion } from '../chat/send/queued-messages.ts';

/** Milliseconds after which the server is asked again that did not take a question for now. */
const AGAIN_AFTER = 5000;
/** What says nothing against the question itself. */
const FOR_NOW = new Set(['rate-limited', 'reply-in-progress', 'unauthorized']);

const delivering = new WeakSet<ChatWorkspace>();

/**
 * Sends what waits, one question after the other in the order in which they were written, each once its conversation is
 * as the server has it and quiet. Of several tabs one at a time does so. What the server refuses goes back into its box.
 */
export async function flushQueue(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  if (delivering.has(workspace)) return;
  delivering.add(workspace);
  try {
    let isGoingOn = true;
    while (isGoingOn && workspace === ctx.workspace) isGoingOn = await deliverNext(ctx);
  } finally {
    delivering.delete(workspace);
  }
}

/** Runs when no other tab of this user does. */
function inTurn(session: ChatWorkspace, task: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request(`parley ${session.storageKeys.waiting}`, task) : task();
}

/** Sends the question that waits longest; false where nothing is left that could be sent now. */
async function deliverNext(ctx: ChatContext): Promise<boolean> {
  const { workspace } = ctx;
  showQueue(ctx);
  const next = longestWaiting(ctx);
  if (!next) return false;
  const { conversationId, question } = next;
  const isKnown = Boolean(await loadThread(ctx, conversationId)) && !workspace.cachedThreads.has(conversationId);
  if (workspace !== ctx.workspace) return false;
  if (!isKnown) {
    deliverAgain(ctx);
    return false;
  }
  if (ctx.get().threads[conversationId]?.status === 'not-found') {
    beginAnew(ctx, conversationId);
    return true;
  }
  await quiet(ctx, conversationId);
  return inTurn(workspace, async () => {
    if (workspace !== ctx.workspace) return false;
    showQueue(ctx);
    const isStillThere = ctx.get().queued[conversationId]?.[0]?.clientMessageId === question.clientMessageId;
    return !isStillThere || isBusy(ctx, conversationId) || send(ctx, conversationId, question);
  });
}

function longestWaiting(ctx: ChatContext): { conversationId: string; question: WaitingQuestion } | undefined {
  return Object.entries(ctx.get().queued)
    .flatMap(([conversationId, [question]]) => (question ? [{ conversationId, question }] : []))
    .toSorted(
      (a, b) => Number(a.question.sentAt > b.question.sentAt) - Number(a.question.sentAt < b.question.sentAt),
    )[0];
}

/** Sends one question; false where the server did not take it for now. */
async function send(ctx: ChatContext, conversationId: string, question: WaitingQuestion): Promise<boolean> {
  const { workspace } = ctx;
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
  ctx.set({ queued: withQuestions(ctx.get().queued, conversationId, (questions) => questions.slice(1)) });
  setSending(workspace, clientMessageId);
  let failure: unknown = null;
  await sendEntry(ctx, entry, (error) => {
    failure = error;
    if (isFirst) workspace.localOnlyIds.add(conversationId);
  });
  setSending(workspace, null);
  if (failure === null) {
    changeWaiting(ctx.storage, workspace.storageKeys.waiting, conversationId, (stored) =>
      stored.filter((item) => item.clientMessageId !== clientMessageId),
    );
    return true;
  }
  if (workspace !== ctx.workspace) return false;
  showQueue(ctx);
  const isRefused = isServerRejection(failure) && !(failure instanceof AppError && FOR_NOW.has(failure.code));
  if (!isRefused) {
    deliverAgain(ctx, failure);
    return false;
  }
  // What was written after it was written in the belief that it had been asked.
  unqueueAll(ctx, conversationId);
  reportRejection(ctx, conversationId, failure, 'send-failed');
  return true;
}

/** Tries again later, also where nobody hears of a way back: the server may have been there all along. */
function deliverAgain(ctx: ChatContext, failure?: unknown): void {
  const asked = failure instanceof AppError ? (failure.retryAfter ?? 0) * 1000 : 0;
  runLater(ctx, Math.max(AGAIN_AFTER, asked), () => void (ctx.isReached() && flushQueue(ctx)));
}

/** Resolves when nothing is being asked or answered in a conversation, or the session has ended. */
async function quiet(ctx: ChatContext, id: string): Promise<void> {
  const { workspace } = ctx;
  const mayGoOn = (): boolean => workspace !== ctx.workspace || !isBusy(ctx, id);
  if (mayGoOn()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const forget = ctx.subscribe(() => void (mayGoOn() && resolve()));
  await promise;
  forget();
}

function isBusy(ctx: ChatContext, id: string): boolean {
  return ctx.workspace.pendingRequests.has(id) || Boolean(ctx.get().threads[id]?.reply);
}

/** The conversation was deleted elsewhere: what waits in it begins one of its own. */
function beginAnew(ctx: ChatContext, conversationId: string): void {
  const { workspace } = ctx;
  const questions = ctx.get().queued[conversationId] ?? [];
  const to = ctx.newId();
  for (const { clientMessageId } of questions) removeFromQueue(ctx, conversationId, clientMessageId);
  removeConversation(ctx, conversationId);
  workspace.localOnlyIds.add(to);
  const { threads } = ctx.get();
  const { [conversationId]: gone = EMPTY_THREAD } = threads;
  ctx.set({ threads: { ...threads, [to]: EMPTY_THREAD, [conversationId]: { ...gone, movedTo: gone.movedTo ?? to } } });
  changeWaiting(ctx.storage, workspace.storageKeys.waiting, to, () =>
    questions.map((item) => ({ ...item, isFirst: true })),
  );
  showQueue(ctx);
}
