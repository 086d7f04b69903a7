import { placeConversation, type ChatContext, type ChatWorkspace } from '../chat/chat-context.ts';
import { summaryOf } from '../chat/send/send-message.ts';
import { readWaiting } from '../chat/send/queued-messages.ts';

/** By session, the client message id of the question that is being sent: it stands in its thread, and is stored until the server has it. */
const sending = new WeakMap<ChatWorkspace, string>();

export function setSending(session: ChatWorkspace, clientMessageId: string | null): void {
  if (clientMessageId === null) sending.delete(session);
  else sending.set(session, clientMessageId);
}

/** Shows what waits as it is stored by now, and the conversations that were begun with it. */
export function showQueue(ctx: ChatContext): void {
  const { workspace } = ctx;
  const stored = Object.entries(readWaiting(ctx.storage, workspace.storageKeys.waiting)).map(
    ([id, questions]) =>
      [id, questions.filter(({ clientMessageId }) => clientMessageId !== sending.get(workspace))] as const,
  );
  ctx.set({ queued: Object.fromEntries(stored.filter(([, questions]) => questions.length > 0)) });
  for (const [id, [first]] of stored) {
    const isListed = ctx.get().conversations.some((listed) => listed.id === id);
    if (first?.isFirst && !isListed) placeConversation(ctx, summaryOf(ctx, id, { ...first, timestamp: first.sentAt }));
  }
}
