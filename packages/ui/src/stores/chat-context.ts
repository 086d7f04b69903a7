import type { Message } from '@parley/core';
import type { ApiClient } from '../api/api-client.ts';
import type { ChatState, ConversationSummary, Notice, Thread } from './chat-state.ts';
import { storeDraft, withDraft } from './drafts.ts';
import type { Follower } from './follow-reply.ts';
import type { FrameBatch } from './frame-batch.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { KeyValueStorage } from './stored-json.ts';

/** What belongs to one person's stay. Work that began in an earlier session finds another one here and drops its result. */
export interface Session {
  draftsKey: string;
  outboxKey: string;
  outbox: Outbox;
  /** The reply that is read, by conversation id. */
  followers: Map<string, Follower>;
  /** Requests that the server has neither accepted nor refused, by conversation id; each value takes its request back. */
  pending: Map<string, () => void>;
  /** Keys of messages that were sent from here, by the server's id. */
  keys: Map<string, string>;
  /** Counts the changes to a thread (or, under the empty id, to the list), so that an answer to an earlier question is known as stale. */
  revisions: Map<string, number>;
  /** Threads on their way. */
  loading: Map<string, Promise<void>>;
  /** Conversations made here that the server does not know yet. */
  unsent: Set<string>;
  deleted: Set<string>;
  /** Runs that the server no longer tells. */
  gone: Set<string>;
  /** Client message ids of retries whose answer was lost, by the server's id of the reply. */
  retries: Map<string, string>;
}

export interface ChatContext {
  api: ApiClient;
  storage: KeyValueStorage;
  now: () => number;
  newId: () => string;
  random: () => number;
  get: () => ChatState;
  set: (change: Partial<ChatState>) => void;
  frame: FrameBatch<Message>;
  session: Session;
  /** Reads a conversation's newest messages from the server. */
  reload: (conversationId: string) => Promise<void>;
}

/** Reads what this user left unsent at this machine. */
export function openSession(storage: KeyValueStorage, userId: string): Session {
  const outboxKey = `outbox:${userId}`;
  return {
    draftsKey: `drafts:${userId}`,
    outboxKey,
    outbox: createOutbox(storage, outboxKey),
    followers: new Map(),
    pending: new Map(),
    keys: new Map(),
    revisions: new Map(),
    loading: new Map(),
    unsent: new Set(),
    deleted: new Set(),
    gone: new Set(),
    retries: new Map(),
  };
}

/** The session of the user who comes back to what is still on screen. */
export function reopenSession(storage: KeyValueStorage, userId: string, { keys, unsent, deleted }: Session): Session {
  return { ...openSession(storage, userId), keys, unsent, deleted };
}

export const THE_LIST = '';

export function revision({ session }: ChatContext, id: string): number {
  return session.revisions.get(id) ?? 0;
}

export function bump(ctx: ChatContext, ...ids: string[]): void {
  for (const id of ids) ctx.session.revisions.set(id, revision(ctx, id) + 1);
}

export const EMPTY_THREAD: Thread = {
  status: 'ready',
  messageIds: [],
  nextBefore: null,
  isLoadingOlder: false,
  reply: null,
};

/** Changes a thread that is there; one that was deleted meanwhile stays away. */
export function patchThread(ctx: ChatContext, id: string, change: Partial<Thread>): void {
  const { threads } = ctx.get();
  const thread = threads[id];
  if (thread) ctx.set({ threads: { ...threads, [id]: { ...thread, ...change } } });
}

/** Whether a request stands on screen that the server has not accepted yet; it knows nothing of that thread's end then. */
export function isAsking(ctx: ChatContext, id: string): boolean {
  return ctx.get().threads[id]?.reply?.generationId === null;
}

export function patchReply(ctx: ChatContext, id: string, change: Partial<NonNullable<Thread['reply']>>): void {
  const reply = ctx.get().threads[id]?.reply;
  if (reply) patchThread(ctx, id, { reply: { ...reply, ...change } });
}

export function putMessages(ctx: ChatContext, messages: Record<string, Message>): void {
  ctx.set({ messages: { ...ctx.get().messages, ...messages } });
}

/** Puts a conversation at this place of the list, once. */
export function placeConversation(ctx: ChatContext, conversation: ConversationSummary, index = 0): void {
  const others = ctx.get().conversations.filter(({ id }) => id !== conversation.id);
  ctx.set({ conversations: others.toSpliced(index, 0, conversation) });
}

export function patchConversation(ctx: ChatContext, id: string, change: Partial<ConversationSummary>): void {
  const { conversations } = ctx.get();
  ctx.set({ conversations: conversations.map((item) => (item.id === id ? { ...item, ...change } : item)) });
}

export function removeConversation(ctx: ChatContext, id: string): void {
  ctx.set({ conversations: ctx.get().conversations.filter((item) => item.id !== id) });
}

export function setDraft(ctx: ChatContext, id: string, text: string): void {
  storeDraft(ctx.storage, ctx.session.draftsKey, id, text);
  ctx.set({ drafts: withDraft(ctx.get().drafts, id, text) });
}

export function notify(ctx: ChatContext, kind: Notice['kind'], conversationId: string, text: string): void {
  ctx.set({ notice: { kind, conversationId, text } });
}
