import {
  backup,
  DatabaseSync,
  type SQLInputValue,
  type StatementResultingChanges,
  type StatementSync,
} from 'node:sqlite';
import { AppError } from '@parley/core';

/** One SQL statement with the types of its named parameters and of the rows it gives. */
interface Statement<Params, Row> {
  readonly sql: string;
  /** Never set; carries the types. */
  readonly types?: { params: Params; row: Row };
}

type Parameters = Record<string, SQLInputValue>;

const STATEMENTS = new Set<string>();

/** Every statement of the loaded modules, so that one test can look at the query plan of each. */
export function allStatements(): string[] {
  return [...STATEMENTS];
}

/** Makes a statement; called once for each, when its module is loaded. */
export function statement<Params extends Parameters, Row = never>(sql: string): Statement<Params, Row> {
  STATEMENTS.add(sql);
  return { sql };
}

const BUSY = 5;
/** SQLite's result codes for a store that cannot be used now: busy, locked, read-only, I/O error, full, cannot open. */
const UNREACHABLE = new Set([BUSY, 6, 8, 10, 13, 14]);

/** A transaction that waits for its batch: `run` does its work and returns how to tell the caller of it afterwards. */
type Write = { run: () => () => void; reject: (error: unknown) => void };

/** One connection to an SQLite file. Its calls are synchronous; nothing can come between the calls of a transaction. */
export class Database {
  readonly #connection: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();
  #writes: Write[] = [];
  readonly #watchers = new Set<() => void>();
  #commits = 0;

  /** `timeout`: milliseconds to wait for another process's lock. With `readOnly` there must be such a file. */
  constructor(path: string, { timeout, readOnly = false }: { timeout: number; readOnly?: boolean }) {
    this.#connection = reachable(() => new DatabaseSync(path, { timeout, readOnly }));
  }

  /** The first row, or undefined. */
  get<Params extends Parameters, Row>(statement: Statement<Params, Row>, params: Params): Row | undefined {
    return reachable(() => this.#prepare(statement.sql).get(params)) as Row | undefined;
  }

  all<Params extends Parameters, Row>(statement: Statement<Params, Row>, params: Params): Row[] {
    return reachable(() => this.#prepare(statement.sql).all(params)) as Row[];
  }

  /** The rows one by one, for more than fit into memory. Between two of them other work may come. */
  *each<Params extends Parameters, Row>(statement: Statement<Params, Row>, params: Params): Generator<Row> {
    yield* reachable(() => this.#connection.prepare(statement.sql).iterate(params)) as Iterable<Row>;
  }

  /** How many rows were changed. Not for statements that are also read with `get` or `all`. */
  run<Params extends Parameters>(statement: Statement<Params, unknown>, params: Params): number {
    const { changes } = reachable(() => this.#run(statement.sql, params));
    if (!this.#connection.isTransaction) this.#commits++;
    return Number(changes);
  }

  /**
   * Copies all that is in the database now into a new file, page by page, in turns with whoever writes meanwhile: of what
   * they write the copy has nothing. `onProgress` is told how many pages are copied.
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

  /** Runs a script; for the schema and for settings. */
  exec(script: string): void {
    reachable(() => this.#connection.exec(script));
  }

  pragma(name: string): unknown {
    const row = reachable(() => this.#prepare(`PRAGMA ${name}`).get());
    return row && Object.values(row)[0];
  }

  /** The lines of a statement's query plan. */
  explain(sql: string): string[] {
    return this.#connection
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row.detail));
  }

  /** All of the work or, when it throws or `keep` says no to its result, nothing of it. Others' writes wait. */
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

  /** How many transactions this connection has committed, those of single statements among them. */
  get commits(): number {
    return this.#commits;
  }

  /** Reads of one moment: what others commit during the work is not seen. Not for work that writes. */
  snapshot<T>(work: () => T): T {
    reachable(() => this.#run('BEGIN'));
    try {
      return work();
    } finally {
      this.#run('COMMIT');
    }
  }

  /** Calls back after each transaction that was committed. Returns what stops that. */
  onCommit(callBack: () => void): () => void {
    this.#watchers.add(callBack);
    return () => this.#watchers.delete(callBack);
  }

  /** Runs work, transactions too, that itself sees to it that nothing points at what it removes. */
  withoutForeignKeys<T>(work: () => T): T {
    this.exec('PRAGMA foreign_keys = OFF');
    try {
      return work();
    } finally {
      this.exec('PRAGMA foreign_keys = ON');
    }
  }

  /**
   * Like `transaction`, but those that are asked for in the same turn of the event loop share one commit, and so one
   * wait for the disk. Each is still all or nothing by itself; the promise settles when its work is on the disk.
   */
  write<T>(work: () => T, keep: (result: T) => boolean = () => true): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = () => {
        let tell: () => void;
        this.#run('SAVEPOINT write');
        try {
          const result = work();
          if (!keep(result)) this.#run('ROLLBACK TO write');
          tell = () => resolve(result);
        } catch (error) {
          // On a full or broken disk SQLite takes back the whole batch by itself.
          if (!this.#connection.isTransaction) throw error;
          this.#run('ROLLBACK TO write');
          tell = () => reject(error);
        }
        this.#run('RELEASE write');
        return tell;
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
      for (const tell of settle) tell();
    } catch (error) {
      for (const { reject } of writes) reject(error);
    }
  }

  #run(sql: string, params: Parameters = {}): StatementResultingChanges {
    const prepared = this.#prepare(sql);
    // The result names the last row that was inserted, and those of the search index have numbers beyond a double's.
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
