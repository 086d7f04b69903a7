import type { Conversation } from '@parley/core';
import { bumpRevision, CONVERSATION_LIST, patchConversation, type ChatContext } from '../chat/chat-context.ts';
import { trackMutation } from '../chat/conversations/pending-mutations.ts';

/** Marks a conversation as read on every device. A failure is silent: the next refresh shows it as unread again. */
export async function markRead(ctx: ChatContext, id: string): Promise<void> {
  patchConversation(ctx, id, { unread: false });
  bumpRevision(ctx, id, CONVERSATION_LIST);
  await trackMutation(ctx, id, ctx.api.changeConversation(id, { unread: false })).catch(() => {});
}

/**
 * Adopts whether a conversation is unread from an event, unless this client is changing it. A hidden page does so too,
 * since its title shows the number.
 */
export function adoptUnread(ctx: ChatContext, { id, unread }: Pick<Conversation, 'id' | 'unread'>): void {
  const listed = ctx.get().conversations.find((item) => item.id === id);
  const isChanging = ctx.workspace.conversations.pendingMutations.has(id);
  if (listed && !isChanging && listed.unread !== unread) patchConversation(ctx, id, { unread });
}
