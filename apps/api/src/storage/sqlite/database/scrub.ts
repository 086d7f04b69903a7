import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@parley/core';
import { statement, type Database } from './database.ts';

/** Search index pages that one slice rewrites before yielding to other calls. */
const PAGES_AT_ONCE = 200;
/** Largest database that is repacked at once: 64 MB, which takes about 0.4 s, during which other writes wait. */
const MOST_BYTES_REPACKED = 64 * 1024 * 1024;
/** Number of attempts, and delay between them, while readers use the write-ahead log. */
const TRIES = 20;
const RETRY_MS = 250;

const selectChanges = statement<Record<string, never>, { count: number }>('SELECT total_changes() AS count');

/**
 * Erases the remains of deleted rows from the database files: words of deleted entries in the search index, copies of
 * rows in unused parts of pages, and earlier pages in the write-ahead log. Throws `unavailable` when the log stays in
 * use, as during a backup.
 */
export async function scrub(database: Database): Promise<void> {
  await rewriteIndex(database);
  await scrubRows(database);
}

/** Erases the remains of deleted rows that the search index does not have. Throws as `scrub` does. */
export async function scrubRows(database: Database): Promise<void> {
  repack(database);
  await cutLog(database);
}

/**
 * Erases the words of deleted entries from the search index: an entry is only marked as deleted until its segment is
 * merged.
 */
export async function rewriteIndex(database: Database): Promise<void> {
  // A merge that had begun before the deletion would keep the deleted words that it has already copied, so it ends first.
  await finishMerges(database);
  // A negative number starts merging all segments; positive ones continue.
  mergeSome(database, -PAGES_AT_ONCE);
  await finishMerges(database);
}

async function finishMerges(database: Database): Promise<void> {
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

/**
 * SQLite overwrites deleted rows and freed pages (`secure_delete`), but not the earlier place of a row that it moved to
 * a neighboring page. A larger database keeps such remains until SQLite reuses their place.
 */
function repack(database: Database): void {
  if (Number(database.pragma('page_count')) * Number(database.pragma('page_size')) > MOST_BYTES_REPACKED) return;
  // The temporary folder may be small, or may be read by others.
  database.exec('PRAGMA temp_store = MEMORY');
  try {
    database.exec('VACUUM');
  } finally {
    database.exec('PRAGMA temp_store = DEFAULT');
  }
}

async function cutLog(database: Database): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (database.pragma('wal_checkpoint(TRUNCATE)') === 0) return;
    await delay(RETRY_MS);
  }
  throw new AppError('unavailable', { cause: new Error('The write-ahead log is in use and could not be cut.') });
}
