import type { ChatContext } from '../chat-context.ts';
import { loadOlder, loadThread } from './load-thread.ts';
import { showVersion } from './show-version.ts';

/** Page size for loading back to an old message. */
const PAGE = 200;

/** Loads a conversation back to a message, on its branch. Returns null if the message is gone. */
export async function findMessage(ctx: ChatContext, conversationId: string, messageId: string): Promise<string | null> {
  const { status, messageIds } = ctx.get().threads[conversationId] ?? {};
  const known = ctx.workspace.threads.keyByServerId.get(messageId) ?? messageId;
  if (status === 'ready' && messageIds?.includes(known)) return known;
  await loadThread(ctx, conversationId);
  const key = await loadBackTo(ctx, conversationId, messageId);
  const thread = ctx.get().threads[conversationId];
  const isWhole = thread?.status === 'ready' && thread.nextBefore === null;
  if (key !== null || !isWhole) return key;
  const isShown = await showVersion(ctx, conversationId, messageId);
  return isShown ? loadBackTo(ctx, conversationId, messageId) : null;
}

async function loadBackTo(ctx: ChatContext, conversationId: string, messageId: string): Promise<string | null> {
  const { workspace } = ctx;
  for (;;) {
    const thread = ctx.get().threads[conversationId];
    if (workspace !== ctx.workspace || !thread) return null;
    const key = workspace.threads.keyByServerId.get(messageId) ?? messageId;
    if (thread.messageIds.includes(key)) return key;
    const { nextBefore } = thread;
    if (nextBefore === null) return null;
    await loadOlder(ctx, conversationId, PAGE);
    if (ctx.get().threads[conversationId]?.nextBefore === nextBefore) return null;
  }
}
