import { removeSent } from '../../attachments/draft-attachments.ts';
import { dismissNoticeOf, placeConversation, setDraft, type ChatContext } from '../../chat-context.ts';
import { findSendable, isBusy, newOutgoingMessage, summaryAfter } from '../send-message.ts';
import { queuePause } from './queue-pause.ts';
import type { OutgoingMessage } from './send-queue.ts';

/**
 * Queues a message with the attachments that are ready, until the server is reachable and the messages before it are
 * answered. It overtakes those that wait for the user. It is stored and shown in its thread, and the composer is empty,
 * when this returns.
 */
export function queueMessage(ctx: ChatContext, conversationId: string, text: string): void {
  const sendable = findSendable(ctx, conversationId, text);
  if (sendable) addToQueue(ctx, newOutgoingMessage(ctx, conversationId, sendable), '');
}

/** Moves a message from the composer to the queue. `draft` is the text that stays in the composer. */
function addToQueue(ctx: ChatContext, unqueued: OutgoingMessage, draft: string): void {
  const { queue, pendingRequests } = ctx.workspace.outgoing;
  const { conversationId } = unqueued;
  const state = ctx.get();
  const { [conversationId]: queued = [], ...others } = state.queued;
  const isAnswering = isBusy(ctx, conversationId);
  const isPaused = queuePause(state, conversationId) !== null;
  const overtaken = queued.findIndex(({ waitsFor }) => isPaused || waitsFor === 'user');
  const before = overtaken < 0 ? queued : queued.slice(0, overtaken);
  // A user who has just stopped the reply expects no complete one.
  const waitsForReply = isAnswering && !state.threads[conversationId]?.reply?.stopping;
  let time = Math.max(ctx.now(), ...timesAfterQueued(ctx));
  const message: OutgoingMessage = {
    ...unqueued,
    status: 'queued',
    waitsFor: before.length > 0 || waitsForReply ? 'reply' : 'connection',
    sentAt: new Date(time).toISOString(),
  };
  const after = queued.slice(before.length).map((each) => ({ ...each, sentAt: new Date(++time).toISOString() }));
  // An attempt that failed before was this message, or gives way to it.
  if (!pendingRequests.has(conversationId)) queue.removeUnconfirmed(conversationId);
  for (const each of [message, ...after]) queue.put(each);
  ctx.set({ queued: { ...others, [conversationId]: [...before, message, ...after] } });
  setDraft(ctx, conversationId, draft);
  removeSent(ctx, conversationId, message.attachments);
  // A conversation with a running reply is in its place already.
  if (!isAnswering) placeConversation(ctx, summaryAfter(ctx, message, message.sentAt));
}

/** Timestamps after every queued message, so that the new one is last even if the clock was set back. */
function timesAfterQueued(ctx: ChatContext): number[] {
  return Object.values(ctx.get().queued)
    .flat()
    .map(({ sentAt }) => Date.parse(sentAt) + 1);
}

/**
 * Queues a failed message that is back in the composer while the server is unreachable, as the notice above the thread
 * promises. Text and files that were added since stay in the composer.
 */
export async function queueIfUnreachable(ctx: ChatContext, conversationId: string): Promise<void> {
  const { workspace } = ctx;
  if ((await ctx.checkReach()) || workspace !== ctx.workspace) return;
  const message = workspace.outgoing.queue.findUnconfirmed(conversationId, 'new');
  const draft = ctx.get().drafts[conversationId] ?? '';
  if (message?.status !== 'failed' || !draft.startsWith(message.text)) return;
  addToQueue(ctx, { ...message, mayBeStored: true }, draft.slice(message.text.length).trimStart());
  dismissNoticeOf(ctx, conversationId);
}
