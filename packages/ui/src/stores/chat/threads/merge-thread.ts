import { failReply, type Message } from '@parley/core';
import type { Thread } from '../chat-state.ts';

interface Known {
  thread: Thread;
  messages: Record<string, Message>;
  /** The key of a message, by the server's id. */
  keyOf: (id: string) => string;
  /** Whether the server has said that it no longer tells this run. */
  isGone: (generationId: string) => boolean;
}

interface Page {
  messages: Message[];
  nextBefore: string | null;
}

export interface Merged {
  messageIds: string[];
  nextBefore: string | null;
  messages: Record<string, Message>;
}

/** The thread after its newest page was read: the server's messages win, and older pages that were loaded stay. */
export function mergeNewest({ thread, ...known }: Known, page: Page): Merged {
  const messages = readMessages(known, page.messages);
  const keys = Object.keys(messages);
  const start = keys[0] === undefined ? -1 : thread.messageIds.indexOf(keys[0]);
  const older = thread.messageIds.slice(0, Math.max(0, start));
  const nextBefore = older.length > 0 ? thread.nextBefore : page.nextBefore;
  return { messageIds: [...older, ...keys], nextBefore, messages };
}

/** The thread after a page of older messages was read. */
export function mergeOlder({ thread, ...known }: Known, page: Page): Merged {
  const messages = readMessages(known, page.messages);
  const older = Object.keys(messages).filter((key) => !thread.messageIds.includes(key));
  return { messageIds: [...older, ...thread.messageIds], nextBefore: page.nextBefore, messages };
}

function readMessages({ messages, keyOf, isGone }: Omit<Known, 'thread'>, fetched: Message[]): Record<string, Message> {
  return Object.fromEntries(
    fetched.map((message) => {
      const key = keyOf(message.id);
      const known = messages[key];
      return [key, known && isAhead(known, message) ? known : withPreviews(closeOrphan(message, isGone), known)];
    }),
  );
}

/** Whether what this client has read of a reply is further than the checkpoint that was stored of it. */
function isAhead(known: Message, fetched: Message): boolean {
  if (fetched.status !== 'streaming') return false;
  return known.status !== 'streaming' || (known.seq ?? -1) > (fetched.seq ?? -1);
}

/** A picture that is shown from this machine is not loaded back from the server. */
function withPreviews(message: Message, known: Message | undefined): Message {
  const shown = new Map(known?.attachments?.map(({ id, url }) => [id, url]));
  if (!message.attachments || shown.size === 0) return message;
  return {
    ...message,
    attachments: message.attachments.map((file) => ({ ...file, url: shown.get(file.id) ?? file.url })),
  };
}

/** A reply that claims to be written by a run nobody knows will never end by itself. */
function closeOrphan(message: Message, isGone: (generationId: string) => boolean): Message {
  if (message.status !== 'streaming') return message;
  const isOrphan = message.generationId === undefined || isGone(message.generationId);
  return isOrphan ? failReply(message, 'interrupted') : message;
}
