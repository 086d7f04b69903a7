import type { Conversation, UserEvent } from '@parley/core';
import type { ChatState } from '../chat/chat-state.ts';

/** A pending invalidation: the events about a conversation since it was last compared with the server. */
export interface PendingRefresh {
  /** The newest event with the state of the conversation. */
  lastEvent: Extract<UserEvent, { type: 'conversation' }> | null;
  /** Whether to refetch even if the events match the shown state. */
  isForced: boolean;
  /** Whether a reply has started that must be read. */
  hasRunningReply: boolean;
  /** Server's ids of the replies that have started. */
  startedReplyIds: string[];
}

export function newPendingRefresh(): PendingRefresh {
  return { lastEvent: null, isForced: false, hasRunningReply: false, startedReplyIds: [] };
}

/** Whether the events differ from the shown state. Most events are echoes of this client's own changes. */
export function needsRefetch(
  { threads, messages, conversations }: ChatState,
  id: string,
  { lastEvent, isForced, startedReplyIds }: PendingRefresh,
): boolean {
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
  'projectId',
  'webSearchEnabled',
  'thinkingModeEnabled',
] as const satisfies (keyof Conversation)[];

/** Ignores the time, which is the local clock's after a message from here. */
function isSameSummary(a: Conversation, b: Conversation): boolean {
  return COMPARED.every((field) => a[field] === b[field]);
}
