import type { Message } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import type { ChatState, ConversationSummary, Notice, Thread } from './chat-state.ts';
import type { ChatWorkspace } from './chat-workspace.ts';
import type { FrameBatch } from './frame-batch.ts';
import { storeDraft, withDraft } from './send/drafts.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';

/** Context of every function on the chat's state. */
export interface ChatContext {
  api: ApiClient;
  storage: KeyValueStorage;
  now: () => number;
  newId: () => string;
  random: () => number;
  get: () => ChatState;
  set: (change: Partial<ChatState>) => void;
  /** Calls back after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  frame: FrameBatch<Message>;
  workspace: ChatWorkspace;
  /** Whether the server was reachable at the last check. */
  isReached: () => boolean;
  /** Pings the server, and resolves with whether it answers. */
  checkReach: () => Promise<boolean>;
  /** Reads a conversation's newest messages from the server. */
  reload: (conversationId: string) => Promise<unknown>;
}

/** Denotes the list of conversations in place of a conversation's id. */
export const CONVERSATION_LIST = '';

export function revision({ workspace }: ChatContext, id: string): number {
  return workspace.conversations.revisions.get(id) ?? 0;
}

export function bumpRevision(ctx: ChatContext, ...ids: string[]): void {
  for (const id of ids) ctx.workspace.conversations.revisions.set(id, revision(ctx, id) + 1);
}

/** Notes that the server has a conversation, which another tab may have begun there with a message queued in this one. */
export function markKnown({ workspace }: ChatContext, id: string): void {
  workspace.conversations.knownToServer.add(id);
  workspace.conversations.localOnlyIds.delete(id);
}

export const EMPTY_THREAD: Thread = {
  status: 'ready',
  messageIds: [],
  nextBefore: null,
  isLoadingOlder: false,
  reply: null,
};

/** Changes a thread, unless it was removed meanwhile. */
export function patchThread(ctx: ChatContext, id: string, change: Partial<Thread>): void {
  const { threads } = ctx.get();
  const thread = threads[id];
  if (thread) ctx.set({ threads: { ...threads, [id]: { ...thread, ...change } } });
}

/** Whether the thread ends with a message that the server has not accepted yet. */
export function isAwaitingAcceptance(ctx: ChatContext, id: string): boolean {
  return ctx.get().threads[id]?.reply?.generationId === null;
}

export function patchReply(ctx: ChatContext, id: string, change: Partial<NonNullable<Thread['reply']>>): void {
  const reply = ctx.get().threads[id]?.reply;
  if (reply) patchThread(ctx, id, { reply: { ...reply, ...change } });
}

export function putMessages(ctx: ChatContext, messages: Record<string, Message>): void {
  ctx.set({ messages: { ...ctx.get().messages, ...messages } });
}

/** Moves a conversation to this index of the list. */
export function placeConversation(ctx: ChatContext, conversation: ConversationSummary, index = 0): void {
  const others = ctx.get().conversations.filter(({ id }) => id !== conversation.id);
  ctx.set({ conversations: others.toSpliced(index, 0, conversation) });
}

/** Sorts a conversation into the list by its time. Among equal times it goes to `preferredIndex` or stays. */
export function placeByTime(ctx: ChatContext, conversation: ConversationSummary, preferredIndex?: number): void {
  const { conversations } = ctx.get();
  const { id, updatedAt: time } = conversation;
  const others = conversations.filter((item) => item.id !== id);
  const place = preferredIndex ?? conversations.findIndex((item) => item.id === id);
  const isNewer = (other: ConversationSummary | undefined): boolean => other !== undefined && other.updatedAt < time;
  const isOlder = (other: ConversationSummary | undefined): boolean => other !== undefined && other.updatedAt > time;
  const stays = place !== -1 && !isNewer(others[place - 1]) && !isOlder(others[place]);
  const index = others.findIndex(isNewer);
  placeConversation(ctx, conversation, stays ? place : index === -1 ? others.length : index);
}

/** Changes the time of a listed conversation and moves it accordingly. */
export function moveByTime(
  ctx: ChatContext,
  id: string,
  change: Pick<ConversationSummary, 'updatedAt'> & Partial<Pick<ConversationSummary, 'lastText'>>,
): void {
  const listed = ctx.get().conversations.find((item) => item.id === id);
  if (listed) placeByTime(ctx, { ...listed, ...change });
}

export function patchConversation(ctx: ChatContext, id: string, change: Partial<ConversationSummary>): void {
  const { conversations } = ctx.get();
  ctx.set({ conversations: conversations.map((item) => (item.id === id ? { ...item, ...change } : item)) });
}

export function removeConversation(ctx: ChatContext, id: string): void {
  ctx.set({ conversations: ctx.get().conversations.filter((item) => item.id !== id) });
}

/** Withdraws the offer to restore the last deleted conversation. */
export function forgetDeleted(ctx: ChatContext): void {
  ctx.workspace.conversations.lastDeleted = null;
  ctx.set({ deleted: null });
}

/** Drops the thread of a conversation that was restored: it is loaded when it is opened. */
export function dropThread(ctx: ChatContext, id: string): void {
  const { [id]: _dropped, ...threads } = ctx.get().threads;
  ctx.set({ threads });
}

export function setDraft(ctx: ChatContext, id: string, text: string): void {
  const { drafts } = ctx.get();
  storeDraft(ctx.storage, ctx.workspace.storageKeys.drafts, id, text, drafts[id]);
  ctx.set({ drafts: withDraft(drafts, id, text) });
}

export function notify(ctx: ChatContext, kind: Notice['kind'], conversationId: string, text: string): void {
  ctx.set({ notice: { kind, conversationId, text } });
}

/** Dismisses a notice about this conversation, which a new attempt puts out of date. */
export function dismissNoticeOf(ctx: ChatContext, conversationId: string): void {
  if (ctx.get().notice?.conversationId === conversationId) ctx.set({ notice: null });
}

/** Runs a task once after this many milliseconds, unless the workspace is closed before. */
export function runLater({ workspace }: ChatContext, milliseconds: number, task: () => void): void {
  const timer = setTimeout(() => {
    workspace.timers.delete(timer);
    task();
  }, milliseconds);
  workspace.timers.add(timer);
}

/**
 * Resolves when the condition holds, which is checked after each change of the state, or when the workspace is
 * replaced.
 */
export async function waitUntil(ctx: ChatContext, condition: () => boolean): Promise<void> {
  const { workspace } = ctx;
  const isOver = (): boolean => workspace !== ctx.workspace || condition();
  if (isOver()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const unsubscribe = ctx.subscribe(() => void (isOver() && resolve()));
  await promise;
  unsubscribe();
}
