import { hasAnswer, type Message } from '@parley/core';
import {
  notify,
  bumpRevision,
  patchConversation,
  patchReply,
  patchThread,
  putMessages,
  CONVERSATION_LIST,
  type ChatContext,
} from '../chat-context.ts';
import { followReply, type FollowOptions, type ReplyEnding } from './follow-reply.ts';
import { refreshUsage, applyUsage } from '../usage/refresh-usage.ts';
import { scheduleTitleFetch, applyTitle } from '../conversations/conversation-title.ts';

/** The request that begins a reply, and what becomes of it; absent for a reply that is being written already. */
export interface ReplyRequest extends Required<Pick<FollowOptions, 'open' | 'onAccepted' | 'onRepeat' | 'onRefused'>> {
  /** Server's ids of the versions of this reply that there were before it. */
  earlier?: string[];
  /** The reply ended with nothing to read, and the server gave its place back to what it was to replace. */
  onUndone?: () => void;
}

/** Reads the reply under this key into the store until it ends. */
export function readReply(ctx: ChatContext, conversationId: string, key: string, request?: ReplyRequest): void {
  const { workspace } = ctx;
  const message = ctx.get().messages[key];
  if (!message) return;
  const generationId = message.generationId ?? null;
  workspace.followers.get(conversationId)?.close();
  patchThread(ctx, conversationId, {
    reply: { generationId, messageId: key, connection: 'connecting', stopping: false },
  });
  // What was said of an attempt before this one is over.
  if (request && ctx.get().notice?.conversationId === conversationId) ctx.set({ notice: null });
  // What is told of a reply that was begun elsewhere does not say what it stands beside.
  const known = message.versionIds?.filter((id) => id !== message.id);
  const { earlier = known ?? [], onUndone, ...opening } = request ?? {};
  const isNamed = (next: Message): boolean => next.id !== key || !request;
  const withVersions = (next: Message): Message =>
    earlier.length > 0 && isNamed(next) ? { ...next, versionIds: next.versionIds ?? [...earlier, next.id] } : next;
  const follower = followReply({
    ...opening,
    message,
    attach: (id, after, handlers) => ctx.api.attach(id, after, handlers),
    now: ctx.now,
    random: ctx.random,
    onTitle: (title) => applyTitle(ctx, conversationId, title),
    onMessage: (next) => ctx.frame.put(key, withVersions(next)),
    onConnection: (connection) => patchReply(ctx, conversationId, { connection }),
    onEnd: (ending) => endReply(ctx, conversationId, key, ending, onUndone),
  });
  workspace.followers.set(conversationId, follower);
}

function endReply(
  ctx: ChatContext,
  conversationId: string,
  key: string,
  ending: ReplyEnding,
  onUndone?: () => void,
): void {
  ctx.frame.flush();
  const message = ctx.get().messages[key];
  ctx.workspace.followers.delete(conversationId);
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);
  // Known before the reply is over, for whoever wants to know what it leaves.
  if (ending.type === 'done') applyUsage(ctx, ending.usage);
  // A reply that failed is given back, and one that is no longer told may have been.
  else void refreshUsage(ctx);
  patchThread(ctx, conversationId, { reply: null });
  if (message) patchConversation(ctx, conversationId, { lastText: message.text });
  if (ending.type === 'gone') {
    if (message?.generationId !== undefined) ctx.workspace.expiredGenerationIds.add(message.generationId);
    void ctx.reload(conversationId);
  } else if (message && message.status !== 'complete' && !hasAnswer(message)) {
    void reloadAfterEmptyReply(ctx, conversationId, key, ending, onUndone);
  } else if (ctx.workspace.cachedThreads.has(conversationId)) {
    void ctx.reload(conversationId);
  }
  scheduleTitleFetch(ctx, conversationId);
}

/** A reply that ended with nothing to read gives its place back to the one it was to replace, and its thread does not say why. */
async function reloadAfterEmptyReply(
  ctx: ChatContext,
  conversationId: string,
  key: string,
  ending: ReplyEnding,
  onUndone?: () => void,
): Promise<void> {
  const { workspace } = ctx;
  await ctx.reload(conversationId);
  const thread = ctx.get().threads[conversationId];
  const isReplaced = workspace === ctx.workspace && thread !== undefined && !thread.messageIds.includes(key);
  if (!isReplaced) return;
  onUndone?.();
  if (ending.type === 'error') notify(ctx, onUndone ? 'edit-failed' : 'retry-failed', conversationId, ending.error);
}

/** Stops reading a reply, without stopping the reply. */
export function detachReply(ctx: ChatContext, conversationId: string): void {
  ctx.workspace.followers.get(conversationId)?.close();
  ctx.workspace.followers.delete(conversationId);
  ctx.frame.flush();
  patchThread(ctx, conversationId, { reply: null });
}

/** Takes over the ids the server gave to a question and its reply; what was loaded under them meanwhile leaves the thread. */
export function adoptServerIds(
  ctx: ChatContext,
  conversationId: string,
  adopted: { key: string; id: string }[],
  generationId: string,
): void {
  const thread = ctx.get().threads[conversationId];
  if (!thread) return;
  const doubled = new Set(adopted.map(({ id }) => id));
  for (const { key, id } of adopted) {
    ctx.workspace.keyByServerId.set(id, key);
    doubled.delete(key);
    const message = ctx.get().messages[key];
    if (message) putMessages(ctx, { [key]: { ...message, id } });
  }
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);
  patchThread(ctx, conversationId, { messageIds: thread.messageIds.filter((key) => !doubled.has(key)) });
  patchReply(ctx, conversationId, { generationId });
}
