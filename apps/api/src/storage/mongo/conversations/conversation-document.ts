import type { Conversation, ImportSource } from '@parley/core';
import type { TransferredConversation } from '../../records.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { idOf, keyOf } from '../database/keys.ts';

type Import = 'importedFrom' | 'importId' | 'importedAt';

/** A conversation as it is listed. Its messages are separate documents, and a streaming reply is a `ReplyLock`. */
export interface ConversationDocument extends Omit<
  TransferredConversation,
  'id' | 'unread' | 'projectId' | 'deletedAt' | 'hasBareReplies' | Import
> {
  _id: string;
  /** Absent counts as false. */
  unread?: boolean;
  /** Absent or null outside of projects. */
  projectId?: string | null;
  /** Messages from this `ord` on belong to an unfinished or abandoned `accept`. */
  nextOrd: number;
  /** Whether there may be replies without an answer, which become versions once a message follows them. */
  hasBareReplies?: boolean;
  /** Absent unless the conversation is deleted, being purged (`PURGING`) or being created (`CREATING`). */
  deletedAt?: number;
  /** Absent unless the conversation was imported. */
  importedFrom?: ImportSource;
  importId?: string;
  importedAt?: number;
}

/**
 * The `deletedAt` of a conversation that can no longer be restored. A number, and earlier than any deletion, because
 * one range of the index on `deletedAt` then finds the conversations to purge, those of an interrupted purge first.
 */
export const PURGING = -1;
/**
 * The `deletedAt` of a conversation until its first message is accepted. Only that `accept`, and a process that undoes
 * it, can see the conversation. In `deletedAt`, so that the condition that hides deleted conversations hides this one.
 */
export const CREATING = -2;

const listed = { userId: 1, deletedAt: 1, archived: 1 } as const;
const newest = { updatedAt: -1, _id: -1 } as const;

export const conversations = collection<ConversationDocument>('conversations', [
  { name: 'listed', key: { ...listed, ...newest } },
  { name: 'pinned', key: { ...listed, pinned: 1, ...newest } },
  { name: 'of_project', key: { userId: 1, projectId: 1, ...newest } },
  { name: 'deleted_of_user', key: { userId: 1, deletedAt: -1, _id: -1 } },
  { name: 'deleted', key: { deletedAt: 1 }, options: { sparse: true } },
  { name: 'imported', key: { userId: 1, importId: 1 }, options: { sparse: true } },
]);

/** Owners of conversation ids. No two users have conversations with the same id. */
export const conversationIds = collection<{ _id: string; userId: string }>('conversation_ids', [
  { name: 'of_user', key: { userId: 1 } },
]);

/** Finds the conversation by key, deleted or not. */
export async function findCreated(database: Database, _id: string): Promise<ConversationDocument | null> {
  const found = await database.of(conversations).findOne({ _id });
  return found?.deletedAt === CREATING ? null : found;
}

/** Whether the conversation exists, or is deleted and can be restored. */
export async function isKept(database: Database, _id: string): Promise<boolean> {
  const found = await findCreated(database, _id);
  return found !== null && found.deletedAt !== PURGING;
}

/** Finds the conversation unless it is deleted or belongs to another user. */
export async function findConversation(
  database: Database,
  userId: string,
  id: string,
): Promise<ConversationDocument | null> {
  const found = await database.of(conversations).findOne({ _id: keyOf(userId, id) });
  return found?.deletedAt === undefined ? found : null;
}

/** Finds those of these conversations that are not deleted, by key. */
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
  const { _id, title, webSearchEnabled, thinkingModeEnabled, pinned, archived, unread, projectId, updatedAt } =
    document;
  const { importedFrom, importId } = document;
  return {
    id: idOf(_id),
    title,
    webSearchEnabled,
    thinkingModeEnabled,
    pinned,
    archived,
    unread: unread === true,
    ...(projectId && { projectId }),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(importedFrom !== undefined && { importedFrom }),
    ...(importId !== undefined && { importId }),
  };
}
