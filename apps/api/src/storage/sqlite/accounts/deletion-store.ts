import { kindsRemoved } from '../../records.ts';
import type { DeletionStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import type { FileBytes } from '../files/file-bytes.ts';
import { purgeSlice } from '../conversations/purge-conversations.ts';
import { markScrubDue, type Scrubber } from '../database/scrubber.ts';
import { markStray, removeStrayFiles } from '../files/stray-files.ts';
import { anonymousId } from '../../billing/spending-store.ts';
import { TABLES } from '../schema/tables.ts';

/** Limit of one call, so that others do not wait for it. */
const FILES_AT_ONCE = 20;

type Owner = { userId: string };
type Some = Owner & { limit: number };

const fenceUser = statement<Owner & { now: number }>(`
  UPDATE users SET deleted_at = :now, email = NULL, password_hash = NULL, name = NULL
  WHERE id = :userId AND deleted_at IS NULL`);
const insertDeletion = statement<Owner & { now: number }>(
  'INSERT INTO deletions (user_id, started_at) VALUES (:userId, :now)',
);
const endDeletion = statement<Owner & { now: number }>('UPDATE deletions SET ended_at = :now WHERE user_id = :userId');
const selectUnfinished = statement<Record<string, never>, Owner>(
  'SELECT user_id AS userId FROM deletions WHERE ended_at IS NULL',
);
const selectDeletion = statement<Owner, Owner>(
  'SELECT user_id AS userId FROM deletions WHERE user_id = :userId AND ended_at IS NULL',
);
const selectBegun = statement<Owner, Owner>('SELECT user_id AS userId FROM deletions WHERE user_id = :userId');
const selectConversation = statement<Owner, { id: string }>(
  'SELECT id FROM conversations WHERE user_id = :userId LIMIT 1',
);
const deleteFiles = statement<Some, { id: string }>(`
  DELETE FROM files WHERE id IN (SELECT id FROM files WHERE user_id = :userId LIMIT :limit) RETURNING id`);
const deleteSessions = statement<Owner>('DELETE FROM sessions WHERE user_id = :userId');
const deleteTokens = statement<Owner>('DELETE FROM one_time_tokens WHERE user_id = :userId');
/** Deletes the user's remaining rows once conversations and files are gone. */
const deleteRest = [
  ...kindsRemoved('with-user').map((kind) => {
    const owner = kind === 'users' ? TABLES.users.fields.id : TABLES[kind].fields.userId;
    return statement<Owner>(`DELETE FROM ${TABLES[kind].name} WHERE ${owner.sql} = :userId`);
  }),
  statement<Owner>('DELETE FROM search_owners WHERE user_id = :userId'),
];

/** Removes the user's id from the rows that stay. */
const unnameRest = kindsRemoved('unnamed').map((kind) =>
  statement<Owner & { anonymous: string }>(
    `UPDATE ${TABLES[kind].name} SET ${TABLES[kind].fields.userId.sql} = :anonymous WHERE user_id = :userId`,
  ),
);

/** Whether a user's deletion was started. Checked before writes for a user who signed in earlier. */
export function isDeleted(database: Database, userId: string): boolean {
  return database.get(selectBegun, { userId }) !== undefined;
}

export function createDeletionStore(database: Database, bytes: FileBytes, scrubber: Scrubber): DeletionStore {
  function removeSome(userId: string): { isDone: boolean; fileIds: string[] } {
    if (!database.get(selectDeletion, { userId })) return { isDone: true, fileIds: [] };
    const conversation = database.get(selectConversation, { userId });
    if (conversation) return { isDone: false, fileIds: purgeSlice(database, conversation.id).fileIds };
    const fileIds = database.all(deleteFiles, { userId, limit: FILES_AT_ONCE }).map(({ id }) => id);
    for (const id of fileIds) markStray(database, id);
    return { isDone: fileIds.length === 0, fileIds };
  }

  return {
    async begin(userId, now) {
      database.transaction(() => {
        if (database.run(fenceUser, { userId, now }) === 0) return;
        database.run(insertDeletion, { userId, now });
        database.run(deleteSessions, { userId });
        database.run(deleteTokens, { userId });
      });
    },
    async listUnfinished() {
      return database.all(selectUnfinished, {}).map(({ userId }) => userId);
    },
    async removeContent(userId) {
      // Rows that refer to a removed row are removed with it.
      const { isDone, fileIds } = database.withoutForeignKeys(() => database.transaction(() => removeSome(userId)));
      await removeStrayFiles(database, bytes, fileIds);
      return isDone;
    },
    async finish(userId, now) {
      if (!database.get(selectDeletion, { userId })) return;
      // No references to the user remain, and checking that would take an index on each table.
      database.withoutForeignKeys(() =>
        database.transaction(() => {
          for (const each of deleteRest) database.run(each, { userId });
          for (const each of unnameRest) database.run(each, { userId, anonymous: anonymousId() });
          markScrubDue(database);
        }),
      );
      await scrubber.all();
      database.run(endDeletion, { userId, now });
    },
  };
}
