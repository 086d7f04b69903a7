import { createHash } from 'node:crypto';
import type { ProjectPassage } from '../../storage.ts';
import { passagesOf, rarest } from '../../search/passages.ts';
import { readWords } from '../../search/words.ts';
import { statement, type Database } from '../database/database.ts';

type Pending = { fileId: string; place: number; characters: number };
type Hit = { fileId: string; place: number; text: string };

/** Time limit of one slice. A slice indexes at least one passage. */
const SLICE_MS = 20;

const selectAnyPending = statement<Record<string, never>, Pending>(
  "SELECT file_id AS fileId, place, characters FROM passages_pending WHERE file_id > '' ORDER BY file_id LIMIT 1",
);
const selectPending = statement<{ fileId: string }, Pending>(
  'SELECT file_id AS fileId, place, characters FROM passages_pending WHERE file_id = :fileId',
);
const movePending = statement<Pending>(
  'UPDATE passages_pending SET place = :place, characters = :characters WHERE file_id = :fileId',
);
const deletePending = statement<{ fileId: string }>('DELETE FROM passages_pending WHERE file_id = :fileId');
const selectFile = statement<{ fileId: string }, { userId: string; projectId: string; text: string }>(`
  SELECT user_id AS userId, project_id AS projectId, text FROM files
  WHERE id = :fileId AND project_id IS NOT NULL AND text IS NOT NULL`);
const insertPassage = statement<{ fileId: string; start: number; length: number }, { id: number }>(`
  INSERT INTO passages (file_id, start, length) VALUES (:fileId, :start, :length) RETURNING id`);
const insertWords = statement<{ id: number; words: string }>(
  'INSERT INTO search_words (rowid, words) VALUES (-:id, :words)',
);
const selectCount = statement<{ term: string }, { count: number }>(
  'SELECT doc AS count FROM search_counts WHERE term = :term',
);
const selectHits = statement<{ match: string; userId: string; projectId: string; limit: number }, Hit>(`
  SELECT passages.file_id AS fileId, passages.start AS place,
    substr(files.text, passages.start + 1, passages.length) AS text
  FROM (
    SELECT -rowid AS id, rank FROM search_words WHERE search_words MATCH :match ORDER BY rank LIMIT :limit
  ) AS hit
  JOIN passages ON passages.id = hit.id
  JOIN files ON files.id = passages.file_id
  WHERE files.user_id = :userId AND files.project_id = :projectId`);

/** Whether a file of a project waits to be indexed. */
export function hasPendingPassages(database: Database): boolean {
  return database.get(selectAnyPending, {}) !== undefined;
}

/**
 * Indexes some passages of this file, or of any that waits; for use within a transaction. The schema's triggers queue a
 * file when it comes into a project, and remove its passages when it leaves. Returns whether the file has more.
 */
export function indexPassages(database: Database, fileId?: string): boolean {
  const pending = fileId === undefined ? database.get(selectAnyPending, {}) : database.get(selectPending, { fileId });
  if (!pending) return false;
  const file = database.get(selectFile, { fileId: pending.fileId });
  let { characters } = pending;
  if (file) {
    const ends = performance.now() + SLICE_MS;
    const key = keyOf(file.userId, file.projectId);
    for (const { start, end } of passagesOf(file.text, pending.place)) {
      const text = file.text.slice(start, end);
      const words = [...readWords(text)].map(({ folded }) => key + folded).join(' ');
      const length = lengthOf(text);
      if (words !== '') {
        const added = database.get(insertPassage, { fileId: pending.fileId, start: characters, length });
        if (added) database.run(insertWords, { id: added.id, words });
      }
      characters += length;
      if (performance.now() < ends) continue;
      database.run(movePending, { fileId: pending.fileId, place: end, characters });
      return true;
    }
  }
  database.run(deletePending, { fileId: pending.fileId });
  return false;
}

/** `ProjectStore.passages`. */
export function findPassages(
  database: Database,
  userId: string,
  projectId: string,
  words: string[],
  limit: number,
): ProjectPassage[] {
  const key = keyOf(userId, projectId);
  const terms = words.map((word) => ({
    term: key + word,
    count: database.get(selectCount, { term: key + word })?.count ?? 0,
  }));
  const match = rarest(terms)
    // Words contain only letters, digits and marks, so they cannot break out of the quotation marks.
    .map(({ term }) => `"${term}"`)
    .join(' OR ');
  if (match === '') return [];
  return database.all(selectHits, { match, userId, projectId, limit }).map((hit) => ({ ...hit }));
}

/**
 * The prefix of each of a project's words in the index. Unlike an owner's key, it begins with a letter, so neither is a
 * prefix of the other.
 */
function keyOf(userId: string, projectId: string): string {
  return `p${createHash('sha256').update(`${userId}\n${projectId}`).digest('hex').slice(0, 16)}`;
}

/** The length that SQLite counts, in code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
