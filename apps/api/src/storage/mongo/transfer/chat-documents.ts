import { splitExtras } from '../../conversations/stored-message.ts';
import type { TransferRecords } from '../../records.ts';
import { conversationIds, conversations, type ConversationDocument } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { idOf, keyOf } from '../database/keys.ts';
import { replyLocks } from '../replies/reply-lock.ts';
import { messages, toMessage, type MessageBody, type MessageDocument } from '../conversations/message-document.ts';
import { replies, type ReplyDocument } from '../replies/reply-document.ts';
import { entryOf, searchEntries, titleEntry, type SearchEntry } from '../search/search-index.ts';
import { usageWindows, type UsageDocument } from '../billing/usage-store.ts';
import { documents, stored, type Stored } from './documents-of.ts';

export const conversationDocuments = documents<TransferRecords['conversations'], ConversationDocument>(conversations, {
  toDocument: ({ id, deletedAt, hasBareReplies, importedFrom, importId, importedAt, ...rest }) => ({
    _id: keyOf(rest.userId, id),
    ...rest,
    ...(hasBareReplies && { hasBareReplies }),
    ...given({ deletedAt, importedFrom, importId, importedAt }),
  }),
  async derive({ id, userId, title, updatedAt }) {
    const entry = await titleEntry({ userId, conversationId: id }, title, updatedAt);
    return [stored(conversationIds, { _id: id, userId }), ...indexed(entry)];
  },
  read: ({ _id, unread = false, projectId = null, deletedAt = null, hasBareReplies = false, ...rest }) => ({
    ...NOT_IMPORTED,
    id: idOf(_id),
    ...rest,
    unread,
    projectId,
    deletedAt,
    hasBareReplies,
  }),
});

const NOT_IMPORTED = { importedFrom: null, importId: null, importedAt: null };

export const messageDocuments = documents<TransferRecords['messages'], MessageDocument>(messages, {
  toDocument: ({ id, userId, conversationId, parentId, ord, counts, isUser, extras, ...body }) => ({
    _id: keyOf(userId, id),
    userId,
    conversationId,
    parentId,
    ord,
    isUser,
    counts,
    body: { isUser, ...extras, ...given(body) } as MessageBody,
  }),
  async derive({ userId, conversationId, createdAt, status }, document) {
    if (status === 'streaming') return [];
    return indexed(await entryOf({ userId, conversationId }, toMessage(document), createdAt));
  },
  read({ _id, userId, conversationId, parentId, ord, isUser, counts, body }) {
    const { extras, rest } = splitExtras(body);
    const place = { id: idOf(_id), userId, conversationId, parentId, ord, isUser, counts };
    return { ...NO_BODY, ...rest, ...place, extras };
  },
});

const NO_BODY = {
  mode: null,
  errorCode: null,
  error: null,
  generationId: null,
  seq: null,
  isReasoningStreaming: null,
  reasoning: null,
};

export const replyDocuments = documents<TransferRecords['replies'], ReplyDocument>(replies, {
  toDocument: ({ createdAt, endedAt, owner: _owner, isStopRequested: _stop, spending: _spending, ...reply }) => ({
    _id: keyOf(reply.userId, reply.clientMessageId),
    ...reply,
    startedAt: createdAt,
    ...(endedAt !== null && { endedAt }),
  }),
  derive: lockConversation,
  async read({ _id, startedAt, endedAt = null, ...reply }, database) {
    const record = { ...reply, createdAt: startedAt, endedAt };
    if (reply.status !== 'streaming') return { ...record, owner: null, isStopRequested: null, spending: null };
    const key = keyOf(reply.userId, reply.conversationId);
    const lock = await database.of(replyLocks).findOne({ _id: key, generationId: reply.generationId });
    const { owner = null, isStopRequested = false, spending = null } = lock ?? {};
    return { ...record, owner, isStopRequested, spending };
  },
});

export const usageDocuments = documents<TransferRecords['usageCounts'], UsageDocument>(usageWindows, {
  isKeyedByUser: true,
  toDocument: ({ userId, ...count }) => ({ _id: userId, ...count, version: 0 }),
  read: ({ _id, version: _version, ...count }) => ({ userId: _id, ...count }),
});

/**
 * Writes the reply lock of a reply that has not ended. The first process to open the copy finds it and interrupts the
 * reply.
 */
async function lockConversation(
  { status, userId, conversationId, generationId, clientMessageId, ...reply }: TransferRecords['replies'],
  _document: ReplyDocument,
  database: Database,
): Promise<Stored[]> {
  if (status !== 'streaming') return [];
  const { assistantMessageId, createdAt: startedAt, owner, isStopRequested, spending } = reply;
  const message = await database.of(messages).findOne({ _id: keyOf(userId, assistantMessageId) });
  if (!message) throw new Error(`The reply ${generationId} has no message.`);
  const ids = { userId, conversationId, generationId, clientMessageId, assistantMessageId };
  // The source does not store whether something is reserved. Settling a reservation that does not exist does nothing.
  const lock = { ...ids, madeIds: [], owner: owner ?? '', startedAt, body: message.body, isReserved: true };
  const known = { ...(isStopRequested && { isStopRequested }), ...(spending && { spending }) };
  return [stored(replyLocks, { _id: keyOf(userId, conversationId), ...lock, ...known })];
}

function indexed(entry: SearchEntry | null): Stored[] {
  return entry ? [stored(searchEntries, entry)] : [];
}

/** Removes null and undefined fields. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
