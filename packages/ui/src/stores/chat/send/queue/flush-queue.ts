import { AppError } from '@parley/core';
import { retryAfter, retryDelay } from '../../../connection/backoff.ts';
import { EMPTY_THREAD, removeConversation, runLater, waitUntil, type ChatContext } from '../../chat-context.ts';
import { refreshCapabilities } from '../../refresh-capabilities.ts';
import { loadThread } from '../../threads/load-thread.ts';
import { postMessage } from '../post-message.ts';
import { isBusy, lastMessageId, showOptimistically } from '../send-message.ts';
import { lastImage } from '../last-image.ts';
import { queuePause } from './queue-pause.ts';
import { isServerRejection, reportRejection } from '../send-outcome.ts';
import type { OutgoingMessage } from './send-queue.ts';
import { showQueue } from './show-queue.ts';
import { hideQueued, removeFromQueue, unqueueAll } from './unqueue-message.ts';

/** Rejections unrelated to the message itself: it is retried later. */
const TEMPORARY = new Set(['rate-limited', 'reply-in-progress', 'unauthorized']);
/** Longest time in milliseconds before a retry, unless the server asks for a longer one. */
const LONGEST_DELAY = 60_000;

/**
 * Sends the queued messages one after the other, oldest first, each once its conversation is loaded, idle and not
 * paused. Only one tab at a time does so. Messages that the server rejects return to the composer. A message that
 * could not be sent holds back only its own conversation, until its retry or the next call.
 */
export function flushQueue(ctx: ChatContext): Promise<void> {
  for (const retry of ctx.workspace.outgoing.queueRetries.values()) retry.isWaiting = false;
  return flush(ctx);
}

async function flush(ctx: ChatContext): Promise<void> {
  const { workspace } = ctx;
  const { outgoing } = workspace;
  if (outgoing.isFlushing) {
    // The flush that is running checks again what it can send.
    showQueue(ctx);
    return;
  }
  outgoing.isFlushing = true;
  try {
    let mayContinue = true;
    while (mayContinue && workspace === ctx.workspace) mayContinue = await flushNext(ctx);
  } finally {
    outgoing.isFlushing = false;
  }
}

/**
 * Sends the oldest queued message whose conversation is idle and not paused, and waits for one if there is none.
 * Returns false when nothing more can be sent now.
 */
async function flushNext(ctx: ChatContext): Promise<boolean> {
  const { workspace } = ctx;
  showQueue(ctx);
  const isEmpty = (): boolean => Object.keys(ctx.get().queued).length === 0;
  await waitUntil(ctx, () => isEmpty() || nextToSend(ctx) !== undefined);
  if (workspace !== ctx.workspace) return false;
  const message = nextToSend(ctx);
  // The conversation may have become busy again at once.
  if (!message) return !isEmpty();
  const { conversationId, clientMessageId } = message;
  const isLoaded = Boolean(await loadThread(ctx, conversationId)) && !workspace.threads.cached.has(conversationId);
  if (workspace !== ctx.workspace) return false;
  if (!isLoaded) {
    retryLater(ctx, message);
    return true;
  }
  return withTabLock(ctx, async () => {
    if (workspace !== ctx.workspace) return false;
    // Another tab may have sent or moved the message.
    showQueue(ctx);
    const isStillFirst = ctx.get().queued[conversationId]?.[0]?.clientMessageId === clientMessageId;
    if (!isStillFirst || !isIdle(ctx, conversationId)) return true;
    if (ctx.get().threads[conversationId]?.status !== 'not-found') return sendQueued(ctx, message);
    moveToNewConversation(ctx, conversationId);
    return true;
  });
}

/**
 * A message written without a connection waits for all earlier ones, except those that wait for the user or a retry.
 * Others wait for their own conversation only.
 */
function nextToSend(ctx: ChatContext): OutgoingMessage | undefined {
  const first = Object.values(ctx.get().queued)
    .flatMap(([message]) => message ?? [])
    .filter(({ conversationId }) => queuePause(ctx.get(), conversationId) === null)
    .filter(({ clientMessageId }) => !ctx.workspace.outgoing.queueRetries.get(clientMessageId)?.isWaiting)
    .toSorted((a, b) => Number(a.sentAt > b.sentAt) - Number(a.sentAt < b.sentAt));
  return first.find(
    (message) => !isBusy(ctx, message.conversationId) && (message.waitsFor !== 'connection' || message === first[0]),
  );
}

/** Whether the first queued message of a conversation can be sent, as far as this tab knows. */
function isIdle(ctx: ChatContext, conversationId: string): boolean {
  return !isBusy(ctx, conversationId) && queuePause(ctx.get(), conversationId) === null;
}

/** Runs the task while no other tab of this user runs one. Runs it at once in a browser that has or gives no locks. */
function withTabLock({ workspace }: ChatContext, task: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as Partial<Navigator>;
  let running: Promise<boolean> | undefined;
  const run = (): Promise<boolean> => (running ??= task());
  return locks ? locks.request(`parley ${workspace.storageKeys.sendQueue}`, run).catch(run) : run();
}

/** Sends one message. Returns false if the server accepts no messages for now. */
async function sendQueued(ctx: ChatContext, message: OutgoingMessage): Promise<boolean> {
  const { workspace } = ctx;
  const { outgoing } = workspace;
  const { conversationId, clientMessageId, mode } = message;
  const sent: OutgoingMessage = { ...message, after: lastMessageId(ctx, conversationId), mayBeStored: true };
  if (sent.editsImage && sent.waitsFor === 'reply') {
    sent.previousImageUrl = lastImage(ctx.get(), conversationId);
    // Later attempts edit the same image.
    sent.waitsFor = 'connection';
  }
  // It stays stored until the server has it, so that another tab can send it if this one crashes.
  outgoing.queue.put(sent);
  outgoing.flushingMessageId = clientMessageId;
  hideQueued(ctx, conversationId, clientMessageId);
  const outcome = await postMessage(ctx, sent, showOptimistically(ctx, sent));
  outgoing.flushingMessageId = null;
  if (outcome.type === 'accepted' || outcome.type === 'repeated') return true;
  if (workspace !== ctx.workspace) return false;
  showQueue(ctx);
  const error = outcome.type === 'rejected' ? outcome.error : undefined;
  const code = error instanceof AppError ? error.code : '';
  if (code === 'unavailable') await refreshCapabilities(ctx);
  if (workspace !== ctx.workspace) return false;
  const isModeUnavailable = code === 'unavailable' && ctx.get().capabilities?.[mode].ok === false;
  const isTemporary = TEMPORARY.has(code);
  if (isTemporary || !(isServerRejection(error) || isModeUnavailable)) {
    retryLater(ctx, message, error);
    return !isTemporary;
  }
  // Later messages were written on the assumption that this one was sent.
  unqueueAll(ctx, conversationId);
  reportRejection(ctx, conversationId, error, 'send-failed');
  return true;
}

/** Schedules a retry, even without a reconnect event: the server may have been reachable all along. */
function retryLater(ctx: ChatContext, { clientMessageId }: OutgoingMessage, error?: unknown): void {
  const { queueRetries } = ctx.workspace.outgoing;
  const failures = queueRetries.get(clientMessageId)?.failures ?? 0;
  const retry = { failures: failures + 1, isWaiting: true };
  queueRetries.set(clientMessageId, retry);
  const delay = Math.max(retryAfter(error), Math.min(LONGEST_DELAY, retryDelay() * 2 ** failures));
  runLater(ctx, delay, () => {
    if (!ctx.isReached()) return;
    retry.isWaiting = false;
    void flush(ctx);
  });
}

/** Moves the queued messages of a conversation that was deleted elsewhere into a new one. */
function moveToNewConversation(ctx: ChatContext, conversationId: string): void {
  const { outgoing, conversations } = ctx.workspace;
  const messages = ctx.get().queued[conversationId] ?? [];
  const to = ctx.newId();
  for (const { clientMessageId } of messages) removeFromQueue(ctx, conversationId, clientMessageId);
  removeConversation(ctx, conversationId);
  conversations.localOnlyIds.add(to);
  const { threads } = ctx.get();
  const { [conversationId]: deleted = EMPTY_THREAD } = threads;
  ctx.set({
    threads: { ...threads, [to]: EMPTY_THREAD, [conversationId]: { ...deleted, movedTo: deleted.movedTo ?? to } },
  });
  for (const message of messages) outgoing.queue.put({ ...message, conversationId: to, startsConversation: true });
  showQueue(ctx);
}
