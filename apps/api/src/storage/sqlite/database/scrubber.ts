import { statement, type Database } from './database.ts';
import { scrub } from './scrub.ts';

const insertDue = statement<Record<string, never>>('INSERT INTO scrubs_due (id) VALUES (NULL)');
const selectLast = statement<Record<string, never>, { last: number | null }>('SELECT max(id) AS last FROM scrubs_due');
const deleteDone = statement<{ last: number }>('DELETE FROM scrubs_due WHERE id <= :last');

/**
 * Records, in the transaction that deletes rows, that the files keep remains of them until a scrub. A scrub that a
 * backup or a crash prevents therefore runs with a later purge.
 */
export function markScrubDue(database: Database): void {
  database.run(insertDue, {});
}

/** Whether rows were deleted since the last scrub. */
export function isScrubDue(database: Database): boolean {
  return lastDue(database) > 0;
}

/**
 * Scrubs the files once the run that is under way has ended. Calls meanwhile share that next run. Rejects with
 * `unavailable` during a backup; the scrub then remains due.
 */
export type Scrubber = () => Promise<void>;

/** `run`: replaced by tests. */
export function createScrubber(database: Database, run: typeof scrub = scrub): Scrubber {
  let last = Promise.resolve();
  let next: Promise<void> | null = null;
  async function runOnce(): Promise<void> {
    next = null;
    const due = lastDue(database);
    await run(database);
    // Deletions during the run remain due.
    database.run(deleteDone, { last: due });
  }
  return () => {
    next ??= last.catch(() => {}).then(runOnce);
    last = next;
    return next;
  };
}

function lastDue(database: Database): number {
  return database.get(selectLast, {})?.last ?? 0;
}
