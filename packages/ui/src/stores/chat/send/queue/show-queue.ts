import { placeConversation, type ChatContext } from '../../chat-context.ts';
import { summaryAfter } from '../send-message.ts';

/**
 * Shows the queue as it is stored now, which another tab may have changed, and the conversations that start with it.
 */
export function showQueue(ctx: ChatContext): void {
  const { queue, flushingMessageId } = ctx.workspace.outgoing;
  const stored = Object.entries(queue.queued());
  const waiting = stored.map(
    ([id, messages]) => [id, messages.filter(({ clientMessageId }) => clientMessageId !== flushingMessageId)] as const,
  );
  ctx.set({ queued: Object.fromEntries(waiting.filter(([, messages]) => messages.length > 0)) });
  for (const [id, [first]] of waiting) {
    const isListed = ctx.get().conversations.some((listed) => listed.id === id);
    if (first?.startsConversation && !isListed) placeConversation(ctx, summaryAfter(ctx, first, first.sentAt));
  }
}
