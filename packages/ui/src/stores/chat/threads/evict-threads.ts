import type { ChatContext } from '../chat-context.ts';

/** Maximum messages in memory before threads are evicted: the cost of each delta grows with their number. */
const MOST = 2000;

/**
 * Evicts the least recently opened threads while too many messages are in memory, and messages that are in no thread
 * any more. An evicted thread is reloaded when opened. Keeps threads that are open, busy or have queued messages.
 * `recent`:
 * opened conversations, the last one at the end.
 */
export function evictThreads(ctx: ChatContext, recent: ReadonlySet<string>): void {
  const { outgoing, conversations, threads: loaded } = ctx.workspace;
  // A rollback restores messages from memory.
  if (outgoing.pendingRequests.size > 0 || conversations.pendingMutations.size > 0) return;
  const { threads, messages } = ctx.get();
  const age = [...recent];
  const kept = new Map(Object.entries(threads));
  let count = [...kept.values()].reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  for (const id of Object.keys(threads).toSorted((a, b) => age.indexOf(a) - age.indexOf(b))) {
    if (count <= MOST) break;
    if (!isIdle(ctx, id)) continue;
    count -= threads[id]?.messageIds.length ?? 0;
    kept.delete(id);
    loaded.cached.delete(id);
  }
  const keys = new Set([...kept.values()].flatMap(({ messageIds }) => messageIds));
  const standing = Object.entries(messages).filter(([key]) => keys.has(key));
  if (kept.size < Object.keys(threads).length) ctx.set({ threads: Object.fromEntries(kept) });
  if (standing.length < Object.keys(messages).length) ctx.set({ messages: Object.fromEntries(standing) });
}

function isIdle({ get, workspace }: ChatContext, id: string): boolean {
  const { threads, queued, editing } = get();
  const isAtWork =
    // The name of a load ends with the id of its conversation.
    [...workspace.threads.inFlight.keys()].some((name) => name.endsWith(id)) ||
    workspace.conversations.localOnlyIds.has(id) ||
    workspace.outgoing.queue.unconfirmed().some(({ conversationId }) => conversationId === id) ||
    queued[id] !== undefined ||
    editing?.conversationId === id;
  return threads[id]?.status === 'ready' && !threads[id].reply && id !== workspace.threads.openId && !isAtWork;
}
