import { AppError } from '@parley/core';
import type { ProjectRecord, ProjectStore } from '../../storage.ts';
import { users } from '../accounts/user-store.ts';
import { conversations, PURGING } from '../conversations/conversation-document.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { files } from '../files/file-document.ts';
import { changeFile } from '../files/file-uses.ts';
import { idOf, keyOf } from '../database/keys.ts';
import { findPassages, indexProject, removePassages } from './passages.ts';

export type ProjectDocument = Omit<ProjectRecord, 'id'> & { _id: string };

export const projects = collection<ProjectDocument>('projects', [
  { name: 'of_user', key: { userId: 1, deletedAt: 1 } },
  { name: 'deleted', key: { deletedAt: 1 } },
]);

export function createProjectStore(database: Database): ProjectStore {
  const all = database.of(projects);
  const chats = database.of(conversations);
  const known = (userId: string, id: string) => ({ _id: keyOf(userId, id), deletedAt: null });
  const find: ProjectStore['find'] = async (userId, id) => toRecord(await all.findOne(known(userId, id)));

  /** Takes a file out of its project. An old time makes the next purge remove it unless a conversation uses it. */
  async function releaseFile(_id: string): Promise<void> {
    const released = { $unset: { projectId: 1 as const, indexedIn: 1 as const } };
    await changeFile(database, _id, { uses: [] }, { ...released, $set: { unsentSince: 0 } }, released);
    await removePassages(database, _id);
  }

  return {
    async list(userId) {
      const found = await all.find({ userId, deletedAt: null }).sort({ updatedAt: -1, _id: 1 }).toArray();
      return found.map(toProject);
    },
    async listDeleted(userId, deletedSince) {
      const deleted = { userId, deletedAt: { $gte: deletedSince } };
      const found = await all.find(deleted).sort({ deletedAt: -1, _id: 1 }).toArray();
      return found.map(toProject);
    },
    find,
    async create({ id, ...project }, limit) {
      const { userId } = project;
      const _id = keyOf(userId, id);
      if (await all.findOne({ _id })) return 'exists';
      if (!(await wasFree(all.insertOne({ _id, ...project })))) return 'exists';
      // Checked after the write, since two may be written at once and the user may be deleted meanwhile.
      const isUser = await database.of(users).findOne({ _id: userId, deletedAt: { $exists: false } });
      if (isUser && (await all.countDocuments({ userId })) <= limit) return 'created';
      await all.deleteOne({ _id });
      if (!isUser) throw new AppError('unauthorized');
      return 'full';
    },
    async update(userId, id, change, updatedAt) {
      const set = { $set: { ...change, updatedAt } };
      return toRecord(await all.findOneAndUpdate(known(userId, id), set, { returnDocument: 'after' }));
    },
    async delete(userId, id, kept, now) {
      await all.updateOne(known(userId, id), { $set: { deletedAt: now } });
      const deleted = await all.findOne({ _id: keyOf(userId, id) });
      if (!deleted) return false;
      if (kept === 'delete' && deleted.deletedAt !== null) {
        const { deletedAt } = deleted;
        await chats.updateMany({ userId, projectId: id, deletedAt: { $exists: false } }, { $set: { deletedAt } });
      }
      return true;
    },
    async restore(userId, id, deletedSince) {
      const found = await all.findOne({ _id: keyOf(userId, id) });
      const deletedAt = found?.deletedAt ?? null;
      if (deletedAt !== null && deletedAt >= deletedSince) {
        // First, so that an interrupted call can be repeated.
        await chats.updateMany({ userId, projectId: id, deletedAt }, { $unset: { deletedAt: 1 } });
        await all.updateOne({ _id: keyOf(userId, id), deletedAt }, { $set: { deletedAt: null } });
      }
      return find(userId, id);
    },
    async fileIds(userId, projectId) {
      if (!(await find(userId, projectId))) return [];
      const found = await database
        .of(files)
        .find({ userId, projectId, isPartial: { $exists: false } })
        .project<{ _id: string }>({ _id: 1 })
        .sort({ _id: 1 })
        .toArray();
      return found.map(({ _id }) => _id);
    },
    async passages(userId, id, words, limit) {
      return (await find(userId, id)) ? findPassages(database, userId, id, words, limit) : [];
    },
    async addFile(userId, id, fileId) {
      if (!(await find(userId, id))) return false;
      const unsent = { _id: fileId, userId, unsentSince: { $exists: true }, isPartial: { $exists: false } };
      const change = { $set: { projectId: id }, $unset: { unsentSince: 1 as const } };
      if ((await database.of(files).updateOne(unsent, change)).matchedCount === 0) return false;
      await indexProject(database, userId, id);
      return true;
    },
    async removeFile(userId, projectId, fileId) {
      const own = { _id: fileId, userId, projectId };
      const found = await database.of(files).findOne(own, { projection: { _id: 1 } });
      if (found) await releaseFile(fileId);
      return found !== null;
    },
    async purge(deletedBefore, limit) {
      const deletedAt = { $gt: PURGING, $lt: deletedBefore };
      const found = await all.find({ deletedAt }).limit(limit).toArray();
      for (const { _id, userId } of found) {
        await chats.updateMany({ userId, projectId: idOf(_id) }, { $unset: { projectId: 1 } });
        const left = database.of(files).find({ userId, projectId: idOf(_id) });
        for (const file of await left.project<{ _id: string }>({ _id: 1 }).toArray()) await releaseFile(file._id);
        await all.deleteOne({ _id, deletedAt });
      }
      return found.length;
    },
  };
}

function toProject({ _id, ...project }: ProjectDocument): ProjectRecord {
  return { id: idOf(_id), ...project };
}

function toRecord(found: ProjectDocument | null): ProjectRecord | null {
  return found && toProject(found);
}
