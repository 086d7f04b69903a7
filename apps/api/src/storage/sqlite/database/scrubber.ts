import { statement, type Database } from './database.ts';
import { scrub, scrubRows } from './scrub.ts';

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

/** The pause after a run, in times of its length: runs take at most a thirtieth of the time, however much is deleted. */
const PAUSE = 30;
const LONGEST_PAUSE_MS = 300_000;
/** How long a call waits for its run. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Scrubs the files, one run at a time, with a pause after each, because other writes wait for a run. The calls of one
 * pause share the run after it. A call resolves after its run, or after five seconds if that goes on. Rejects with
 * `unavailable` during a backup; the scrub then remains due.
 */
export interface Scrubber {
  /** Erases all remains. */
  all(): Promise<void>;
  /** Erases the remains of rows that the search index does not have. */
  rows(): Promise<void>;
}

type Kind = keyof Scrubber;

/** `runs`: replaced by tests. */
export function createScrubber(
  database: Database,
  runs: Record<Kind, (database: Database) => Promise<void>> = { all: scrub, rows: scrubRows },
): Scrubber {
  let last = Promise.resolve();
  let next: { kind: Kind; done: Promise<void> } | null = null;
  let freeAt = 0;

  async function runNext(): Promise<void> {
    await pauseFor(freeAt - performance.now());
    const kind = next?.kind ?? 'all';
    next = null;
    const begun = performance.now();
    try {
      const due = lastDue(database);
      await runs[kind](database);
      // Deletions during the run remain due, and those that are in the search index.
      if (kind === 'all') database.run(deleteDone, { last: due });
    } finally {
      const now = performance.now();
      freeAt = now + Math.min((now - begun) * PAUSE, LONGEST_PAUSE_MS);
    }
  }

  function request(kind: Kind): Promise<void> {
    next ??= { kind, done: last.then(runNext) };
    if (kind === 'all') next.kind = kind;
    const { done } = next;
    last = done.catch(() => {});
    return Promise.race([done, pauseFor(LONGEST_WAIT_MS)]);
  }

  return { all: () => request('all'), rows: () => request('rows') };
}

/** Keeps no thread alive. */
function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, Math.max(0, ms)).unref());
}

function lastDue(database: Database): number {
  return database.get(selectLast, {})?.last ?? 0;
}
