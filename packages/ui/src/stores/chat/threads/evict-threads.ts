import type { ChatContext } from '../chat-context.ts';

/** Messages in memory beyond which conversations are let go of: each piece of a reply costs a little for every one of them. */
const MOST = 2000;

/**
 * Lets go of the conversations that were shown longest ago while there are too many messages in memory, and of messages
 * that stand in no conversation any more. They are read again when they are opened. One that is shown, written in or
 * waited for stays. `recent`: those that were shown, the last one at the end.
 */
export function evictThreads(ctx: ChatContext, recent: ReadonlySet<string>): void {
  const { outgoing, conversations, threads: loaded } = ctx.workspace;
  // What is refused comes back from memory.
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
    // What is loaded has the conversation's id at the end of its name.
    [...workspace.threads.inFlight.keys()].some((name) => name.endsWith(id)) ||
    workspace.conversations.localOnlyIds.has(id) ||
    workspace.outgoing.queue.unconfirmed().some(({ conversationId }) => conversationId === id) ||
    queued[id] !== undefined ||
    editing?.conversationId === id;
  return threads[id]?.status === 'ready' && !threads[id].reply && id !== workspace.threads.openId && !isAtWork;
}
