import type { Conversation, UserEvent } from '@parley/core';
import type { ChatContext } from '../chat/chat-context.ts';

type ConversationEvent = Extract<UserEvent, { type: 'conversation' }>;

/** What was heard of a conversation and not yet looked into. */
export interface PendingRefresh {
  /** How it was told last. */
  lastEvent: ConversationEvent | null;
  /** Whether something was told that only the server can explain. */
  isForced: boolean;
  /** Whether a reply was begun that is to be read. */
  hasRunningReply: boolean;
  /** Server's ids of the replies that were begun. */
  startedReplyIds: string[];
}

export function newPendingRefresh(): PendingRefresh {
  return { lastEvent: null, isForced: false, hasRunningReply: false, startedReplyIds: [] };
}

/** Whether anything of this is not on screen, as far as that can be known. Most of what a client does itself comes back to it. */
export function needsRefetch(
  ctx: ChatContext,
  id: string,
  { lastEvent, isForced, startedReplyIds }: PendingRefresh,
): boolean {
  const { threads, messages, conversations } = ctx.get();
  const thread = threads[id];
  if (isForced || thread?.status !== 'ready') return true;
  const shown = thread.messageIds.map((key) => messages[key]?.id);
  if (!startedReplyIds.every((replyId) => shown.includes(replyId))) return true;
  if (!lastEvent) return false;
  const listed = conversations.find((item) => item.id === id);
  const { conversation, lastMessageIds } = lastEvent;
  const end = shown.slice(-lastMessageIds.length);
  return !listed || lastMessageIds.some((last, place) => last !== end[place]) || !isSameSummary(listed, conversation);
}

const COMPARED = [
  'title',
  'pinned',
  'archived',
  'webSearchEnabled',
  'thinkingModeEnabled',
] as const satisfies (keyof Conversation)[];

/** The time of one that was written to from here is of this machine's clock, so it is not compared. */
function isSameSummary(known: Conversation, told: Conversation): boolean {
  return COMPARED.every((field) => known[field] === told[field]);
}
