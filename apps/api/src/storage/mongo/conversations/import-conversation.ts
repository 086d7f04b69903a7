import { randomUUID } from 'node:crypto';
import { AppError, type ImportOutcome } from '@parley/core';
import { growthOf } from '../../conversations/import-record.ts';
import type { ImportRecord, ImportRemoval, StoredImport } from '../../storage.ts';
import { countsAsVersion } from '../../conversations/stored-message.ts';
import { isUser } from '../accounts/user-store.ts';
import type { Database } from '../database/database.ts';
import { wasFree } from '../database/driver-errors.ts';
import { keyOf, keysOf } from '../database/keys.ts';
import { claimFile } from '../files/file-uses.ts';
import { claimId } from '../replies/accept-message.ts';
import { replyLocks } from '../replies/reply-lock.ts';
import { entryOf, searchEntries, titleEntry, type SearchEntry } from '../search/search-index.ts';
import { conversations, CREATING, PURGING, type ConversationDocument } from './conversation-document.ts';
import { messages, toBody, type MessageDocument } from './message-document.ts';
import { purgeConversation } from './purge-conversation.ts';
import { readPlaces } from './versions.ts';

/**
 * `ConversationStore.import` of one conversation. A new one is hidden until its last write. One that a crash left
 * hidden is replaced by the next attempt, or purged.
 */
export async function importConversation(
  database: Database,
  userId: string,
  imported: ImportRecord,
  now: number,
): Promise<ImportOutcome> {
  if (!(await isUser(database, userId))) throw new AppError('not-found');
  const _id = keyOf(userId, imported.conversation.id);
  const found = await database.of(conversations).findOne({ _id });
  if (found && found.deletedAt !== undefined && found.deletedAt !== CREATING) return 'deleted';
  try {
    return found?.deletedAt === undefined && found
      ? await grow(database, imported, found)
      : await create(database, userId, imported, now);
  } finally {
    // The deletion of the account may have passed this conversation already.
    if (!(await isUser(database, userId))) await purgeConversation(database, _id);
  }
}

/** Reads the user's imports from an index of their conversations. */
export async function listImports(database: Database, userId: string): Promise<StoredImport[]> {
  const found = await database
    .of(conversations)
    .find({ userId, importId: { $gt: '' }, deletedAt: { $exists: false } })
    .project<Required<ConversationDocument>>({ importId: 1, importedFrom: 1, importedAt: 1 })
    .toArray();
  const groups = Map.groupBy(found, ({ importId, importedFrom }) => `${importId} ${importedFrom}`);
  const imports = [...groups.values()].flatMap((group): StoredImport[] => {
    const [first] = group;
    if (!first) return [];
    const importedAt = group.reduce((earliest, each) => Math.min(earliest, each.importedAt), first.importedAt);
    return [{ importId: first.importId, source: first.importedFrom, importedAt, count: group.length }];
  });
  return imports.sort((a, b) => b.importedAt - a.importedAt);
}

export async function deleteImport(
  database: Database,
  userId: string,
  importId: string,
  { source, now }: ImportRemoval,
): Promise<number> {
  const own = { userId, importId, ...(source && { importedFrom: source }), deletedAt: { $exists: false } };
  return (await database.of(conversations).updateMany(own, { $set: { deletedAt: now } })).modifiedCount;
}

/** Removes the remains of imports that began before this time and were never finished. */
export async function abandonImports(database: Database, begunBefore: number): Promise<void> {
  const unfinished = { deletedAt: CREATING, importedAt: { $lt: begunBefore } };
  await database.of(conversations).updateMany(unfinished, { $set: { deletedAt: PURGING } });
}

async function create(
  database: Database,
  userId: string,
  imported: ImportRecord,
  importedAt: number,
): Promise<ImportOutcome> {
  const { id, updatedAt, ...fields } = imported.conversation;
  const _id = keyOf(userId, id);
  const followed = new Set(imported.messages.map(({ parentId }) => parentId));
  const documents = documentsOf(userId, imported, imported.messages, 0).map((document, index) => {
    const isFollowed = followed.has(imported.messages[index]?.message.id ?? null);
    return { ...document, counts: document.counts || isFollowed };
  });
  const all = database.of(conversations);
  const attempt: ConversationDocument = {
    _id,
    userId,
    ...fields,
    importedAt,
    updatedAt: Date.parse(updatedAt),
    isNamedByHand: true,
    leafId: imported.leafId,
    nextOrd: documents.length,
    generationId: randomUUID(),
    previousLeafId: null,
    ...(documents.some((each) => !each.isUser && !each.counts) && { hasBareReplies: true }),
    deletedAt: CREATING,
  };
  if (!(await wasFree(all.insertOne(attempt)))) {
    const taken = await all.replaceOne({ _id, deletedAt: CREATING }, attempt);
    if (taken.matchedCount === 0) throw new AppError('unavailable');
    const own = { _id: keysOf(userId), conversationId: id };
    await database.of(messages).deleteMany(own);
    await database.of(searchEntries).deleteMany(own);
  }
  if (!(await claimId(database, { userId, conversationId: id }))) {
    await all.deleteOne({ _id, deletedAt: CREATING });
    throw new AppError('not-found');
  }
  const title = await titleEntry({ userId, conversationId: id }, fields.title, attempt.updatedAt);
  await insert(database, userId, imported, documents, title);
  const own = { _id, generationId: attempt.generationId, deletedAt: CREATING };
  const shown = await all.updateOne(own, { $unset: { deletedAt: 1 } });
  if (shown.matchedCount === 0) throw new AppError('unavailable');
  return 'new';
}

/**
 * Adds what the conversation lacks. The positions are reserved first, so that a message sent at the same time gets
 * others, and the branch moves last.
 */
async function grow(database: Database, imported: ImportRecord, found: ConversationDocument): Promise<ImportOutcome> {
  const { _id, userId, nextOrd } = found;
  const places = await readPlaces(database, found);
  const stored = { known: new Set(places.keys()), count: places.size, leafId: found.leafId };
  const { fresh, fileIds, leafId } = growthOf(imported, stored);
  // The leaf differs without anything fresh when a crash came before the last write.
  if (fresh.length === 0 && leafId === found.leafId) return 'same';
  if (await database.of(replyLocks).findOne({ _id }, { projection: { _id: 1 } })) return 'busy';
  const all = database.of(conversations);
  const reserved = await all.updateOne(
    { _id, nextOrd, deletedAt: { $exists: false } },
    { $set: { nextOrd: nextOrd + fresh.length } },
  );
  if (reserved.matchedCount === 0) return 'busy';
  const parents = new Set(fresh.map(({ parentId }) => parentId));
  const documents = documentsOf(userId, imported, fresh, nextOrd).map((document, index) => ({
    ...document,
    counts: document.counts || parents.has(fresh[index]?.message.id ?? null),
  }));
  const bare = [...parents].flatMap((id) => (id !== null && places.get(id)?.counts === false ? [id] : []));
  for (const id of bare) {
    await database.of(messages).updateOne({ _id: keyOf(userId, id) }, { $set: { counts: true } });
  }
  await insert(database, userId, { ...imported, fileIds }, documents, null);
  const updatedAt = Math.max(found.updatedAt, Date.parse(imported.conversation.updatedAt));
  await all.updateOne({ _id, leafId: found.leafId }, { $set: { leafId, updatedAt } });
  return 'grown';
}

function documentsOf(
  userId: string,
  { conversation }: ImportRecord,
  added: ImportRecord['messages'],
  firstOrd: number,
): MessageDocument[] {
  return added.map(({ parentId, message }, index) => ({
    _id: keyOf(userId, message.id),
    userId,
    conversationId: conversation.id,
    parentId,
    ord: firstOrd + index,
    isUser: message.isUser,
    counts: countsAsVersion(message),
    body: toBody(message),
  }));
}

/** Stores messages, their search entries and the uses of files. Those of an earlier attempt are replaced. */
async function insert(
  database: Database,
  userId: string,
  { conversation, messages: all, fileIds }: ImportRecord,
  documents: MessageDocument[],
  title: SearchEntry | null,
): Promise<void> {
  const place = { userId, conversationId: conversation.id };
  const added = new Set(documents.map(({ _id }) => _id));
  const entries = title ? [title] : [];
  for (const { message } of all) {
    if (!added.has(keyOf(userId, message.id))) continue;
    const entry = await entryOf(place, message, Date.parse(message.timestamp));
    if (entry) entries.push(entry);
  }
  for (const id of fileIds) if (!(await claimFile(database, id, place))) throw new AppError('not-found');
  // The messages come last: a known one is complete.
  await database.put(searchEntries, entries);
  await database.put(messages, documents);
}
