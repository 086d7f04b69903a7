import { statement, type Database } from '../database/database.ts';
import type { FileBytes } from './file-bytes.ts';

const insertStray = statement<{ id: string }>('INSERT INTO stray_files (id) VALUES (:id) ON CONFLICT DO NOTHING');
const deleteStray = statement<{ id: string }>('DELETE FROM stray_files WHERE id = :id');
const selectStrays = statement<Record<string, never>, { id: string }>('SELECT id FROM stray_files');
const selectFile = statement<{ id: string }, { id: string }>('SELECT id FROM files WHERE id = :id');

/**
 * Records that there may be bytes without a row: before they are written, and in the transaction that removes the row.
 * So a crash between the two stores never leaves unknown bytes behind.
 */
export function markStray(database: Database, id: string): void {
  database.run(insertStray, { id });
}

/** Runs in the transaction that creates the row. */
export function unmarkStray(database: Database, id: string): void {
  database.run(deleteStray, { id });
}

/** Ids whose bytes could not be removed, such as by a failing disk. */
const unremoved = new WeakMap<Database, Set<string>>();

/**
 * Removes the bytes of these ids, or of all recorded ones, unless they have a row, and those that an earlier call could
 * not remove. Throws the first failure among these ids, after trying all.
 */
export async function removeStrayFiles(database: Database, bytes: FileBytes, ids?: string[]): Promise<void> {
  const left = unremoved.get(database) ?? new Set();
  unremoved.set(database, left);
  const asked = ids ?? database.all(selectStrays, {}).map((row) => row.id);
  const failures: unknown[] = [];
  for (const id of new Set([...asked, ...left])) {
    try {
      if (!database.get(selectFile, { id })) await bytes.remove(id);
      unmarkStray(database, id);
      left.delete(id);
    } catch (error) {
      left.add(id);
      if (asked.includes(id)) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
