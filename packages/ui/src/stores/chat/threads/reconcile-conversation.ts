import { AppError, failReply, type ConversationResponse, type Message } from '@parley/core';
import type { ConversationSummary, Thread } from '../chat-state.ts';

/** This client's state of a conversation when the server's answer arrives. */
export interface LocalConversation {
  thread: Thread;
  /** By key. */
  messages: Record<string, Message>;
  /** The key of a message, by the server's id. */
  keyOf: (id: string) => string;
  /** Whether the server no longer streams this generation. */
  isExpired: (generationId: string) => boolean;
  /** Whether the thread comes from the local cache. */
  isCached: boolean;
  /** Whether the user deleted the conversation in this client. */
  isDeletedHere: boolean;
  /** Whether the thread ends with a message that the server has not accepted yet. */
  isAwaitingAcceptance: boolean;
  /** Whether the conversation was changed here after the request was made. */
  hasChangedSince: boolean;
  /** Whether the conversation may exist only here: the server has never listed it. */
  isUnsentHere: boolean;
}

/** The server's answer: the newest page or an error. */
export type RemoteConversation = { page: ConversationResponse } | { error: unknown };

export interface MergedThread {
  messageIds: string[];
  nextBefore: string | null;
  messages: Record<string, Message>;
}

/** What to do with the server's answer. */
export type Reconciliation =
  /** Discard the answer: the user deleted the conversation meanwhile. */
  | { type: 'deleted-here' }
  /** Discard the answer: a message was posted meanwhile, and its own stream brings the thread up to date. */
  | { type: 'overtaken' }
  /** Request again: the answer may lack a change made here, and would undo it. */
  | { type: 'stale' }
  /** Keep it as a conversation that the server does not know yet. */
  | { type: 'local-only' }
  /** Remove it: it was deleted elsewhere. */
  | { type: 'deleted-elsewhere' }
  /** Keep what is shown: the server did not answer. */
  | { type: 'unreachable' }
  /** Show the server's state, combined with what only this client has. `summary` is null for an empty conversation. */
  | { type: 'merged'; thread: MergedThread; summary: ConversationSummary | null };

/**
 * Reconciles a conversation of this client with the server's answer about it. The server wins, message by message,
 * unless this client is ahead of it. Pure: returns the first of the cases above that applies.
 */
export function reconcileConversation(local: LocalConversation, remote: RemoteConversation): Reconciliation {
  if (local.isDeletedHere) return { type: 'deleted-here' };
  if (local.isAwaitingAcceptance) return { type: 'overtaken' };
  if (local.hasChangedSince) return { type: 'stale' };
  if ('error' in remote) {
    if (!isNotFound(remote.error)) return { type: 'unreachable' };
    return { type: local.isUnsentHere ? 'local-only' : 'deleted-elsewhere' };
  }
  const { conversation, messages } = remote.page;
  const last = messages.at(-1);
  const summary = last ? { ...conversation, lastText: last.text } : null;
  return { type: 'merged', thread: mergeNewest(local, remote.page), summary };
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not-found';
}

type Page = Pick<ConversationResponse, 'messages' | 'nextBefore'>;

/**
 * The thread with its newest page: loaded older pages stay, except before cached messages, where there may be a gap.
 */
function mergeNewest(local: LocalConversation, page: Page): MergedThread {
  const messages = reconcileMessages(local, page.messages);
  const keys = Object.keys(messages);
  const known = local.isCached ? [] : local.thread.messageIds;
  const start = keys[0] === undefined ? -1 : known.indexOf(keys[0]);
  const older = known.slice(0, Math.max(0, start));
  const nextBefore = older.length > 0 ? local.thread.nextBefore : page.nextBefore;
  return { messageIds: [...older, ...keys], nextBefore, messages };
}

/** The thread with a page of older messages before it. */
export function mergeOlder(local: Pick<LocalConversation, 'thread' | 'messages' | 'keyOf'>, page: Page): MergedThread {
  // A running reply is at the end of a thread: an older message cannot be one.
  const messages = reconcileMessages({ ...local, isExpired: () => true }, page.messages);
  const older = Object.keys(messages).filter((key) => !local.thread.messageIds.includes(key));
  return { messageIds: [...older, ...local.thread.messageIds], nextBefore: page.nextBefore, messages };
}

type LocalMessages = Pick<LocalConversation, 'messages' | 'keyOf' | 'isExpired'>;

/** The server's messages by key, each combined with the local one. */
function reconcileMessages({ messages, keyOf, isExpired }: LocalMessages, remote: Message[]): Record<string, Message> {
  return Object.fromEntries(
    remote.map((message) => {
      const key = keyOf(message.id);
      return [key, reconcileMessage(messages[key], message, isExpired)];
    }),
  );
}

function reconcileMessage(
  local: Message | undefined,
  remote: Message,
  isExpired: (generationId: string) => boolean,
): Message {
  if (local && isAheadOfServer(local, remote)) return local;
  const message = isOrphaned(remote, isExpired) ? failReply(remote, 'interrupted') : remote;
  return withLocalPreviews(message, local);
}

/** Whether this client has read more of a reply from its stream than the server had stored. */
function isAheadOfServer(local: Message, remote: Message): boolean {
  if (remote.status !== 'streaming') return false;
  return local.status !== 'streaming' || (local.seq ?? -1) > (remote.seq ?? -1);
}

/** Whether a reply claims to be running in a generation that no longer exists, and so would never end. */
function isOrphaned({ status, generationId }: Message, isExpired: (generationId: string) => boolean): boolean {
  return status === 'streaming' && (generationId === undefined || isExpired(generationId));
}

/** Keeps the previews of attached images, which are then not downloaded again. */
function withLocalPreviews(message: Message, local: Message | undefined): Message {
  const shown = local?.attachments?.filter(({ url }) => url.startsWith('blob:')) ?? [];
  const previews = new Map(shown.map(({ id, url }) => [id, url]));
  if (!message.attachments || previews.size === 0) return message;
  return {
    ...message,
    attachments: message.attachments.map((file) => ({ ...file, url: previews.get(file.id) ?? file.url })),
  };
}
