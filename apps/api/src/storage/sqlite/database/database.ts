import {
  backup,
  DatabaseSync,
  type SQLInputValue,
  type StatementResultingChanges,
  type StatementSync,
} from 'node:sqlite';
import { AppError } from '@parley/core';

/** An SQL statement with the types of its named parameters and result rows. */
interface Statement<Params, Row> {
  readonly sql: string;
  /** Never set; carries the types. */
  readonly types?: { params: Params; row: Row };
}

type Parameters = Record<string, SQLInputValue>;

const STATEMENTS = new Set<string>();

/** Every statement of the loaded modules, so that one test can check all query plans. */
export function allStatements(): string[] {
  return [...STATEMENTS];
}

/** Defines a statement. Called once per statement, when its module loads. */
export function statement<Params extends Parameters, Row = never>(sql: string): Statement<Params, Row> {
  STATEMENTS.add(sql);
  return { sql };
}

const BUSY = 5;
/** SQLite result codes for a store that cannot be used now: busy, locked, read-only, I/O error, full, cannot open. */
const UNREACHABLE = new Set([BUSY, 6, 8, 10, 13, 14]);

/**
 * A transaction waiting for its batch. `run` does the work and returns a function that settles the caller's promise
 * after the commit.
 */
type Write = { run: () => () => void; reject: (error: unknown) => void };

/** A connection to an SQLite file. Its calls are synchronous; no other work runs between the calls of a transaction. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #writes: Write[] = [];
  readonly #watchers = new Set<() => void>();
  #commits = 0;

  /** `timeout`: milliseconds to wait for another process's lock. With `readOnly`, the file must exist. */
  constructor(path: string, { timeout, readOnly = false }: { timeout: number; readOnly?: boolean }) {
    this.#connection = reachable(() => new DatabaseSync(path, { timeout, readOnly }));
  }

  /** Returns the first row, or undefined. */
  get<Params extends Parameters, Row>(statement: Statement<Params, Row>, params: Params): Row | undefined {
    return reachable(() => this.#prepare(statement.sql).get(params)) as Row | undefined;
  }

  all<Params extends Parameters, Row>(statement: Statement<Params, Row>, params: Params): Row[] {
    return reachable(() => this.#prepare(statement.sql).all(params)) as Row[];
  }

  /** Yields the rows one by one, for results that do not fit into memory. Other work may run between two rows. */
  *each<Params extends Parameters, Row>(statement: Statement<Params, Row>, params: Params): Generator<Row> {
    yield* reachable(() => this.#connection.prepare(statement.sql).iterate(params)) as Iterable<Row>;
  }

  /** Returns the number of changed rows. Not for statements that are also read with `get` or `all`. */
  run<Params extends Parameters>(statement: Statement<Params, unknown>, params: Params): number {
    const { changes } = reachable(() => this.#run(statement.sql, params));
    if (!this.#connection.isTransaction) this.#commits++;
    return Number(changes);
  }

  /**
   * Copies the current content of the database into a new file, page by page. Others can write in between; the copy
   * contains none of their changes. `onProgress` gets the number of copied pages.
   */
  async copyTo(path: string, onProgress: (pages: number) => void): Promise<void> {
    this.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    try {
      await backup(this.#connection, path, {
        rate: 500,
        progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages),
      });
    } finally {
      this.exec('COMMIT');
    }
  }

  /** Runs a script, for the schema and settings. */
  exec(script: string): void {
    reachable(() => this.#connection.exec(script));
  }

  pragma(name: string): unknown {
    const row = reachable(() => this.#prepare(`PRAGMA ${name}`).get());
    return row && Object.values(row)[0];
  }

  /** Returns the lines of a statement's query plan. */
  explain(sql: string): string[] {
    return this.#connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row.detail));
  }

  /**
   * Runs work in a transaction. Rolls back when it throws or `keep` returns false for its result. Other writers wait.
   */
  transaction<T>(work: () => T, keep: (result: T) => boolean = () => true): T {
    reachable(() => this.#run('BEGIN IMMEDIATE'));
    try {
      const result = work();
      const isKept = keep(result);
      reachable(() => this.#run(isKept ? 'COMMIT' : 'ROLLBACK'));
      if (isKept) {
        this.#commits++;
        for (const onCommit of this.#watchers) onCommit();
      }
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#run('ROLLBACK');
      throw error;
    }
  }

  /** Number of transactions committed on this connection, including single statements. */
  get commits(): number {
    return this.#commits;
  }

  /** Runs reads on one snapshot, without commits of others during the work. Not for work that writes. */
  snapshot<T>(work: () => T): T {
    reachable(() => this.#run('BEGIN'));
    try {
      return work();
    } finally {
      this.#run('COMMIT');
    }
  }

  /** Calls back after each committed transaction. Returns a function that unsubscribes. */
  onCommit(callBack: () => void): () => void {
    this.#watchers.add(callBack);
    return () => this.#watchers.delete(callBack);
  }

  /** Runs work, including transactions, that itself ensures that no reference to a removed row remains. */
  withoutForeignKeys<T>(work: () => T): T {
    this.exec('PRAGMA foreign_keys = OFF');
    try {
      return work();
    } finally {
      this.exec('PRAGMA foreign_keys = ON');
    }
  }

  /**
   * Like `transaction`, but all calls in the same turn of the event loop share one commit, and therefore one wait for
   * the disk. Each is still atomic by itself. The promise settles once the work is on disk.
   */
  write<T>(work: () => T, keep: (result: T) => boolean = () => true): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        let finish: () => void;
        this.#run('SAVEPOINT write');
        try {
          const result = work();
          if (!keep(result)) this.#run('ROLLBACK TO write');
          finish = () => resolve(result);
        } catch (error) {
          // On a full or broken disk, SQLite itself rolls back the whole batch.
          if (!this.#connection.isTransaction) throw error;
          this.#run('ROLLBACK TO write');
          finish = () => reject(error);
        }
        this.#run('RELEASE write');
        return finish;
      };
      this.#writes.push({ run, reject });
      if (this.#writes.length === 1) setImmediate(() => this.#flush());
    });
  }

  close(): void {
    this.#flush();
    this.#prepared.clear();
    this.#connection.close();
  }

  #flush(): void {
    const writes = this.#writes;
    this.#writes = [];
    if (writes.length === 0) return;
    try {
      const settle = this.transaction(() => writes.map(({ run }) => run()));
      for (const finish of settle) finish();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }

  #run(sql: string, params: Parameters = {}): StatementResultingChanges {
    const prepared = this.#prepare(sql);
    // The result contains the last inserted row id, and those of the search index exceed a double's precision.
    prepared.setReadBigInts(true);
    return prepared.run(params);
  }

  #prepare(sql: string): StatementSync {
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      prepared = this.#connection.prepare(sql);
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

function reachable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (UNREACHABLE.has(resultCode(error))) throw new AppError('unavailable', { cause: error });
    throw error;
  }
}

/** Whether a call failed because another process holds a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof AppError && resultCode(error.cause) === BUSY;
}

function resultCode(error: unknown): number {
  // The low byte is the code; the rest only refines it.
  return ((error as { errcode?: number } | null)?.errcode ?? 0) & 0xff;
}
