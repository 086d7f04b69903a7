import { AppError } from '@parley/core';
import { checkFileId } from '../../files/file-id.ts';
import type { FileRecord, FileStore, LibraryRecord } from '../../storage.ts';
import { findConversations, isKept } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { readBytes, writeBytes } from './file-bytes.ts';
import { files, type FileDocument } from './file-document.ts';
import { removeFile } from './file-uses.ts';
import { keyOf } from '../database/keys.ts';
import { isUser } from '../accounts/user-store.ts';

const RECORD = { text: 0 };
const WHOLE = { isPartial: { $exists: false } };

export function createFileStore(database: Database): FileStore {
  const all = database.of(files);

  /** Filters for files that are unsent, in a project, or in a conversation that is not deleted. */
  async function visible(found: FileDocument[]): Promise<FileDocument[]> {
    const whole = found.filter(({ isPartial }) => !isPartial);
    const keys = whole.flatMap(({ userId, uses }) => uses.map((id) => keyOf(userId, id)));
    const conversations = await findConversations(database, keys);
    return whole.filter(
      ({ userId, uses, projectId }) =>
        uses.length === 0 || projectId !== undefined || uses.some((id) => conversations.has(keyOf(userId, id))),
    );
  }

  async function find(id: string): Promise<FileDocument | null> {
    const found = await all.findOne({ _id: id }, { projection: RECORD });
    return (found && (await visible([found]))[0]) ?? null;
  }

  return {
    async create({ attachment, userId, conversationId, createdAt }, content, text) {
      const _id = checkFileId(attachment.id);
      // The document first, so that bytes left by a crash can be found.
      await all.insertOne({
        _id,
        attachment,
        userId,
        createdAt,
        text,
        uses: [],
        unsentSince: createdAt,
        isPartial: true,
      });
      try {
        await writeBytes(database, _id, content);
        if (!(await isUser(database, userId))) throw new AppError('unauthorized');
        const isSent = conversationId !== null;
        await all.updateOne(
          { _id },
          {
            ...(isSent && { $set: { uses: [conversationId] } }),
            $unset: { isPartial: 1, ...(isSent && { unsentSince: 1 as const }) },
          },
        );
        // Checked after the write, since a purge may have passed the conversation's files already.
        if (isSent && !(await isKept(database, keyOf(userId, conversationId)))) throw new AppError('not-found');
      } catch (error) {
        await removeFile(database, _id);
        throw error;
      }
    },
    async find(id) {
      const found = await find(id);
      return found && toRecord(found);
    },
    async findAll(userId, ids) {
      const found = await all.find({ _id: { $in: ids }, userId }, { projection: RECORD }).toArray();
      const byId = new Map((await visible(found)).map((file) => [file._id, toRecord(file)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
    async list(userId, { limit, after = '' }) {
      const found = await all
        .find({ userId, _id: { $gt: after }, ...WHOLE }, { projection: RECORD })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(toRecord);
    },
    async library(userId, { pictures, limit, before }) {
      const kind = { 'attachment.kind': pictures ? 'image' : { $ne: 'image' } } as const;
      const listed: LibraryRecord[] = [];
      let last = before;
      for (;;) {
        const older = last && {
          $or: [{ createdAt: { $lt: last.createdAt } }, { createdAt: last.createdAt, _id: { $lt: last.id } }],
        };
        const found = await all
          .find({ userId, ...kind, ...WHOLE, ...older }, { projection: RECORD })
          .sort({ createdAt: -1, _id: -1 })
          .limit(limit)
          .toArray();
        const keys = found.flatMap(({ uses }) => uses.map((id) => keyOf(userId, id)));
        const conversations = await findConversations(database, keys);
        for (const file of found) {
          const conversationId = file.uses.find((id) => conversations.has(keyOf(userId, id)));
          if (conversationId !== undefined) listed.push({ ...toRecord(file), conversationId });
          if (listed.length === limit) return listed;
        }
        const oldest = found.at(-1);
        if (!oldest || found.length < limit) return listed;
        last = { createdAt: oldest.createdAt, id: oldest._id };
      }
    },
    async keptBytes(userId, id) {
      const found = await all.findOne({ _id: id, userId, ...WHOLE }, { projection: { _id: 1 } });
      return found && readBytes(database, id);
    },
    async bytes(id) {
      return (await find(id)) && readBytes(database, id);
    },
    async text(id) {
      if (!(await find(id))) return null;
      const found = await all.findOne({ _id: id }, { projection: { text: 1 } });
      return found?.text ?? null;
    },
    async deleteUnsent(userId, id) {
      const unsent = { _id: id, userId, unsentSince: { $exists: true }, isPartial: { $exists: false } };
      const taken = await all.updateOne(unsent, { $set: { isPartial: true } });
      if (taken.matchedCount === 1) await removeFile(database, id);
      return taken.matchedCount === 1;
    },
    async purgeUnsent(createdBefore, limit) {
      const old = { unsentSince: { $lt: createdBefore } };
      const found = await all
        .find(old, { projection: { _id: 1 } })
        .sort({ unsentSince: 1 })
        .limit(limit)
        .toArray();
      let count = 0;
      for (const { _id } of found) {
        const taken = await all.updateOne({ _id, ...old }, { $set: { isPartial: true } });
        if (taken.matchedCount === 0) continue;
        await removeFile(database, _id);
        count++;
      }
      return count;
    },
  };
}

function toRecord({ attachment, userId, createdAt, uses }: FileDocument): FileRecord {
  return { attachment, userId, conversationId: uses[0] ?? null, createdAt };
}
