import type { Attachment } from '@parley/core';
import type { Filter, UpdateFilter } from 'mongodb';
import type { Database } from '../database/database.ts';
import { files, type FileDocument } from './file-document.ts';
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
  for (const { _id } of await findUses(database, userId, conversationId)) {
    const removed = { $set: { uses: [], isPartial: true, unsentSince: 0 } };
    if (await removeUse(database, _id, conversationId, removed)) await removeFile(database, _id);
  }
}

/** Makes the files of a conversation that was never completed unsent again. */
export async function unsendFiles(database: Database, userId: string, conversationId: string): Promise<void> {
  for (const { _id, createdAt } of await findUses(database, userId, conversationId)) {
    await removeUse(database, _id, conversationId, { $set: { uses: [], unsentSince: createdAt } });
  }
}

/**
 * Makes one of two changes, depending on whether the file is `alone`. Both changes check that, because other processes
 * may release the file at the same time. True when it was alone.
 */
export async function changeFile(
  database: Database,
  _id: string,
  alone: Filter<FileDocument>,
  ifAlone: UpdateFilter<FileDocument>,
  otherwise: UpdateFilter<FileDocument>,
): Promise<boolean> {
  const all = database.of(files);
  do {
    if ((await all.updateOne({ _id, ...alone }, ifAlone)).matchedCount === 1) return true;
    if ((await all.updateOne({ _id, $nor: [alone] }, otherwise)).matchedCount === 1) return false;
  } while (await all.findOne({ _id }, { projection: { _id: 1 } }));
  return false;
}

function findUses(database: Database, userId: string, uses: string) {
  const found = database.of(files).find({ userId, uses });
  return found.project<Pick<FileDocument, '_id' | 'createdAt'>>({ createdAt: 1 }).toArray();
}

/** Detaches a conversation from a file, by the change `ifAlone` when nothing else has the file. */
function removeUse(database: Database, _id: string, conversationId: string, ifAlone: UpdateFilter<FileDocument>) {
  const alone = { uses: [conversationId], projectId: { $exists: false } };
  return changeFile(database, _id, alone, ifAlone, { $pull: { uses: conversationId } });
}

/** Removes a file that is no longer visible, its document last. */
export async function removeFile(database: Database, id: string): Promise<void> {
  await removeBytes(database, id);
  await removePassages(database, id);
  await database.of(files).deleteOne({ _id: id });
}
