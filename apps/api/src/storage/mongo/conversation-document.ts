import type { Conversation } from '@parley/core';
import { collection } from './collection.ts';
import type { Database } from './database.ts';
import { idOf, keyOf } from './keys.ts';

/** A conversation as it is listed. Its messages are documents of their own; what is being written is in `LiveReply`. */
export interface ConversationDocument {
  _id: string;
  userId: string;
  title: string;
  webSearchEnabled: boolean;
  thinkingModeEnabled: boolean;
  pinned: boolean;
  archived: boolean;
  isNamedByHand: boolean;
  leafId: string;
  /** Messages from this `ord` on belong to an `accept` that is not done, or was never. */
  nextOrd: number;
  updatedAt: number;
  /** The last reply that was accepted, and where the branch ended before it. */
  generationId: string;
  previousLeafId: string | null;
  /** There may be replies without an answer, which become versions when a message follows them. */
  hasBareReplies?: boolean;
  /** Absent while it is not deleted; `BEING_PURGED` once nothing brings it back, `BEING_BEGUN` before it is one. */
  deletedAt?: number;
}

/** Before every time at which something may have been deleted. */
export const BEING_PURGED = -1;
/** Until its first message is accepted: to everybody but that `accept`, and whoever undoes it, there is no such conversation. */
export const BEING_BEGUN = -2;

const listed = { userId: 1, deletedAt: 1, archived: 1 } as const;
const newest = { updatedAt: -1, _id: -1 } as const;

export const conversations = collection<ConversationDocument>('conversations', [
  { name: 'listed', key: { ...listed, ...newest } },
  { name: 'pinned', key: { ...listed, pinned: 1, ...newest } },
  { name: 'deleted', key: { deletedAt: 1 }, options: { sparse: true } },
]);

/** Whose each conversation's id is: no two users have conversations of one id. */
export const conversationIds = collection<{ _id: string; userId: string }>('conversation_ids', [
  { name: 'of_user', key: { userId: 1 } },
]);

/** The conversation, deleted or not, by its key. */
export async function findBegun(database: Database, _id: string): Promise<ConversationDocument | null> {
  const found = await database.of(conversations).findOne({ _id });
  return found?.deletedAt === BEING_BEGUN ? null : found;
}

/** The conversation, unless it is deleted or another user's. */
export async function findConversation(
  database: Database,
  userId: string,
  id: string,
): Promise<ConversationDocument | null> {
  const found = await database.of(conversations).findOne({ _id: keyOf(userId, id) });
  return found?.deletedAt === undefined ? found : null;
}

/** Those of these conversations that are not deleted, by their keys. */
export async function findConversations(
  database: Database,
  keys: string[],
): Promise<Map<string, ConversationDocument>> {
  if (keys.length === 0) return new Map();
  const found = await database
    .of(conversations)
    .find({ _id: { $in: [...new Set(keys)] } })
    .toArray();
  return new Map(found.filter(({ deletedAt }) => deletedAt === undefined).map((each) => [each._id, each]));
}

export function toConversation(document: ConversationDocument): Conversation {
  const { _id, title, webSearchEnabled, thinkingModeEnabled, pinned, archived, updatedAt } = document;
  return {
    id: idOf(_id),
    title,
    webSearchEnabled,
    thinkingModeEnabled,
    pinned,
    archived,
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
