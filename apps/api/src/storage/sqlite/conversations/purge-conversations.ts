import { kindsRemoved } from '../../records.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';
import { removeFromIndex } from '../search/search-index.ts';
import { markStray } from '../files/stray-files.ts';
import { TABLES } from '../schema/tables.ts';

type Purged = { conversationId: string };

// A negative time is that of an import that is not finished.
const selectDeleted = statement<{ deletedBefore: number; limit: number }, { id: string }>(`
  SELECT id FROM conversations WHERE deleted_at IS NOT NULL AND deleted_at < :deletedBefore
    AND (deleted_at >= 0 OR imported_at < :deletedBefore)
  ORDER BY deleted_at LIMIT :limit`);
const selectOneDeleted = statement<{ userId: string; id: string }, { id: string }>(
  'SELECT id FROM conversations WHERE id = :id AND user_id = :userId AND deleted_at >= 0',
);
const deleteRecords = kindsRemoved('with-conversation').map((kind) => {
  const { name, fields } = TABLES[kind];
  return statement<Purged>(`DELETE FROM ${name} WHERE ${fields.conversationId.sql} = :conversationId`);
});
const deleteConversation = statement<Purged>('DELETE FROM conversations WHERE id = :conversationId');
const deleteUses = statement<Purged, { fileId: string }>(
  'DELETE FROM conversation_files WHERE conversation_id = :conversationId RETURNING file_id AS fileId',
);
const selectOtherUse = statement<{ fileId: string }, Purged>(
  'SELECT conversation_id AS conversationId FROM conversation_files WHERE file_id = :fileId LIMIT 1',
);
const moveFile = statement<Purged & { fileId: string }>(
  'UPDATE files SET conversation_id = :conversationId WHERE id = :fileId',
);
const leaveInProject = statement<{ fileId: string }>(
  'UPDATE files SET conversation_id = NULL WHERE id = :fileId AND project_id IS NOT NULL',
);
const deleteFile = statement<{ fileId: string }>('DELETE FROM files WHERE id = :fileId');

/** `ConversationStore.purge` without the bytes of files. Returns the ids of the removed files. */
export function purgeConversations(
  database: Database,
  deletedBefore: number,
  limit: number,
): { count: number; fileIds: string[] } {
  // Checking thousands of messages against every table that refers to messages would take an index on each.
  return database.withoutForeignKeys(() =>
    database.transaction(() => {
      const deleted = database.all(selectDeleted, { deletedBefore, limit });
      const fileIds = deleted.flatMap(({ id }) => purgeConversation(database, id));
      return { count: deleted.length, fileIds };
    }),
  );
}

/**
 * Purges one deleted conversation, without the bytes of files. Returns the ids of the removed files; null when there is
 * no such conversation.
 */
export function purgeDeleted(database: Database, userId: string, id: string): string[] | null {
  return database.withoutForeignKeys(() =>
    database.transaction(() =>
      database.get(selectOneDeleted, { userId, id }) ? purgeConversation(database, id) : null,
    ),
  );
}

/**
 * Removes a conversation, within a transaction without foreign keys. Returns the ids of removed files, whose bytes
 * remain.
 */
export function purgeConversation(database: Database, conversationId: string): string[] {
  const removed: string[] = [];
  for (const { fileId } of database.all(deleteUses, { conversationId })) {
    const other = database.get(selectOtherUse, { fileId });
    if (other) {
      database.run(moveFile, { ...other, fileId });
      continue;
    }
    if (database.run(leaveInProject, { fileId }) === 1) continue;
    database.run(deleteFile, { fileId });
    markStray(database, fileId);
    removed.push(fileId);
  }
  removeFromIndex(database, conversationId);
  for (const each of deleteRecords) database.run(each, { conversationId });
  database.run(deleteConversation, { conversationId });
  markScrubDue(database);
  return removed;
}
