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

type Known = { userId: string; leafId: string; nextOrd: number; deletedAt: number | null };
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
const insertConversation = statement<NewRow>(`
  INSERT INTO conversations (id, user_id, title, named_by_hand, web_search_enabled, thinking_mode_enabled, pinned,
    archived, updated_at, imported_from, import_id, imported_at)
  VALUES (:id, :userId, :title, 1, :webSearchEnabled, :thinkingModeEnabled, :pinned,
    :archived, :updatedAt, :importedFrom, :importId, :importedAt)`);
const updateBranch = statement<{ id: string; leafId: string; nextOrd: number; updatedAt: number }>(`
  UPDATE conversations SET leaf_id = :leafId, next_ord = :nextOrd, updated_at = MAX(updated_at, :updatedAt)
  WHERE id = :id`);
const selectImports = statement<{ userId: string }, StoredImport>(`
  SELECT import_id AS importId, imported_from AS source, MIN(imported_at) AS importedAt, COUNT(*) AS count
  FROM conversations WHERE user_id = :userId AND import_id IS NOT NULL AND deleted_at IS NULL
  GROUP BY import_id, imported_from`);
const markDeleted = statement<{ userId: string; importId: string; source: ImportSource | null; now: number }>(`
  UPDATE conversations SET deleted_at = :now
  WHERE user_id = :userId AND import_id = :importId AND import_id IS NOT NULL AND deleted_at IS NULL
    AND imported_from = COALESCE(:source, imported_from)`);

/** `ConversationStore.import` of one conversation, in one transaction. */
export function importConversation(
  database: Database,
  userId: string,
  imported: ImportRecord,
  now: number,
): Promise<ImportOutcome> {
  return database.write(() => importOne(database, userId, imported, now));
}

/** `ConversationStore.messageIds`. */
export function readMessageIds(database: Database, userId: string, id: string) {
  const found = database.get(selectKnown, { id });
  if (found?.userId !== userId) return null;
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

function importOne(database: Database, userId: string, imported: ImportRecord, now: number): ImportOutcome {
  const { id, title, importedFrom = null, importId = null, updatedAt, ...flags } = imported.conversation;
  if (isDeleted(database, userId)) throw new AppError('not-found');
  const found = database.get(selectKnown, { id });
  if (found && found.userId !== userId) throw new AppError('not-found');
  if (found && found.deletedAt !== null) return 'deleted';

  // Only those of the import: the conversation may have many more messages.
  const ids = JSON.stringify(imported.messages.map(({ message }) => message.id));
  const known = new Set(found ? database.all(selectStored, { id, ids }).map((message) => message.id) : []);
  const stored = { known, count: found?.nextOrd ?? 0, leafId: found?.leafId ?? imported.leafId };
  const { fresh, leafId } = growthOf(imported, stored);
  if (found && fresh.length === 0) return 'same';
  if (found && database.get(selectLiveReply, { conversationId: id })) return 'busy';
  if (!found) {
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

  let nextOrd = found?.nextOrd ?? 0;
  for (const { parentId, message } of fresh) {
    if (parentId !== null) database.run(markFollowed, { id: parentId });
    const place = { conversationId: id, userId, parentId, ord: nextOrd++ };
    database.run(insertMessage, { ...toColumns(message), ...place });
    markPending(database, id, message.id);
  }
  database.run(updateBranch, { id, leafId, nextOrd, updatedAt: Date.parse(updatedAt) });
  if (!imported.fileIds.every((fileId) => keepFile(database, { userId, conversationId: id }, fileId))) {
    throw new AppError('not-found');
  }
  return found ? 'grown' : 'new';
}
