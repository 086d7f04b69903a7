import { AppError, type Conversation } from '@parley/core';
import type { ConversationStore, Page, PageRequest } from '../../storage.ts';
import { conversations, toConversation, type ConversationDocument } from './conversation-document.ts';
import type { Database } from '../database/database.ts';
import { idOf, keyOf, keysOf } from '../database/keys.ts';

/** `ConversationStore.list`. */
export async function listConversations(
  database: Database,
  userId: string,
  { limit, before }: PageRequest,
  only: Parameters<ConversationStore['list']>[2],
): Promise<Page<Conversation>> {
  const filter = {
    userId,
    _id: keysOf(userId),
    deletedAt: { $exists: false },
    archived: only === 'archived',
    ...(only === 'pinned' && { pinned: true }),
    ...(before !== undefined && older(userId, before)),
  };
  const found = await database
    .of(conversations)
    .find(filter)
    .sort({ updatedAt: -1, _id: -1 })
    .limit(limit + 1)
    .toArray();
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(toConversation), nextBefore: found.length > limit && last ? writeCursor(last) : null };
}

function writeCursor({ updatedAt, _id }: ConversationDocument): string {
  return `${updatedAt}.${idOf(_id)}`;
}

/** The filter for items after the cursor. Its first part bounds the index range, the second handles equal times. */
function older(userId: string, cursor: string) {
  const match = /^(\d{1,15})\.(.+)$/s.exec(cursor);
  if (!match?.[1] || !match[2]) {
    throw new AppError('invalid-request', { message: 'This page of conversations doesn’t exist.' });
  }
  const updatedAt = Number(match[1]);
  return {
    updatedAt: { $lte: updatedAt },
    $or: [{ updatedAt: { $lt: updatedAt } }, { _id: { $lt: keyOf(userId, match[2]) } }],
  };
}
