import { AppError } from '@parley/core';
import { checkFileId } from '../../files/file-id.ts';
import type { FileRecord, FileStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue, type Scrubber } from '../database/scrubber.ts';
import { isDeleted } from '../accounts/deletion-store.ts';
import type { FileBytes } from './file-bytes.ts';
import { addUse } from './file-uses.ts';
import { markStray, removeStrayFiles, unmarkStray } from './stray-files.ts';

type FileRow = { userId: string; conversationId: string | null; createdAt: number; attachment: string };

const FILE_COLUMNS =
  'files.user_id AS userId, files.conversation_id AS conversationId, files.created_at AS createdAt, files.attachment';
/** Filters for files that are unsent, in a project, or in a conversation that is not deleted. */
const IS_VISIBLE = `(files.conversation_id IS NULL OR files.project_id IS NOT NULL OR EXISTS (
    SELECT 1 FROM conversation_files AS used JOIN conversations ON conversations.id = used.conversation_id
    WHERE used.file_id = files.id AND conversations.deleted_at IS NULL))`;

const insertFile = statement<FileRow & { id: string; text: string | null }>(`
  INSERT INTO files (id, user_id, conversation_id, created_at, attachment, text)
  VALUES (:id, :userId, :conversationId, :createdAt, :attachment, :text)`);
const selectConversation = statement<{ id: string; userId: string }, { id: string }>(
  'SELECT id FROM conversations WHERE id = :id AND user_id = :userId',
);
const selectFile = statement<{ id: string }, FileRow>(
  `SELECT ${FILE_COLUMNS} FROM files WHERE files.id = :id AND ${IS_VISIBLE}`,
);
const selectFiles = statement<{ userId: string; after: string; limit: number }, FileRow>(`
  SELECT ${FILE_COLUMNS} FROM files WHERE files.user_id = :userId AND files.id > :after
  ORDER BY files.id LIMIT :limit`);
const selectLibrary = statement<
  { userId: string; pictures: number; createdAt: number; id: string; limit: number },
  FileRow & { conversationId: string }
>(`
  SELECT * FROM (
    SELECT files.user_id AS userId, files.created_at AS createdAt, files.id AS id, files.attachment AS attachment, (
      SELECT used.conversation_id FROM conversation_files AS used JOIN conversations ON conversations.id = used.conversation_id
      WHERE used.file_id = files.id AND conversations.deleted_at IS NULL LIMIT 1
    ) AS conversationId
    FROM files
    WHERE files.user_id = :userId AND (files.created_at, files.id) < (:createdAt, :id)
      AND (files.attachment ->> 'kind' = 'image') = :pictures
  )
  WHERE conversationId IS NOT NULL ORDER BY createdAt DESC, id DESC LIMIT :limit`);
const selectKept = statement<{ userId: string; id: string }, { id: string }>(
  'SELECT id FROM files WHERE id = :id AND user_id = :userId',
);
const selectText = statement<{ id: string }, { text: string | null }>(
  `SELECT files.text FROM files WHERE files.id = :id AND ${IS_VISIBLE}`,
);
const deleteUnsent = statement<{ id: string; userId: string }>(
  'DELETE FROM files WHERE id = :id AND user_id = :userId AND conversation_id IS NULL AND project_id IS NULL',
);
const deleteOldUnsent = statement<{ createdBefore: number; limit: number }, { id: string }>(`
  DELETE FROM files WHERE id IN (
    SELECT id FROM files WHERE conversation_id IS NULL AND project_id IS NULL AND created_at < :createdBefore
    ORDER BY created_at LIMIT :limit
  ) RETURNING id`);

export function createFileStore(database: Database, bytes: FileBytes, scrubber: Scrubber): FileStore {
  const find = (id: string) => {
    const row = database.get(selectFile, { id });
    return row ? toFile(row) : null;
  };
  return {
    async create({ attachment, userId, conversationId, createdAt }, content, text) {
      const id = checkFileId(attachment.id);
      await database.write(() => markStray(database, id));
      try {
        await bytes.write(id, content);
        await database.write(() => {
          if (isDeleted(database, userId)) throw new AppError('unauthorized');
          const isKnown = conversationId === null || database.get(selectConversation, { id: conversationId, userId });
          if (!isKnown) throw new AppError('not-found');
          const row = { id, userId, conversationId, createdAt, attachment: JSON.stringify(attachment), text };
          database.run(insertFile, row);
          if (conversationId !== null) addUse(database, id, conversationId);
          unmarkStray(database, id);
        });
      } catch (error) {
        await removeStrayFiles(database, bytes, [id]);
        throw error;
      }
    },
    async find(id) {
      return find(id);
    },
    async findAll(userId, ids) {
      return ids.flatMap((id) => {
        const file = find(id);
        return file?.userId === userId ? [file] : [];
      });
    },
    async list(userId, { limit, after = '' }) {
      return database.all(selectFiles, { userId, after, limit }).map(toFile);
    },
    async library(userId, { pictures, limit, before = { createdAt: Number.MAX_SAFE_INTEGER, id: '' } }) {
      return database
        .all(selectLibrary, { userId, pictures: Number(pictures), ...before, limit })
        .map((row) => ({ ...toFile(row), conversationId: row.conversationId }));
    },
    async keptBytes(userId, id) {
      return database.get(selectKept, { userId, id }) ? bytes.read(id) : null;
    },
    async bytes(id) {
      return find(id) && bytes.read(id);
    },
    async text(id) {
      return database.get(selectText, { id })?.text ?? null;
    },
    async deleteUnsent(userId, id) {
      const isGone = database.transaction(() => {
        if (database.run(deleteUnsent, { id, userId }) === 0) return false;
        markStray(database, id);
        markScrubDue(database);
        return true;
      });
      if (!isGone) return false;
      await removeStrayFiles(database, bytes, [id]);
      // What fails now, as during a backup, is done by the next purge.
      scrubber.rows().catch(() => {});
      return true;
    },
    async purgeUnsent(createdBefore, limit) {
      const ids = database.transaction(() => {
        const gone = database.all(deleteOldUnsent, { createdBefore, limit }).map(({ id }) => id);
        for (const id of gone) markStray(database, id);
        if (gone.length > 0) markScrubDue(database);
        return gone;
      });
      await removeStrayFiles(database, bytes, ids);
      return ids.length;
    },
  };
}

function toFile({ userId, conversationId, createdAt, attachment }: FileRow): FileRecord {
  return { attachment: JSON.parse(attachment), userId, conversationId, createdAt };
}
