import { removeSent } from '../../attachments/draft-attachments.ts';
import { dismissNoticeOf, placeConversation, setDraft, type ChatContext } from '../../chat-context.ts';
import { findSendable, isBusy, newOutgoingMessage, summaryAfter } from '../send-message.ts';
import type { OutgoingMessage } from './send-queue.ts';

/**
 * Queues a message with the attachments that are ready, until the server is reachable and the messages before it are
 * answered. It is stored and shown in its thread, and the composer is empty, when this returns.
 */
export function queueMessage(ctx: ChatContext, conversationId: string, text: string): void {
  const { queue, pendingRequests } = ctx.workspace.outgoing;
  const sendable = findSendable(ctx, conversationId, text);
  if (!sendable) return;
  const { [conversationId]: queued = [], ...others } = ctx.get().queued;
  const isAnswering = isBusy(ctx, conversationId);
  const message: OutgoingMessage = {
    ...newOutgoingMessage(ctx, conversationId, sendable),
    status: 'queued',
    waitsFor: queued.length > 0 || isAnswering ? 'reply' : 'connection',
    sentAt: new Date(Math.max(ctx.now(), ...timesAfterQueued(ctx))).toISOString(),
  };
  // An attempt that failed before was this message, or gives way to it.
  if (!pendingRequests.has(conversationId)) queue.removeUnconfirmed(conversationId);
  queue.put(message);
  ctx.set({ queued: { ...others, [conversationId]: [...queued, message] } });
  setDraft(ctx, conversationId, '');
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
 * promises.
 */
export async function queueIfUnreachable(ctx: ChatContext, conversationId: string): Promise<void> {
  const { workspace } = ctx;
  const draft = ctx.get().drafts[conversationId] ?? '';
  const isReached = await ctx.checkReach();
  const isUnchanged = workspace === ctx.workspace && ctx.get().drafts[conversationId] === draft;
  if (isReached || !isUnchanged) return;
  queueMessage(ctx, conversationId, draft);
  dismissNoticeOf(ctx, conversationId);
}
