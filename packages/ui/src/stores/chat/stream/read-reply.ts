import { hasAnswer, type Message, type StreamRequest } from '@parley/core';
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
import { applyUsage, refreshUsage } from '../usage/refresh-usage.ts';
import { followReply, type ReplyEnding, type RequestOutcome } from './follow-reply.ts';

export interface ReplyRequest {
  body: StreamRequest;
  /** Server's ids of the versions of this reply that came before it. */
  earlierVersionIds?: string[];
  onOutcome: (outcome: RequestOutcome) => void;
  /** Called when the reply ended without content and the server restored the edited message that it answered. */
  onReverted?: () => void;
}

/** Reads the reply under this key into the store until it ends: a new one with its request, or one that is streaming already. */
export function readReply(ctx: ChatContext, conversationId: string, key: string, request?: ReplyRequest): void {
  const { workspace } = ctx;
  const message = ctx.get().messages[key];
  if (!message) return;
  const generationId = message.generationId ?? null;
  workspace.streams.followers.get(conversationId)?.close();
  patchThread(ctx, conversationId, {
    reply: { generationId, messageId: key, connection: 'connecting', stopping: false },
  });
  // A notice about an earlier attempt is out of date.
  if (request && ctx.get().notice?.conversationId === conversationId) ctx.set({ notice: null });
  // The stream of a reply that began elsewhere does not name the versions beside it.
  const knownVersionIds = message.versionIds?.filter((id) => id !== message.id);
  const earlierVersionIds = request?.earlierVersionIds ?? knownVersionIds ?? [];
  const hasServerId = (next: Message): boolean => next.id !== key || !request;
  const withVersions = (next: Message): Message =>
    earlierVersionIds.length > 0 && hasServerId(next)
      ? { ...next, versionIds: next.versionIds ?? [...earlierVersionIds, next.id] }
      : next;
  const follower = followReply({
    api: ctx.api,
    message,
    request: request?.body ?? null,
    now: ctx.now,
    random: ctx.random,
    onOutcome: (outcome) => request?.onOutcome(outcome),
    onTitle: (title) => applyTitle(ctx, conversationId, title),
    onMessage: (next) => ctx.frame.put(key, withVersions(next)),
    onConnection: (connection) => patchReply(ctx, conversationId, { connection }),
    onEnd: (ending) => endReply(ctx, { conversationId, key, ending, onReverted: request?.onReverted }),
  });
  workspace.streams.followers.set(conversationId, follower);
}

interface EndedReply {
  conversationId: string;
  key: string;
  ending: ReplyEnding;
  onReverted: (() => void) | undefined;
}

function endReply(ctx: ChatContext, ended: EndedReply): void {
  const { conversationId, key, ending } = ended;
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
  } else if (message && message.status !== 'complete' && !hasAnswer(message)) {
    void reloadAfterEmptyReply(ctx, ended);
  } else if (threads.cached.has(conversationId)) {
    void ctx.reload(conversationId);
  }
  scheduleTitleFetch(ctx, conversationId);
}

/** Reloads the thread of a reply that ended without content: the server restores what the reply was to replace. */
async function reloadAfterEmptyReply(
  ctx: ChatContext,
  { conversationId, key, ending, onReverted }: EndedReply,
): Promise<void> {
  const { workspace } = ctx;
  await ctx.reload(conversationId);
  const thread = ctx.get().threads[conversationId];
  const isReverted = workspace === ctx.workspace && thread !== undefined && !thread.messageIds.includes(key);
  if (!isReverted) return;
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

/** Adopts the ids that the server gave to a message and its reply. Copies loaded under these ids meanwhile leave the thread. */
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

/** The reply that stands on screen until the server has accepted its message. */
export function emptyReply(id: string, question: Pick<Message, 'timestamp' | 'mode'>): Message {
  const { timestamp, mode } = question;
  return { id, text: '', isUser: false, timestamp, status: 'streaming', ...(mode && { mode }) };
}
