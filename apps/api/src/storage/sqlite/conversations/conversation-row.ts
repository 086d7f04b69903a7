import type { Conversation, ImportSource } from '@parley/core';
import { statement, type Database } from '../database/database.ts';

/** A selected row of a conversation. SQLite has no booleans. */
export type ConversationRow = {
  id: string;
  title: string;
  webSearchEnabled: number;
  thinkingModeEnabled: number;
  pinned: number;
  archived: number;
  unread: number;
  projectId: string | null;
  leafId: string;
  updatedAt: number;
  importedFrom: ImportSource | null;
  importId: string | null;
};

/** Columns of the table `conversations` for `toConversation`. */
export const CONVERSATION_COLUMNS = `
  id, title, web_search_enabled AS webSearchEnabled, thinking_mode_enabled AS thinkingModeEnabled, pinned, archived,
  unread, project_id AS projectId, leaf_id AS leafId, updated_at AS updatedAt, imported_from AS importedFrom,
  import_id AS importId`;

const selectOne = statement<{ userId: string; id: string }, ConversationRow>(`
  SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE id = :id AND user_id = :userId AND deleted_at IS NULL`);

/** Finds the conversation unless it is deleted or belongs to another user. */
export function findConversation(database: Database, userId: string, id: string): ConversationRow | undefined {
  return database.get(selectOne, { userId, id });
}

export function toConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    title: row.title,
    webSearchEnabled: row.webSearchEnabled === 1,
    thinkingModeEnabled: row.thinkingModeEnabled === 1,
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    unread: row.unread === 1,
    ...(row.projectId !== null && { projectId: row.projectId }),
    updatedAt: new Date(row.updatedAt).toISOString(),
    ...(row.importedFrom !== null && { importedFrom: row.importedFrom }),
    ...(row.importId !== null && { importId: row.importId }),
  };
}
