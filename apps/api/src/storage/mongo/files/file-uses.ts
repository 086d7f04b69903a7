import type { Attachment } from '@parley/core';
import type { Database } from '../database/database.ts';
import { files } from './file-document.ts';
import { removeBytes } from './file-bytes.ts';
import { removePassages } from '../projects/passages.ts';

const WHOLE = { isPartial: { $exists: false } };

/** Whether all attachments are files of this user. */
export async function areFilesOf(database: Database, userId: string, attachments: Attachment[]): Promise<boolean> {
  const ids = [...new Set(attachments.map(({ id }) => id))];
  if (ids.length === 0) return true;
  return (await database.of(files).countDocuments({ _id: { $in: ids }, userId, ...WHOLE })) === ids.length;
}

/**
 * Adds a file to the conversation, which may share it with others. False when it is not a file of this user (any more).
 */
export async function claimFile(
  database: Database,
  id: string,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<boolean> {
  const change = { $addToSet: { uses: conversationId }, $unset: { unsentSince: 1 as const } };
  return (await database.of(files).updateOne({ _id: id, userId, ...WHOLE }, change)).matchedCount === 1;
}

/** Detaches a conversation's files and removes those that no other conversation uses. */
export async function releaseFiles(database: Database, userId: string, conversationId: string): Promise<void> {
  const all = database.of(files);
  for (const { _id } of await all
    .find({ userId, uses: conversationId })
    .project<{ _id: string }>({ _id: 1 })
    .toArray()) {
    const alone = { _id, uses: [conversationId], projectId: { $exists: false } };
    const gone = await all.updateOne(alone, { $set: { uses: [], isPartial: true, unsentSince: 0 } });
    if (gone.matchedCount === 1) await removeFile(database, _id);
    else await all.updateOne({ _id }, { $pull: { uses: conversationId } });
  }
}

/** Makes the files of a conversation that was never completed unsent again. */
export async function unsendFiles(database: Database, userId: string, conversationId: string): Promise<void> {
  const all = database.of(files);
  for (const { _id, createdAt } of await all.find({ userId, uses: conversationId }).toArray()) {
    const alone = { _id, uses: [conversationId], projectId: { $exists: false } };
    const unsent = await all.updateOne(alone, { $set: { uses: [], unsentSince: createdAt } });
    if (unsent.matchedCount === 0) await all.updateOne({ _id }, { $pull: { uses: conversationId } });
  }
}

/** Removes a file that is no longer visible, its document last. */
export async function removeFile(database: Database, id: string): Promise<void> {
  await removeBytes(database, id);
  await removePassages(database, id);
  await database.of(files).deleteOne({ _id: id });
}
