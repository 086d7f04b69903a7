import { setImmediate } from 'node:timers/promises';
import { kindsRemoved } from '../../records.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';
import { removeFromIndex } from '../search/search-index.ts';
import { markStray } from '../files/stray-files.ts';
import { TABLES } from '../schema/tables.ts';

type Purged = { conversationId: string };

/** Records that one transaction removes, since all other calls wait for it. */
const SLICE = 2_000;
/**
 * The `deleted_at` of a conversation of which a part is removed. Before any deletion, so that it can be neither listed
 * nor restored. A crash leaves it to the next `purge`.
 */
const PURGING = -1;

// Before `PURGING`, it is an import that is not finished.
const selectDeleted = statement<{ deletedBefore: number }, { id: string }>(`
  SELECT id FROM conversations WHERE deleted_at IS NOT NULL AND deleted_at < :deletedBefore
    AND (deleted_at >= ${PURGING} OR imported_at < :deletedBefore)
  ORDER BY deleted_at LIMIT 1`);
const selectOneDeleted = statement<{ userId: string; id: string }, { id: string }>(
  `SELECT id FROM conversations WHERE id = :id AND user_id = :userId AND deleted_at >= ${PURGING}`,
);
const markPurging = statement<Purged>(`UPDATE conversations SET deleted_at = ${PURGING} WHERE id = :conversationId`);
const deleteRecords = kindsRemoved('with-conversation').map((kind) => {
  const { name, key, fields } = TABLES[kind];
  // SQLite finds no row by a key of one column in parentheses.
  const ids = key.length === 1 ? key.join() : `(${key.join(', ')})`;
  const some = `SELECT ${key.join(', ')} FROM ${name} WHERE ${fields.conversationId.sql} = :conversationId LIMIT :limit`;
  return statement<Purged & { limit: number }>(`DELETE FROM ${name} WHERE ${ids} IN (${some})`);
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
export async function purgeConversations(
  database: Database,
  deletedBefore: number,
  limit: number,
): Promise<{ count: number; fileIds: string[] }> {
  const fileIds: string[] = [];
  for (let count = 0; count < limit; count++) {
    const found = database.get(selectDeleted, { deletedBefore });
    if (!found) return { count, fileIds };
    fileIds.push(...(await purgeInSlices(database, found.id)));
  }
  return { count: limit, fileIds };
}

/**
 * Purges one deleted conversation, without the bytes of files. Returns the ids of the removed files; null when there is
 * no such conversation.
 */
export async function purgeDeleted(database: Database, userId: string, id: string): Promise<string[] | null> {
  return database.get(selectOneDeleted, { userId, id }) ? purgeInSlices(database, id) : null;
}

/** Other calls come in between the slices. */
async function purgeInSlices(database: Database, id: string): Promise<string[]> {
  for (;;) {
    // Checking thousands of messages against every table that refers to messages would take an index on each.
    const slice = database.withoutForeignKeys(() => database.transaction(() => purgeSlice(database, id)));
    if (slice.isDone) return slice.fileIds;
    await setImmediate();
  }
}

/**
 * Removes a conversation, or a part of a long one, within a transaction without foreign keys. The last slice returns
 * the ids of removed files, whose bytes remain.
 */
export function purgeSlice(database: Database, conversationId: string): { isDone: boolean; fileIds: string[] } {
  markScrubDue(database);
  database.run(markPurging, { conversationId });
  let room = SLICE - removeFromIndex(database, conversationId, SLICE);
  for (const each of deleteRecords) room -= database.run(each, { conversationId, limit: room });
  if (room === 0) return { isDone: false, fileIds: [] };
  const fileIds = releaseFiles(database, conversationId);
  database.run(deleteConversation, { conversationId });
  return { isDone: true, fileIds };
}

/** Removes the files that nothing else uses. */
function releaseFiles(database: Database, conversationId: string): string[] {
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
  return removed;
}
