import type { Conversation, UserEvent } from '@parley/core';
import type { ChatContext } from '../chat/chat-context.ts';

type Told = Extract<UserEvent, { type: 'conversation' }>;

/** What was heard of a conversation and not yet looked into. */
export interface Rumour {
  /** How it was told last. */
  told: Told | null;
  /** Whether something was told that only the server can explain. */
  mustAsk: boolean;
  /** Whether a reply was begun that is to be read. */
  isWriting: boolean;
  /** Server's ids of the replies that were begun. */
  replyIds: string[];
}

export function newRumour(): Rumour {
  return { told: null, mustAsk: false, isWriting: false, replyIds: [] };
}

/** Whether anything of this is not on screen, as far as that can be known. Most of what a client does itself comes back to it. */
export function isNews(ctx: ChatContext, id: string, { told, mustAsk, replyIds }: Rumour): boolean {
  const { threads, messages, conversations } = ctx.get();
  const thread = threads[id];
  if (mustAsk || thread?.status !== 'ready') return true;
  const shown = thread.messageIds.map((key) => messages[key]?.id);
  if (!replyIds.every((replyId) => shown.includes(replyId))) return true;
  if (!told) return false;
  const listed = conversations.find((item) => item.id === id);
  const { conversation, lastMessageIds } = told;
  const end = shown.slice(-lastMessageIds.length);
  return !listed || lastMessageIds.some((last, place) => last !== end[place]) || !isAlike(listed, conversation);
}

const COMPARED = [
  'title',
  'pinned',
  'archived',
  'webSearchEnabled',
  'thinkingModeEnabled',
] as const satisfies (keyof Conversation)[];

/** The time of one that was written to from here is of this machine's clock, so it is not compared. */
function isAlike(known: Conversation, told: Conversation): boolean {
  return COMPARED.every((field) => known[field] === told[field]);
}
