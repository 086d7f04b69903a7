import { AppError, t, type Message } from '@parley/core';
import type { BranchRequest, Page } from '../../storage.ts';
import type { ConversationDocument } from './conversation-document.ts';
import type { Database } from '../database/database.ts';
import { idOf, keyOf, keysOf } from '../database/keys.ts';
import { replyLocks } from '../replies/reply-lock.ts';
import { messages, toMessage, type MessageBody, type MessageDocument } from './message-document.ts';
import { PLACE, withVersions, type Place } from './versions.ts';

/** Reads a page of the conversation's current branch. The cursor is the id of the next older message. */
export async function readBranch(
  database: Database,
  conversation: ConversationDocument,
  { limit, before, withoutVersions }: BranchRequest,
): Promise<Page<Message>> {
  const { userId, _id, leafId } = conversation;
  const newest = await database.of(messages).findOne({ _id: keyOf(userId, before ?? leafId) });
  if (newest?.conversationId !== idOf(_id)) {
    throw new AppError('invalid-request', { message: t`This page of messages doesn’t exist.` });
  }
  const found = await walkUp(database, conversation, newest, limit + 1);
  const page = found.slice(0, limit).toReversed();
  const read = await readMessages(database, page);
  const items = withoutVersions ? read : await withVersions(database, conversation, page, read);
  return { items, nextBefore: found.length > limit ? idOf(found[limit]?._id ?? '') : null };
}

/** Reads the ids of the last messages of the conversation's current branch, oldest first. */
export async function readLastIds(
  database: Database,
  conversation: ConversationDocument,
  limit: number,
): Promise<string[]> {
  const _id = keyOf(conversation.userId, conversation.leafId);
  const [newest] = await database.of(messages).find({ _id }).project<Place>(PLACE).toArray();
  const found = newest ? await walkUp(database, conversation, newest, limit, PLACE) : [];
  return found.map((place) => idOf(place._id)).toReversed();
}

/** Reads every message of a conversation, in creation order. */
export async function readTree(
  database: Database,
  { userId, _id, nextOrd }: ConversationDocument,
): Promise<{ parentId: string | null; message: Message }[]> {
  const own = { _id: keysOf(userId), conversationId: idOf(_id), ord: { $lt: nextOrd } };
  const found = await database.of(messages).find(own).sort({ ord: 1 }).toArray();
  const read = await readMessages(database, found);
  return found.flatMap(({ parentId }, index) => (read[index] ? [{ parentId, message: read[index] }] : []));
}

/** Reads the current state of a conversation's messages. A streaming reply comes from its last checkpoint. */
export async function readMessages(database: Database, documents: MessageDocument[]): Promise<Message[]> {
  return Promise.all(
    documents.map(async (document) => {
      const isWritten = document.body.status === 'streaming';
      return toMessage(isWritten ? { ...document, body: await readWritten(database, document) } : document);
    }),
  );
}

async function readWritten(database: Database, document: MessageDocument): Promise<MessageBody> {
  const { _id, userId, conversationId, body } = document;
  const lock = await database.of(replyLocks).findOne({ _id: keyOf(userId, conversationId) });
  if (lock && lock.generationId === body.generationId) return lock.body;
  // The reply has ended since it was read. Its end was stored before the reply lock was removed.
  const ended = await database.of(messages).findOne({ _id });
  return ended?.body ?? body;
}

/** The branch from this message upward, at most `count` messages. A parent's `ord` is always smaller. */
async function walkUp<Document extends Place>(
  database: Database,
  { userId, _id }: ConversationDocument,
  newest: Document,
  count: number,
  projection: typeof PLACE | Record<never, never> = {},
): Promise<Document[]> {
  const found = [newest];
  const conversationId = idOf(_id);
  let parentId = newest.parentId;
  for (let ord = newest.ord; parentId !== null && found.length < count;) {
    const above = { _id: keysOf(userId), conversationId, ord: { $lt: ord } };
    // Without replacements, one batch holds the whole branch.
    const query = database.of(messages).find(above).project<Document>(projection);
    const batch = await query.sort({ ord: -1 }).limit(count).toArray();
    if (batch.length === 0) break;
    for (const document of batch) {
      ord = document.ord;
      if (found.length === count || idOf(document._id) !== parentId) continue;
      found.push(document);
      parentId = document.parentId;
    }
  }
  return found;
}
