import { AppError, t, type Conversation } from '@parley/core';
import type { DeletedEntry, OnlyConversations, Page, PageRequest } from '../../storage.ts';
import { conversations, PURGING, toConversation, type ConversationDocument } from './conversation-document.ts';
import type { Database } from '../database/database.ts';
import { idOf, keyOf, keysOf } from '../database/keys.ts';

/** `ConversationStore.list`. */
export async function listConversations(
  database: Database,
  userId: string,
  { limit, before }: PageRequest,
  only?: OnlyConversations,
): Promise<Page<Conversation>> {
  const filter = {
    userId,
    _id: keysOf(userId),
    deletedAt: { $exists: false },
    archived: only === 'archived',
    ...(only === 'pinned' && { pinned: true }),
    ...(typeof only === 'object' && only),
    ...(before !== undefined && older('updatedAt', userId, before)),
  };
  const found = await database
    .of(conversations)
    .find(filter)
    .sort({ updatedAt: -1, _id: -1 })
    .limit(limit + 1)
    .toArray();
  return pageOf(found, limit, ({ updatedAt }) => updatedAt, toConversation);
}

/** `ConversationStore.listDeleted`. */
export async function listDeleted(
  database: Database,
  userId: string,
  { limit, before }: PageRequest,
  deletedSince: number,
): Promise<Page<DeletedEntry>> {
  const since = { deletedAt: { $gte: Math.max(deletedSince, PURGING + 1) } };
  const conditions = [since, ...(before === undefined ? [] : [older('deletedAt', userId, before)])];
  const found = await database
    .of(conversations)
    .find({ userId, _id: keysOf(userId), $and: conditions })
    .sort({ deletedAt: -1, _id: -1 })
    .limit(limit + 1)
    .toArray();
  const deletedAtOf = ({ deletedAt = 0 }: ConversationDocument) => deletedAt;
  return pageOf(found, limit, deletedAtOf, (each) => ({
    conversation: toConversation(each),
    deletedAt: deletedAtOf(each),
  }));
}

/** A page of documents that were read with one more than `limit`, newest first. */
function pageOf<Item>(
  found: ConversationDocument[],
  limit: number,
  timeOf: (document: ConversationDocument) => number,
  toItem: (document: ConversationDocument) => Item,
): Page<Item> {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextBefore = found.length > limit && last ? `${timeOf(last)}.${idOf(last._id)}` : null;
  return { items: page.map(toItem), nextBefore };
}

/** The filter for items after the cursor. Its first part bounds the index range, the second handles equal times. */
function older(field: 'updatedAt' | 'deletedAt', userId: string, cursor: string) {
  const match = /^(-?\d{1,15})\.(.+)$/s.exec(cursor);
  if (!match?.[1] || !match[2]) {
    throw new AppError('invalid-request', { message: t`This page of conversations doesn’t exist.` });
  }
  const time = Number(match[1]);
  return {
    [field]: { $lte: time },
    $or: [{ [field]: { $lt: time } }, { _id: { $lt: keyOf(userId, match[2]) } }],
  };
}
