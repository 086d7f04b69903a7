import type { Message } from '@parley/core';
import { fileIdOf } from '../../files/file-id.ts';
import { statement, type Database } from '../database/database.ts';

type Owner = { userId: string; conversationId: string };

const markSent = statement<Owner & { id: string }>(`
  UPDATE files SET conversation_id = COALESCE(conversation_id, :conversationId) WHERE id = :id AND user_id = :userId`);
const insertUse = statement<{ fileId: string; conversationId: string }>(`
  INSERT INTO conversation_files (file_id, conversation_id) VALUES (:fileId, :conversationId) ON CONFLICT DO NOTHING`);

/**
 * Adds the files of a question to its conversation, which may share them with others. False when an attachment is not a
 * file of this user.
 */
export function keepFiles(database: Database, owner: Owner, { attachments = [], previousImageUrl }: Message): boolean {
  if (previousImageUrl) keepFile(database, owner, fileIdOf(previousImageUrl));
  return attachments.every(({ id }) => keepFile(database, owner, id));
}

/** Adds a file to a conversation. False when it is not a file of this user. */
export function keepFile(database: Database, owner: Owner, id: string): boolean {
  if (database.run(markSent, { ...owner, id }) === 0) return false;
  addUse(database, id, owner.conversationId);
  return true;
}

/** Records that a conversation uses a file. The file then stays as long as the conversation does. */
export function addUse(database: Database, fileId: string, conversationId: string): void {
  database.run(insertUse, { fileId, conversationId });
}
