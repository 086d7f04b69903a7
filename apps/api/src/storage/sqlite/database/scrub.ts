import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@parley/core';
import { statement, type Database } from './database.ts';

/** Search index pages that one slice rewrites before yielding to other calls. */
const PAGES_AT_ONCE = 200;
/** Number of attempts, and delay between them, while readers use the write-ahead log. */
const TRIES = 20;
const RETRY_MS = 250;

const selectChanges = statement<Record<string, never>, { count: number }>('SELECT total_changes() AS count');

/**
 * Erases the remains of deleted rows from the database files: words of deleted entries in the search index, and earlier
 * pages in the write-ahead log. SQLite itself overwrites freed pages (`secure_delete`). Throws `unavailable` when the
 * log stays in use, as during a backup.
 */
export async function scrub(database: Database): Promise<void> {
  await rewriteIndex(database);
  await cutLog(database);
}

/** A deleted index entry is only marked as deleted until its segment is merged. */
async function rewriteIndex(database: Database): Promise<void> {
  // A negative number starts merging all segments; positive ones continue.
  mergeSome(database, -PAGES_AT_ONCE);
  while (mergeSome(database, PAGES_AT_ONCE)) await new Promise(setImmediate);
}

/** Returns whether there is more to merge. */
function mergeSome(database: Database, pages: number): boolean {
  return database.transaction(() => {
    const before = changes(database);
    database.exec(`INSERT INTO search_words (search_words, rank) VALUES ('merge', ${pages})`);
    // The command itself is one change.
    return changes(database) - before > 1;
  });
}

function changes(database: Database): number {
  return database.get(selectChanges, {})?.count ?? 0;
}

async function cutLog(database: Database): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (database.pragma('wal_checkpoint(TRUNCATE)') === 0) return;
    await delay(RETRY_MS);
  }
  throw new AppError('unavailable', { cause: new Error('The write-ahead log is in use and could not be cut.') });
}
