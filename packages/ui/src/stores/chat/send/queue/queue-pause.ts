import type { ChatContext } from '../../chat-context.ts';
import type { ChatState } from '../../chat-state.ts';

/**
 * Why the queue of a conversation waits for the user; null if it does not. `failed` or `stopped`: the last reply did.
 * `held`: the message before the queue was not answered.
 */
export function queuePause(
  { queued, threads, messages }: Pick<ChatState, 'queued' | 'threads' | 'messages'>,
  conversationId: string,
): 'failed' | 'stopped' | 'held' | null {
  const waitsFor = queued[conversationId]?.[0]?.waitsFor ?? 'connection';
  const thread = threads[conversationId];
  // A conversation that was deleted elsewhere cannot show its queue, so that this one does not wait for the user.
  if (waitsFor === 'connection' || thread?.reply || thread?.status === 'not-found') return null;
  const last = messages[thread?.messageIds.at(-1) ?? ''];
  const status = last?.isUser === false ? last.status : undefined;
  if (status === 'failed' || status === 'interrupted') return 'failed';
  if (status === 'stopped') return 'stopped';
  return waitsFor === 'user' ? 'held' : null;
}

/** Pauses the queue of a conversation until the user sends its first message. */
export function holdQueue(ctx: ChatContext, conversationId: string): void {
  const { queue, flushingMessageId } = ctx.workspace.outgoing;
  const queued = () =>
    (queue.queued()[conversationId] ?? []).filter(({ clientMessageId }) => clientMessageId !== flushingMessageId);
  const [first] = queued();
  if (first?.waitsFor !== 'reply') return;
  queue.put({ ...first, waitsFor: 'user' });
  ctx.set({ queued: { ...ctx.get().queued, [conversationId]: queued() } });
}
