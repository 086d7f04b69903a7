import { stopReply } from '../stream/stop-reply.ts';
import type { ChatContext } from '../chat-context.ts';
import { showQueue } from './queue/show-queue.ts';

/**
 * Moves a queued message to the front of all queues, ends a pause, and stops the running reply. The next `flushQueue`
 * sends the message.
 */
export function sendNow(ctx: ChatContext, conversationId: string, clientMessageId: string): void {
  const { queue } = ctx.workspace.outgoing;
  const queued = queue.queued();
  const messages = queued[conversationId] ?? [];
  // Otherwise another tab has sent it.
  if (messages.some((message) => message.clientMessageId === clientMessageId)) {
    // A message that waits for the connection only is sent after those of other conversations that are older.
    const times = Object.values(queued).map(([first]) => Date.parse(first?.sentAt ?? ''));
    const beforeAll = new Date(Math.min(...times) - 1).toISOString();
    for (const message of messages) {
      if (message.clientMessageId === clientMessageId)
        queue.put({ ...message, waitsFor: 'connection', sentAt: beforeAll });
      else if (message.waitsFor === 'user') queue.put({ ...message, waitsFor: 'reply' });
    }
    void stopReply(ctx, conversationId);
  }
  showQueue(ctx);
}
