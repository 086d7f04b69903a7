import {
  isErrorCode,
  isModeId,
  type FileSource,
  type Message,
  type MessageStatus,
  type ModelName,
  t,
} from '@parley/core';
import { readAttachmentList } from '../chat/attachments/read-attachment-list.ts';
import { EMPTY_THREAD, type ChatContext } from '../chat/chat-context.ts';
import type { ConversationSummary, Thread } from '../chat/chat-state.ts';
import { readStored } from '../storage/stored-json.ts';
import type { ConversationCache } from './conversation-cache.ts';
import { CONVERSATIONS_KEY } from './conversations-key.ts';

const INVALID = t`Invalid Message from Local Storage`;
const STATUSES: readonly MessageStatus[] = ['complete', 'stopped', 'interrupted', 'failed'];

/**
 * Lists the user's cached conversations until the server answers. Conversations that an earlier version or other code
 * stored under the key in local storage are shown with their messages; those of another user are removed.
 */
export async function showCachedList(ctx: ChatContext, cache: ConversationCache, userId: string): Promise<void> {
  const { workspace } = ctx;
  const stored = readStored(ctx.storage, CONVERSATIONS_KEY);
  if (stored.userId !== userId) {
    ctx.storage.remove(CONVERSATIONS_KEY);
    return;
  }
  if (ctx.get().historyStatus !== 'ready') showCached(ctx, list(stored.conversations));
  const summaries = await cache.summaries();
  if (workspace === ctx.workspace && ctx.get().historyStatus !== 'ready') showCached(ctx, summaries);
}

/** Shows a cached conversation until the server answers. */
export async function showCachedThread(ctx: ChatContext, cache: ConversationCache, id: string): Promise<void> {
  const { workspace } = ctx;
  const [messages, summaries] = await Promise.all([cache.messages(id), cache.summaries()]);
  const summary = summaries.find((cached) => cached.id === id);
  if (workspace !== ctx.workspace || !summary || workspace.conversations.deletedIds.has(id)) return;
  const { status = 'loading' } = ctx.get().threads[id] ?? {};
  if (status === 'loading' || status === 'failed') showCached(ctx, [{ ...summary, messages }]);
}

/** Shows stored conversations with their messages unless newer ones are known. Validates every value. */
function showCached(ctx: ChatContext, values: readonly unknown[]): void {
  const known = ctx.get();
  const conversations = [...known.conversations];
  const threads: Record<string, Thread> = { ...known.threads };
  const messages: Record<string, Message> = {};
  for (const value of values) {
    const { messages: stored, ...summary } = record(value);
    if (!hasStrings<ConversationSummary>(summary, 'id', 'title', 'updatedAt', 'lastText')) continue;
    const isListed = known.historyStatus === 'ready' || known.conversations.some(({ id }) => id === summary.id);
    if (!isListed) conversations.push(summary);
    const read = list(stored).map((message) => readMessage(ctx, message));
    if (read.length === 0 || threads[summary.id]?.status === 'ready') continue;
    for (const message of read) messages[message.id] = message;
    threads[summary.id] = { ...EMPTY_THREAD, messageIds: read.map(({ id }) => id) };
    ctx.workspace.threads.cached.set(summary.id, known.threads[summary.id]?.status === 'failed');
  }
  ctx.set({
    conversations: conversations.toSorted(newestFirst),
    threads,
    messages: { ...messages, ...known.messages },
  });
}

function newestFirst(a: ConversationSummary, b: ConversationSummary): number {
  return Number(a.updatedAt < b.updatedAt) - Number(a.updatedAt > b.updatedAt);
}

function readMessage(ctx: ChatContext, value: unknown): Message {
  const stored = record(value);
  const { id, isUser, mode, model, status, errorCode } = stored;
  const timestamp = typeof stored.timestamp === 'string' ? stored.timestamp : new Date(ctx.now()).toISOString();
  if (typeof id !== 'string' || typeof isUser !== 'boolean') {
    return {
      id: ctx.newId(),
      text: INVALID,
      isUser: false,
      timestamp,
      status: 'failed',
      isError: true,
      error: INVALID,
    };
  }
  const text = typeof stored.text === 'string' ? stored.text : '';
  const known = STATUSES.find((name) => name === status) ?? 'complete';
  const attachments = readAttachmentList(stored.attachments);
  const fileSources = list(stored.fileSources).filter((source) =>
    hasStrings<FileSource>(source, 'fileId', 'name', 'excerpt'),
  );
  return {
    ...pickStrings(stored),
    id,
    text,
    isUser,
    timestamp,
    status: known,
    ...(isModeId(mode) && { mode }),
    ...(hasStrings<ModelName>(model, 'id', 'label') && { model }),
    ...(stored.isError === true && { isError: true }),
    ...(stored.isCut === true && { isCut: true }),
    ...(typeof stored.reasoningMs === 'number' && { reasoningMs: stored.reasoningMs }),
    ...(isErrorCode(errorCode) && { errorCode }),
    ...(stored.summary === null && { summary: null }),
    ...(attachments.length > 0 && { attachments }),
    ...(fileSources.length > 0 && { fileSources }),
    ...pickLists(stored),
  };
}

const STRINGS = [
  'error',
  'reasoningContent',
  'thinkingContent',
  'answerContent',
  'attachedDocumentName',
  'previousImageUrl',
  'imageUrl',
  'imagePrompt',
  'summary',
] as const satisfies (keyof Message)[];

function pickStrings(stored: Record<string, unknown>): Partial<Record<(typeof STRINGS)[number], string>> {
  return Object.fromEntries(STRINGS.map((name) => [name, stored[name]]).filter(([, text]) => typeof text === 'string'));
}

function pickLists(stored: Record<string, unknown>): Pick<Message, 'sources' | 'sourceTitles' | 'versionIds'> {
  const names = ['sources', 'sourceTitles', 'versionIds'] as const;
  const lists = names.map((name) => [name, list(stored[name])] as const);
  return Object.fromEntries(
    lists.filter(([, items]) => items.length > 0 && items.every((item) => typeof item === 'string')),
  );
}

/** Whether these fields of a stored value are strings. */
function hasStrings<Value extends object>(value: unknown, ...names: (keyof Value & string)[]): value is Value {
  const stored = record(value);
  return names.every((name) => typeof stored[name] === 'string');
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
