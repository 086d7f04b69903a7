import type { Conversation, UserEvent } from '@parley/core';
import type { ChatContext } from '../chat/chat-context.ts';

/** What events have said about a conversation since it was last compared with the server: a pending invalidation. */
export interface PendingRefresh {
  /** The newest event with the state of the conversation. */
  lastEvent: Extract<UserEvent, { type: 'conversation' }> | null;
  /** Whether to refetch even if nothing in the events differs from what is shown. */
  isForced: boolean;
  /** Whether a reply has started that is to be read. */
  hasRunningReply: boolean;
  /** Server's ids of the replies that have started. */
  startedReplyIds: string[];
}

export function newPendingRefresh(): PendingRefresh {
  return { lastEvent: null, isForced: false, hasRunningReply: false, startedReplyIds: [] };
}

/** Whether the events differ from what is shown. Most events are echoes of what this client did itself. */
export function needsRefetch(ctx: ChatContext, id: string, pending: PendingRefresh): boolean {
  const { lastEvent, isForced, startedReplyIds } = pending;
  const { threads, messages, conversations } = ctx.get();
  const thread = threads[id];
  if (isForced || thread?.status !== 'ready') return true;
  const shownIds = thread.messageIds.map((key) => messages[key]?.id);
  if (!startedReplyIds.every((replyId) => shownIds.includes(replyId))) return true;
  if (!lastEvent) return false;
  const listed = conversations.find((item) => item.id === id);
  const { conversation, lastMessageIds } = lastEvent;
  const shownLast = shownIds.slice(-lastMessageIds.length);
  const hasOtherEnd = lastMessageIds.some((messageId, place) => messageId !== shownLast[place]);
  return !listed || hasOtherEnd || !isSameSummary(listed, conversation);
}

const COMPARED = [
  'title',
  'pinned',
  'archived',
  'webSearchEnabled',
  'thinkingModeEnabled',
] as const satisfies (keyof Conversation)[];

/** Leaves out the time: after a message from here it is that of the local clock. */
function isSameSummary(a: Conversation, b: Conversation): boolean {
  return COMPARED.every((field) => a[field] === b[field]);
}
