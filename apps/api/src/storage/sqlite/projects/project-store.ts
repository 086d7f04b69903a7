import { AppError } from '@parley/core';
import type { ProjectRecord, ProjectStore } from '../../storage.ts';
import { statement, type Database } from '../database/database.ts';
import { markScrubDue } from '../database/scrubber.ts';
import { findPassages, indexPassages } from './passage-index.ts';

type Place = { userId: string; id: string };
type Project = Pick<ProjectRecord, keyof ProjectRecord>;

const COLUMNS = `id, user_id AS userId, name, color, instructions, created_at AS createdAt, updated_at AS updatedAt,
  deleted_at AS deletedAt`;

const selectAll = statement<{ userId: string }, Project>(`
  SELECT ${COLUMNS} FROM projects WHERE user_id = :userId AND deleted_at IS NULL`);
const selectDeleted = statement<{ userId: string; deletedSince: number }, Project>(`
  SELECT ${COLUMNS} FROM projects WHERE user_id = :userId AND deleted_at >= :deletedSince`);
const selectOne = statement<Place, Project>(`
  SELECT ${COLUMNS} FROM projects WHERE user_id = :userId AND id = :id`);
const selectCount = statement<{ userId: string }, { count: number }>(
  'SELECT count(*) AS count FROM projects WHERE user_id = :userId',
);
const insertOne = statement<Project>(`
  INSERT INTO projects (id, user_id, name, color, instructions, created_at, updated_at, deleted_at)
  SELECT :id, id, :name, :color, :instructions, :createdAt, :updatedAt, :deletedAt
  FROM users WHERE id = :userId AND deleted_at IS NULL`);
// A null parameter leaves its column unchanged.
const updateOne = statement<
  Place & { name: string | null; color: string | null; instructions: string | null; now: number },
  Project
>(`
  UPDATE projects SET name = coalesce(:name, name), color = coalesce(:color, color),
    instructions = coalesce(:instructions, instructions), updated_at = :now
  WHERE user_id = :userId AND id = :id AND deleted_at IS NULL RETURNING ${COLUMNS}`);
const markDeleted = statement<Place & { now: number }, { deletedAt: number }>(`
  UPDATE projects SET deleted_at = coalesce(deleted_at, :now) WHERE user_id = :userId AND id = :id
  RETURNING deleted_at AS deletedAt`);
const deleteConversations = statement<Place & { deletedAt: number }>(`
  UPDATE conversations SET deleted_at = :deletedAt
  WHERE user_id = :userId AND project_id = :id AND deleted_at IS NULL`);
const restoreConversations = statement<Place & { deletedAt: number }>(`
  UPDATE conversations SET deleted_at = NULL
  WHERE user_id = :userId AND project_id = :id AND deleted_at = :deletedAt`);
const markRestored = statement<Place>('UPDATE projects SET deleted_at = NULL WHERE user_id = :userId AND id = :id');
const selectPurgeable = statement<{ deletedBefore: number; limit: number }, Place>(`
  SELECT user_id AS userId, id FROM projects WHERE deleted_at < :deletedBefore LIMIT :limit`);
const releaseConversations = statement<Place>(
  'UPDATE conversations SET project_id = NULL WHERE user_id = :userId AND project_id = :id',
);
const selectFiles = statement<{ userId: string; projectId: string }, { id: string }>(
  'SELECT id FROM files WHERE user_id = :userId AND project_id = :projectId ORDER BY id',
);
const addFile = statement<Place & { fileId: string }>(`
  UPDATE files SET project_id = :id
  WHERE id = :fileId AND user_id = :userId AND conversation_id IS NULL AND project_id IS NULL
    AND EXISTS (SELECT 1 FROM projects WHERE user_id = :userId AND id = :id AND deleted_at IS NULL)`);
// The time makes it an old upload, which the next purge removes unless a conversation uses it.
const removeFile = statement<Place & { fileId: string }>(`
  UPDATE files SET project_id = NULL, created_at = CASE WHEN conversation_id IS NULL THEN 0 ELSE created_at END
  WHERE id = :fileId AND user_id = :userId AND project_id = :id`);
const releaseFiles = statement<Place>(`
  UPDATE files SET project_id = NULL, created_at = CASE WHEN conversation_id IS NULL THEN 0 ELSE created_at END
  WHERE user_id = :userId AND project_id = :id`);
const deleteOne = statement<Place>('DELETE FROM projects WHERE user_id = :userId AND id = :id');

export function createProjectStore(database: Database): ProjectStore {
  const find = (place: Place) => {
    const found = database.get(selectOne, place);
    return found?.deletedAt === null ? { ...found } : null;
  };
  return {
    async list(userId) {
      return newestFirst(database.all(selectAll, { userId }), 'updatedAt');
    },
    async listDeleted(userId, deletedSince) {
      return newestFirst(database.all(selectDeleted, { userId, deletedSince }), 'deletedAt');
    },
    async find(userId, id) {
      return find({ userId, id });
    },
    async create(project, limit) {
      const { userId, id } = project;
      return database.transaction(() => {
        if (database.get(selectOne, { userId, id })) return 'exists';
        if ((database.get(selectCount, { userId })?.count ?? 0) >= limit) return 'full';
        if (database.run(insertOne, { ...project }) === 0) throw new AppError('unauthorized');
        return 'created';
      });
    },
    async update(userId, id, { name = null, color = null, instructions = null }, now) {
      const change = { userId, id, name, color, instructions, now };
      const row = database.transaction(() => {
        if (instructions !== null) markScrubDue(database);
        return database.get(updateOne, change);
      });
      return row ? { ...row } : null;
    },
    async delete(userId, id, conversations, now) {
      return database.transaction(() => {
        const deleted = database.get(markDeleted, { userId, id, now });
        if (deleted && conversations === 'delete') database.run(deleteConversations, { userId, id, ...deleted });
        return deleted !== undefined;
      });
    },
    async restore(userId, id, deletedSince) {
      return database.transaction(() => {
        const deletedAt = database.get(selectOne, { userId, id })?.deletedAt ?? null;
        if (deletedAt !== null && deletedAt >= deletedSince) {
          database.run(restoreConversations, { userId, id, deletedAt });
          database.run(markRestored, { userId, id });
        }
        return find({ userId, id });
      });
    },
    async fileIds(userId, projectId) {
      return find({ userId, id: projectId })
        ? database.all(selectFiles, { userId, projectId }).map(({ id }) => id)
        : [];
    },
    async passages(userId, id, words, limit) {
      return find({ userId, id }) ? findPassages(database, userId, id, words, limit) : [];
    },
    async addFile(userId, id, fileId) {
      if (database.run(addFile, { userId, id, fileId }) === 0) return false;
      // `startIndexing` ends what a crash interrupts here.
      while (await database.write(() => indexPassages(database, fileId)));
      return true;
    },
    async removeFile(userId, id, fileId) {
      return database.run(removeFile, { userId, id, fileId }) === 1;
    },
    async purge(deletedBefore, limit) {
      return database.transaction(() => {
        const purged = database.all(selectPurgeable, { deletedBefore, limit });
        for (const place of purged) {
          database.run(releaseConversations, place);
          database.run(releaseFiles, place);
          database.run(deleteOne, place);
        }
        if (purged.length > 0) markScrubDue(database);
        return purged.length;
      });
    },
  };
}

/** Sorted here, because a user has few of them. */
function newestFirst(rows: Project[], time: 'updatedAt' | 'deletedAt'): Project[] {
  return rows.map((row) => ({ ...row })).sort((a, b) => (b[time] ?? 0) - (a[time] ?? 0) || (a.id < b.id ? -1 : 1));
}
