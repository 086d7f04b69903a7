import { EMPTY_THREAD, type ChatContext } from '../../chat-context.ts';

/** Shows the messages that an earlier visit left queued. The server does not know conversations that start with one. */
export function restoreQueue(ctx: ChatContext): void {
  const { outgoing, conversations } = ctx.workspace;
  const queued = outgoing.queue.queued();
  const threads = { ...ctx.get().threads };
  for (const [id, [first]] of Object.entries(queued)) {
    if (!first?.startsConversation) continue;
    conversations.localOnlyIds.add(id);
    threads[id] ??= EMPTY_THREAD;
  }
  ctx.set({ queued, threads });
}
