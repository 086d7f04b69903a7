import { hasAnswer, type Message } from '@parley/core';
import {
  bumpRevision,
  CONVERSATION_LIST,
  notify,
  patchConversation,
  patchReply,
  patchThread,
  putMessages,
  type ChatContext,
} from '../chat-context.ts';
import { applyTitle, scheduleTitleFetch } from '../conversations/conversation-title.ts';
import { holdQueue } from '../send/queue/queue-pause.ts';
import { applyUsage, refreshUsage } from '../usage/refresh-usage.ts';
import { followReply, type Follower, type FollowOptions, type ReplyEnding } from './follow-reply.ts';

type ReplyBinding = Omit<FollowOptions, 'message' | 'request' | 'onOutcome'>;

interface BoundReply {
  conversationId: string;
  /** The key of the reply. */
  key: string;
  /** Server's ids of the versions of this reply that came before it. Absent for a reply that began elsewhere. */
  earlierVersionIds?: string[];
  /** The text with which the reply began, when a shorter one is continued. */
  begun?: string;
  /** Called when the reply ended without content and the server restored the edited message that it answered. */
  onReverted?: () => void;
}

/** Reads a reply that is running on the server into the store until it ends. */
export function readReply(ctx: ChatContext, conversationId: string, key: string): void {
  const message = ctx.get().messages[key];
  if (!message) return;
  // The stream does not name the versions beside the reply.
  const earlierVersionIds = message.versionIds?.filter((id) => id !== message.id) ?? [];
  const binding = bindReply(ctx, { conversationId, key, earlierVersionIds });
  attachFollower(ctx, conversationId, followReply({ ...binding, message, request: null, onOutcome() {} }));
}

/** Keeps the follower of a conversation's reply, which `detachReply` closes. */
export function attachFollower(ctx: ChatContext, conversationId: string, follower: Follower): void {
  ctx.workspace.streams.followers.set(conversationId, follower);
}

/** Marks a reply as running, and returns what `followReply` needs to write it into the store. */
export function bindReply(ctx: ChatContext, bound: BoundReply): ReplyBinding {
  const { conversationId, key, earlierVersionIds = [] } = bound;
  const generationId = ctx.get().messages[key]?.generationId ?? null;
  ctx.workspace.streams.followers.get(conversationId)?.close();
  patchThread(ctx, conversationId, {
    reply: { generationId, messageId: key, connection: 'connecting', stopping: false },
  });
  // Until the server has accepted a new reply, its id is its key.
  const hasServerId = (message: Message): boolean => generationId !== null || message.id !== key;
  const withVersions = (message: Message): Message =>
    earlierVersionIds.length > 0 && hasServerId(message)
      ? { ...message, versionIds: message.versionIds ?? [...earlierVersionIds, message.id] }
      : message;
  return {
    api: ctx.api,
    now: ctx.now,
    random: ctx.random,
    onTitle: (title) => applyTitle(ctx, conversationId, title),
    onMessage: (message) => ctx.frame.put(key, withVersions(message)),
    onConnection: (connection) => patchReply(ctx, conversationId, { connection }),
    onEnd: (ending) => endReply(ctx, { ...bound, ending }),
  };
}

interface EndedReply extends BoundReply {
  ending: ReplyEnding;
}

function endReply(ctx: ChatContext, ended: EndedReply): void {
  const { conversationId, key, ending, begun = '' } = ended;
  const { streams, threads } = ctx.workspace;
  ctx.frame.flush();
  const message = ctx.get().messages[key];
  streams.followers.delete(conversationId);
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);
  // Set before the reply counts as ended, for subscribers that look at the usage then.
  if (ending.type === 'done') applyUsage(ctx, ending.usage);
  // The server refunds a failed reply, and may have refunded one that it no longer streams.
  else void refreshUsage(ctx);
  patchThread(ctx, conversationId, { reply: null });
  if (message) patchConversation(ctx, conversationId, { lastText: message.text });
  if (ending.type === 'gone') {
    if (message?.generationId !== undefined) streams.expiredGenerationIds.add(message.generationId);
    void ctx.reload(conversationId);
  } else if (message && message.status !== 'complete' && (!hasAnswer(message) || message.text === begun)) {
    void reloadAfterEmptyReply(ctx, ended);
  } else if (threads.cached.has(conversationId)) {
    void ctx.reload(conversationId);
  }
  scheduleTitleFetch(ctx, conversationId);
}

/** Reloads the thread of a reply that ended without content, since the server restores what it would have replaced. */
async function reloadAfterEmptyReply(
  ctx: ChatContext,
  { conversationId, key, ending, onReverted }: EndedReply,
): Promise<void> {
  const { workspace } = ctx;
  await ctx.reload(conversationId);
  const thread = ctx.get().threads[conversationId];
  const isReverted = workspace === ctx.workspace && thread !== undefined && !thread.messageIds.includes(key);
  if (!isReverted) return;
  if (ending.type === 'error') holdQueue(ctx, conversationId);
  onReverted?.();
  if (ending.type === 'error') notify(ctx, onReverted ? 'edit-failed' : 'retry-failed', conversationId, ending.error);
}

/** Stops reading a reply, without stopping the reply. */
export function detachReply(ctx: ChatContext, conversationId: string): void {
  const { followers } = ctx.workspace.streams;
  followers.get(conversationId)?.close();
  followers.delete(conversationId);
  ctx.frame.flush();
  patchThread(ctx, conversationId, { reply: null });
}

/**
 * Adopts the ids that the server gave to a message and its reply. Copies loaded under these ids meanwhile leave the
 * thread.
 */
export function adoptServerIds(
  ctx: ChatContext,
  conversationId: string,
  adopted: { key: string; id: string }[],
  generationId: string,
): void {
  const thread = ctx.get().threads[conversationId];
  if (!thread) return;
  const duplicates = new Set(adopted.map(({ id }) => id));
  for (const { key, id } of adopted) {
    ctx.workspace.threads.keyByServerId.set(id, key);
    duplicates.delete(key);
    const message = ctx.get().messages[key];
    if (message) putMessages(ctx, { [key]: { ...message, id } });
  }
  bumpRevision(ctx, conversationId, CONVERSATION_LIST);
  patchThread(ctx, conversationId, { messageIds: thread.messageIds.filter((key) => !duplicates.has(key)) });
  patchReply(ctx, conversationId, { generationId });
}

/** The placeholder shown until the server has accepted the message. */
export function emptyReply(id: string, question: Pick<Message, 'timestamp' | 'mode'>): Message {
  const { timestamp, mode } = question;
  return { id, text: '', isUser: false, timestamp, status: 'streaming', ...(mode && { mode }) };
}
