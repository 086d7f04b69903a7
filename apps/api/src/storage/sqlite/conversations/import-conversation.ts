import { setImmediate } from 'node:timers/promises';
import { AppError, type ImportOutcome, type ImportSource } from '@parley/core';
import { growthOf } from '../../conversations/import-record.ts';
import type { ImportRecord, ImportRemoval, StoredImport } from '../../storage.ts';
import { isDeleted } from '../accounts/deletion-store.ts';
import { statement, type Database } from '../database/database.ts';
import { keepFile } from '../files/file-uses.ts';
import { insertMessage, markFollowed } from '../replies/accept-message.ts';
import { selectLiveReply } from '../replies/reply-row.ts';
import { markPending } from '../search/search-index.ts';
import { toColumns } from './message-row.ts';

type Known = { userId: string; leafId: string | null; nextOrd: number; deletedAt: number | null };
type NewRow = {
  id: string;
  userId: string;
  title: string;
  webSearchEnabled: number;
  thinkingModeEnabled: number;
  pinned: number;
  archived: number;
  updatedAt: number;
  importedFrom: ImportSource | null;
  importId: string | null;
  importedAt: number;
};

/** Messages that one transaction stores, since all other calls wait for it. */
const SLICE = 500;
/**
 * The `deleted_at` of a conversation until the last slice of its import is stored. In `deleted_at`, so that the condition
 * that hides deleted conversations hides this one. A crash leaves it to the next attempt, or to `purge`.
 */
const CREATING = -2;

const selectKnown = statement<{ id: string }, Known>(`
  SELECT user_id AS userId, leaf_id AS leafId, next_ord AS nextOrd, deleted_at AS deletedAt
  FROM conversations WHERE id = :id`);
const selectMessageIds = statement<{ id: string }, { id: string }>(
  'SELECT id FROM messages WHERE conversation_id = :id',
);
// The cross join makes SQLite begin with the ids instead of reading the whole conversation.
const selectStored = statement<{ id: string; ids: string }, { id: string }>(`
  SELECT messages.id FROM json_each(:ids) AS wanted CROSS JOIN messages ON messages.id = wanted.value
  WHERE messages.conversation_id = :id`);
// Takes over what a crash left of an earlier attempt.
const insertConversation = statement<NewRow>(`
  INSERT INTO conversations (id, user_id, title, named_by_hand, web_search_enabled, thinking_mode_enabled, pinned,
    archived, updated_at, imported_from, import_id, imported_at, deleted_at)
  VALUES (:id, :userId, :title, 1, :webSearchEnabled, :thinkingModeEnabled, :pinned,
    :archived, :updatedAt, :importedFrom, :importId, :importedAt, ${CREATING})
  ON CONFLICT (id) DO UPDATE SET title = :title, web_search_enabled = :webSearchEnabled,
    thinking_mode_enabled = :thinkingModeEnabled, pinned = :pinned, archived = :archived, updated_at = :updatedAt,
    imported_from = :importedFrom, import_id = :importId, imported_at = :importedAt`);
const updateNextOrd = statement<{ id: string; nextOrd: number }>(
  'UPDATE conversations SET next_ord = :nextOrd WHERE id = :id',
);
// A message that was sent between two slices continues the branch that it followed.
const finish = statement<{ id: string; before: string | null; leafId: string; updatedAt: number }>(`
  UPDATE conversations SET leaf_id = CASE WHEN leaf_id IS :before THEN :leafId ELSE leaf_id END,
    updated_at = MAX(updated_at, :updatedAt), deleted_at = NULLIF(deleted_at, ${CREATING})
  WHERE id = :id`);
const selectImports = statement<{ userId: string }, StoredImport>(`
  SELECT import_id AS importId, imported_from AS source, MIN(imported_at) AS importedAt, COUNT(*) AS count
  FROM conversations WHERE user_id = :userId AND import_id IS NOT NULL AND deleted_at IS NULL
  GROUP BY import_id, imported_from`);
const markDeleted = statement<{ userId: string; importId: string; source: ImportSource | null; now: number }>(`
  UPDATE conversations SET deleted_at = :now
  WHERE user_id = :userId AND import_id = :importId AND import_id IS NOT NULL AND deleted_at IS NULL
    AND imported_from = COALESCE(:source, imported_from)`);

/** An import of which some messages are not stored yet. */
interface Unfinished {
  outcome: 'new' | 'grown';
  rest: ImportRecord['messages'];
  /** The end of the branch before the import, and with it. */
  before: string | null;
  leafId: string;
}

/**
 * `ConversationStore.import` of one conversation. A long one is stored in several transactions, so that other calls come
 * in between, and a new one is hidden until the last of them.
 */
export async function importConversation(
  database: Database,
  userId: string,
  imported: ImportRecord,
  now: number,
): Promise<ImportOutcome> {
  let state = await database.write(() => {
    const begun = begin(database, userId, imported, now);
    return typeof begun === 'string' ? begun : storeSlice(database, userId, imported, begun);
  });
  while (typeof state !== 'string') {
    const unfinished = state;
    await setImmediate();
    state = await database.write(() => storeSlice(database, userId, imported, unfinished));
  }
  return state;
}

/** `ConversationStore.messageIds`. */
export function readMessageIds(database: Database, userId: string, id: string) {
  const found = database.get(selectKnown, { id });
  if (found?.userId !== userId || found.deletedAt === CREATING) return null;
  const ids = database.all(selectMessageIds, { id }).map((message) => message.id);
  return { ids, isDeleted: found.deletedAt !== null };
}

export function listImports(database: Database, userId: string): StoredImport[] {
  const found = database.all(selectImports, { userId }).map((row) => ({ ...row }));
  return found.sort((a, b) => b.importedAt - a.importedAt);
}

export function deleteImport(
  database: Database,
  userId: string,
  importId: string,
  { source, now }: ImportRemoval,
): number {
  return database.run(markDeleted, { userId, importId, source: source ?? null, now });
}

function begin(database: Database, userId: string, imported: ImportRecord, now: number): Unfinished | ImportOutcome {
  const { id, title, importedFrom = null, importId = null, updatedAt, ...flags } = imported.conversation;
  if (isDeleted(database, userId)) throw new AppError('not-found');
  const found = database.get(selectKnown, { id });
  if (found && found.userId !== userId) throw new AppError('not-found');
  const isNew = !found || found.deletedAt === CREATING;
  if (!isNew && found.deletedAt !== null) return 'deleted';

  // Only those of the import: the conversation may have many more messages.
  const known = found ? storedOf(database, id, imported.messages) : new Set<string>();
  const before = found?.leafId ?? null;
  const stored = { known, count: found?.nextOrd ?? 0, leafId: before ?? imported.leafId };
  const { fresh, fileIds, leafId } = growthOf(imported, stored);
  if (!isNew && fresh.length === 0) return 'same';
  if (!isNew && database.get(selectLiveReply, { conversationId: id })) return 'busy';
  if (isNew) {
    const { webSearchEnabled, thinkingModeEnabled, pinned, archived } = flags;
    database.run(insertConversation, {
      id,
      userId,
      title,
      webSearchEnabled: Number(webSearchEnabled),
      thinkingModeEnabled: Number(thinkingModeEnabled),
      pinned: Number(pinned),
      archived: Number(archived),
      updatedAt: Date.parse(updatedAt),
      importedFrom,
      importId,
      importedAt: now,
    });
    markPending(database, id, null);
  }
  if (!fileIds.every((fileId) => keepFile(database, { userId, conversationId: id }, fileId))) {
    throw new AppError('not-found');
  }
  return { outcome: isNew ? 'new' : 'grown', rest: fresh, before, leafId };
}

/** Stores the next messages, and shows the conversation after the last. Throws `not-found` if it was removed meanwhile. */
function storeSlice(
  database: Database,
  userId: string,
  { conversation: { id, updatedAt } }: ImportRecord,
  unfinished: Unfinished,
): Unfinished | ImportOutcome {
  const { outcome, rest, before, leafId } = unfinished;
  const known = database.get(selectKnown, { id });
  if (!known || isDeleted(database, userId)) throw new AppError('not-found');
  let { nextOrd } = known;
  const slice = rest.slice(0, SLICE);
  // Two copies of a share may be made at once.
  const stored = storedOf(database, id, slice);
  for (const { parentId, message } of slice) {
    if (stored.has(message.id)) continue;
    if (parentId !== null) database.run(markFollowed, { id: parentId });
    const place = { conversationId: id, userId, parentId, ord: nextOrd++ };
    database.run(insertMessage, { ...toColumns(message), ...place });
    markPending(database, id, message.id);
  }
  database.run(updateNextOrd, { id, nextOrd });
  if (rest.length > SLICE) return { ...unfinished, rest: rest.slice(SLICE) };
  database.run(finish, { id, before, leafId, updatedAt: Date.parse(updatedAt) });
  return outcome;
}

/** The ids of those messages that the conversation has. */
function storedOf(database: Database, id: string, messages: ImportRecord['messages']): Set<string> {
  const ids = JSON.stringify(messages.map(({ message }) => message.id));
  return new Set(database.all(selectStored, { id, ids }).map((message) => message.id));
}
