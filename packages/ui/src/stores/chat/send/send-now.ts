import { stopReply } from '../stream/stop-reply.ts';
import type { ChatContext } from '../chat-context.ts';
import { showQueue } from './queue/show-queue.ts';

/**
 * Moves a queued message to the front of its conversation's queue, ends a pause, and stops the running reply. The next
 * `flushQueue` sends the message.
 */
export function sendNow(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const { queue } = ctx.workspace.outgoing;
  const messages = queue.queued()[conversationId] ?? [];
  const [first] = messages;
  // Otherwise another tab has sent it.
  if (first && messages.some((message) => message.clientMessageId === clientMessageId)) {
    const beforeFirst = new Date(Date.parse(first.sentAt) - 1).toISOString();
    for (const message of messages) {
      if (message.clientMessageId === clientMessageId)
        queue.put({ ...message, waitsFor: 'connection', sentAt: beforeFirst });
      else if (message.waitsFor === 'user') queue.put({ ...message, waitsFor: 'reply' });
    }
    void stopReply(ctx, conversationId);
  }
  showQueue(ctx);
}
