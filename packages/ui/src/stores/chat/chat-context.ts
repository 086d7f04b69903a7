import type { Message } from '@parley/core';
import type { ApiClient } from '../../api/api-client.ts';
import type { ChatState, ConversationSummary, DraftAttachment, Notice, Thread } from './chat-state.ts';
import { storeDraft, withDraft } from './send/drafts.ts';
import type { Follower } from './stream/follow-reply.ts';
import type { FrameBatch } from './frame-batch.ts';
import { createOutbox, type Outbox } from './send/outbox.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';
import { onboardingKey } from '../onboarding/suggested-prompts.ts';

/** What belongs to one person's stay. Work that began in an earlier session finds another one here and drops its result. */
export interface ChatWorkspace {
  /** Names of what is stored for this user. */
  storageKeys: Record<'drafts' | 'attachments' | 'editing' | 'outbox' | 'edits' | 'waiting' | 'onboarding', string>;
  /** New questions that were sent and not yet answered. */
  outbox: Outbox;
  /** Edited questions that were sent and not yet answered. */
  edits: Outbox;
  /** The files of attachments that are not with the server yet, by key. */
  uploads: Map<string, Upload>;
  /** Object URLs of pictures that were attached here, by the server's id of the file. */
  previews: Map<string, string>;
  /** The reply that is read, by conversation id. */
  followers: Map<string, Follower>;
  /** Requests that the server has neither accepted nor refused, by conversation id; each value takes its request back. */
  pendingRequests: Map<string, () => void>;
  /** Keys of messages that were sent from here, by the server's id. */
  keyByServerId: Map<string, string>;
  /** Counts the changes to a thread (or, under the empty id, to the list), so that an answer to an earlier question is known as stale. */
  revisions: Map<string, number>;
  /** Threads on their way. */
  loadsInFlight: Map<string, Promise<unknown>>;
  /** Conversations made here that the server does not know yet. */
  localOnlyIds: Set<string>;
  deletedIds: Set<string>;
  /** Conversations that the server has told of, or said to be gone: they were not begun here. */
  knownToServer: Set<string>;
  /** The conversation that was opened last. */
  openConversationId: string | null;
  /** Changes that were made here and that the server has not answered, by conversation id. */
  pendingMutations: Map<string, Promise<unknown>>;
  /** Runs that the server no longer tells. */
  expiredGenerationIds: Set<string>;
  /** Client message ids of retries whose answer was lost, by the server's id of the reply. */
  retryMessageIds: Map<string, string>;
  /** Titles that are the first words of a question, by conversation id, until a better one comes. */
  provisionalTitles: Map<string, string>;
  /** Conversations that were renamed here; titles of the model no longer count. */
  renamed: Set<string>;
  /** Threads that show what an earlier visit kept, until the server has answered; true where it could not be asked. */
  cachedThreads: Map<string, boolean>;
  /** What `undoDelete` brings back. */
  lastDeleted: DeletedConversation | null;
  timers: Set<ReturnType<typeof setTimeout>>;
  /** Whether an edit waits for a reply to be stopped. */
  isEditWaitingForStop: boolean;
}

export interface Upload {
  /** Changes with the box that it is for. */
  conversationId: string;
  file: File;
  /** `running` while its bytes are on their way, `failed` until somebody tries again. */
  state: 'waiting' | 'running' | 'failed';
  /** Ends this attempt. */
  controller: AbortController;
}

export interface DeletedConversation {
  conversation: ConversationSummary;
  index: number;
  draft: string;
  attachments: DraftAttachment[];
  /** Whether the server has deleted it. */
  done: Promise<boolean>;
}

export interface ChatContext {
  api: ApiClient;
  storage: KeyValueStorage;
  now: () => number;
  newId: () => string;
  random: () => number;
  get: () => ChatState;
  set: (change: Partial<ChatState>) => void;
  /** Calls back after each change; returns what ends that. */
  subscribe: (listener: () => void) => () => void;
  frame: FrameBatch<Message>;
  workspace: ChatWorkspace;
  /** Whether there is a way to the server, as far as is known. */
  isReached: () => boolean;
  /** Reads a conversation's newest messages from the server. */
  reload: (conversationId: string) => Promise<unknown>;
}

/** Reads what this user left unsent at this machine. */
export function openWorkspace(storage: KeyValueStorage, userId: string): ChatWorkspace {
  const storageKeys = {
    drafts: `drafts:${userId}`,
    attachments: `attachments:${userId}`,
    editing: `editing:${userId}`,
    outbox: `outbox:${userId}`,
    edits: `edits:${userId}`,
    onboarding: onboardingKey(userId),
    waiting: `waiting:${userId}`,
  };
  return {
    storageKeys,
    outbox: createOutbox(storage, storageKeys.outbox),
    edits: createOutbox(storage, storageKeys.edits),
    uploads: new Map(),
    previews: new Map(),
    followers: new Map(),
    pendingRequests: new Map(),
    keyByServerId: new Map(),
    revisions: new Map(),
    loadsInFlight: new Map(),
    localOnlyIds: new Set(),
    deletedIds: new Set(),
    knownToServer: new Set(),
    openConversationId: null,
    pendingMutations: new Map(),
    expiredGenerationIds: new Set(),
    retryMessageIds: new Map(),
    provisionalTitles: new Map(),
    renamed: new Set(),
    cachedThreads: new Map(),
    lastDeleted: null,
    timers: new Set(),
    isEditWaitingForStop: false,
  };
}

/** The session of the user who comes back to what is still on screen. */
export function reopenWorkspace(storage: KeyValueStorage, userId: string, before: ChatWorkspace): ChatWorkspace {
  const {
    keyByServerId,
    localOnlyIds,
    deletedIds,
    knownToServer,
    openConversationId,
    uploads,
    previews,
    renamed,
    cachedThreads,
  } = before;
  return {
    ...openWorkspace(storage, userId),
    keyByServerId,
    localOnlyIds,
    deletedIds,
    knownToServer,
    openConversationId,
    uploads,
    previews,
    renamed,
    cachedThreads,
  };
}

export const CONVERSATION_LIST = '';

export function revision({ workspace }: ChatContext, id: string): number {
  return workspace.revisions.get(id) ?? 0;
}

export function bumpRevision(ctx: ChatContext, ...ids: string[]): void {
  for (const id of ids) ctx.workspace.revisions.set(id, revision(ctx, id) + 1);
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

/** Puts a conversation at this place of the list, once. */
export function placeConversation(ctx: ChatContext, conversation: ConversationSummary, index = 0): void {
  const others = ctx.get().conversations.filter(({ id }) => id !== conversation.id);
  ctx.set({ conversations: others.toSpliced(index, 0, conversation) });
}

/** Puts a conversation where its time places it; among those of the same time at `wanted`, or where it is. */
export function placeByTime(ctx: ChatContext, conversation: ConversationSummary, wanted?: number): void {
  const { conversations } = ctx.get();
  const { id, updatedAt: time } = conversation;
  const others = conversations.filter((item) => item.id !== id);
  const place = wanted ?? conversations.findIndex((item) => item.id === id);
  const isNewer = (other: ConversationSummary | undefined): boolean => other !== undefined && other.updatedAt < time;
  const isOlder = (other: ConversationSummary | undefined): boolean => other !== undefined && other.updatedAt > time;
  const stays = place !== -1 && !isNewer(others[place - 1]) && !isOlder(others[place]);
  const index = others.findIndex(isNewer);
  placeConversation(ctx, conversation, stays ? place : index === -1 ? others.length : index);
}

/** Moves a conversation that is listed to where another time places it. */
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

/** What was deleted last can no longer be brought back. */
export function forgetDeleted(ctx: ChatContext): void {
  ctx.workspace.lastDeleted = null;
  ctx.set({ deleted: null });
}

export function setDraft(ctx: ChatContext, id: string, text: string): void {
  storeDraft(ctx.storage, ctx.workspace.storageKeys.drafts, id, text);
  ctx.set({ drafts: withDraft(ctx.get().drafts, id, text) });
}

export function notify(ctx: ChatContext, kind: Notice['kind'], conversationId: string, text: string): void {
  ctx.set({ notice: { kind, conversationId, text } });
}

/** Runs once later, unless the session ends before. */
export function runLater({ workspace }: ChatContext, milliseconds: number, task: () => void): void {
  const timer = setTimeout(() => {
    workspace.timers.delete(timer);
    task();
  }, milliseconds);
  workspace.timers.add(timer);
}
