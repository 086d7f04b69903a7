import { receivedText, type MessageStatus } from '@parley/core';
import { readIndexed } from '../../search/words.ts';
import { statement, type Database } from '../database/database.ts';

/** The fields of a message that the index reads. */
export type StoredText = { id: string; isUser: number; status: MessageStatus; error: string | null; text: string };
type Place = { userId: string; conversationId: string };

const insertOwner = statement<{ userId: string }>(
  'INSERT INTO search_owners (user_id) VALUES (:userId) ON CONFLICT DO NOTHING',
);
const selectOwner = statement<{ userId: string }, { id: number }>(
  'SELECT id FROM search_owners WHERE user_id = :userId',
);
const insertEntry = statement<{ conversationId: string; messageId: string | null }, { id: number }>(`
  INSERT INTO search_entries (conversation_id, message_id) VALUES (:conversationId, :messageId) RETURNING id`);
const insertWords = statement<{ id: number; words: string }>(
  'INSERT INTO search_words (rowid, words) VALUES (:id, :words)',
);
const deleteTitle = statement<{ conversationId: string }, { id: number }>(
  'DELETE FROM search_entries WHERE conversation_id = :conversationId AND message_id IS NULL RETURNING id',
);
const deleteEntries = statement<{ conversationId: string; limit: number }, { id: number }>(`
  DELETE FROM search_entries WHERE id IN (
    SELECT id FROM search_entries WHERE conversation_id = :conversationId LIMIT :limit
  ) RETURNING id`);
const deleteWords = statement<{ id: number }>('DELETE FROM search_words WHERE rowid = :id');
const insertPending = statement<{ conversationId: string; messageId: string | null }>(
  'INSERT INTO search_pending (conversation_id, message_id) VALUES (:conversationId, :messageId)',
);
const deletePendingOf = statement<{ conversationId: string }>(
  'DELETE FROM search_pending WHERE conversation_id = :conversationId',
);
// In row order, which needs no index. Runs only once.
const selectTitles = statement<{ after: number; limit: number }, Place & { row: number; title: string }>(`
  SELECT rowid AS row, user_id AS userId, id AS conversationId, title FROM conversations
  WHERE rowid > :after ORDER BY rowid LIMIT :limit`);
const selectMessages = statement<{ after: number; limit: number }, Place & StoredText & { row: number }>(`
  SELECT rowid AS row, user_id AS userId, conversation_id AS conversationId, id, role = 'user' AS isUser, status, error,
    text
  FROM messages WHERE rowid > :after ORDER BY rowid LIMIT :limit`);

/**
 * Marks a text for indexing, in the transaction that stores it: a question, an ended reply, or a title (`messageId`
 * null). `startIndexing` indexes it soon afterwards, or when the storage is opened again.
 */
export function markPending(database: Database, conversationId: string, messageId: string | null): void {
  database.run(insertPending, { conversationId, messageId });
}

/** Indexes a question or an ended reply. */
export function indexMessage(database: Database, place: Place, message: StoredText): void {
  addEntry(database, place, message.id, receivedTextOf(message));
}

/** Replaces a conversation's indexed title. */
export function indexTitle(database: Database, place: Place, title: string): void {
  for (const { id } of database.all(deleteTitle, { conversationId: place.conversationId })) {
    database.run(deleteWords, { id });
  }
  addEntry(database, place, null, title);
}

/** Removes at most `limit` texts of a conversation from the index. Returns how many. */
export function removeFromIndex(database: Database, conversationId: string, limit: number): number {
  database.run(deletePendingOf, { conversationId });
  const removed = database.all(deleteEntries, { conversationId, limit });
  for (const { id } of removed) database.run(deleteWords, { id });
  return removed.length;
}

/**
 * Returns the prefix of each of a user's words in the index. It separates the words of different users, so that a
 * search reads only its own user's. Made of digits and a letter, so that no key is a prefix of another. Undefined when
 * the user has no indexed text.
 */
export function ownerKey(database: Database, userId: string): string | undefined {
  const owner = database.get(selectOwner, { userId });
  return owner && `${owner.id}z`;
}

/** Indexes all stored texts. Reads only columns of the first schema, because a migration calls it. */
export function fillIndex(database: Database): void {
  const limit = 500;
  for (let after = 0, rows; (rows = database.all(selectTitles, { after, limit })).length > 0;) {
    for (const row of rows) indexTitle(database, row, row.title);
    after = rows.at(-1)?.row ?? 0;
  }
  for (let after = 0, rows; (rows = database.all(selectMessages, { after, limit })).length > 0;) {
    for (const row of rows) if (row.status !== 'streaming') indexMessage(database, row, row);
    after = rows.at(-1)?.row ?? 0;
  }
}

/** The text of a stored message without its error sentence. */
export function receivedTextOf({ id, isUser, status, error, text }: StoredText): string {
  const why = error === null ? {} : { isError: true, error };
  return receivedText({ id, text, isUser: isUser === 1, status, timestamp: '', ...why });
}

function addEntry(database: Database, place: Place, messageId: string | null, text: string): void {
  const words = [...readIndexed(text)];
  if (words.length === 0) return;
  const { userId, conversationId } = place;
  database.run(insertOwner, { userId });
  const key = ownerKey(database, userId) ?? '';
  const entry = database.get(insertEntry, { conversationId, messageId });
  if (entry) database.run(insertWords, { id: entry.id, words: words.map((word) => key + word).join(' ') });
}
