import { realpathSync, rmSync, statSync } from 'node:fs';
import type { TransferKind, TransferRecords } from '../../records.ts';
import type { Batch, TransferSource } from '../../transfer/transfer.ts';
import { lockDatabase } from '../database/database-lock.ts';
import type { Database } from '../database/database.ts';
import { fileBytesOnDisk } from '../files/file-bytes.ts';
import { openExisting, requireDatabase } from '../database/open-existing.ts';
import { readRecord, selectFields, type Table } from '../schema/table.ts';
import { TABLES } from '../schema/tables.ts';

const MOST_RECORDS = 500;
/** Lower limit for files, because the bytes of each are copied with it. */
const MOST_FILES = 20;
const MOST_CHARACTERS = 2_000_000;
const LOG = '-wal';

/**
 * Opens an SQLite file with its uploaded files for reading, under an exclusive lock until it is closed. Throws a
 * sentence when a server uses it, when it does not exist, or when its schema differs from this program's.
 */
export async function openSqliteSource(path: string, { filesDir }: { filesDir: string }): Promise<TransferSource> {
  const { database, file, close } = openAlone(path);
  const bytes = fileBytesOnDisk(filesDir);
  return {
    stamp: stampOf(file),
    async count(kind) {
      const counted = { sql: `SELECT count(*) AS count FROM ${TABLES[kind].name}` };
      return database.get<Record<string, never>, { count: number }>(counted, {})?.count ?? 0;
    },
    dump: (kind, after) => dump(database, kind, after),
    readBytes: (id) => bytes.read(id),
    close: async () => close(),
  };
}

function openAlone(path: string): { database: Database; file: string; close(): void } {
  requireDatabase(path);
  const file = realpathSync(path);
  const unlock = lockDatabase(file);
  // Reading a cleanly closed database creates an empty log beside it.
  const tidyUp = () => {
    const log = statSync(file + LOG, { throwIfNoEntry: false });
    if (!log || log.size === 0) for (const end of [LOG, '-shm']) rmSync(file + end, { force: true });
    unlock();
  };
  try {
    const database = openExisting(file);
    const close = () => {
      database.close();
      tidyUp();
    };
    return { database, file, close };
  } catch (error) {
    tidyUp();
    throw error;
  }
}

/** Modification times and sizes of the file and its log. An empty log counts as missing. */
function stampOf(file: string): string {
  return [file, file + LOG]
    .map((each) => statSync(each, { throwIfNoEntry: false }))
    .map((found) => (found && found.size > 0 ? `${found.mtimeMs}:${found.size}` : '-'))
    .join(' ');
}

async function* dump<Kind extends TransferKind>(
  database: Database,
  kind: Kind,
  after?: string,
): AsyncGenerator<Batch<Kind>> {
  const table = TABLES[kind] as unknown as Table<TransferRecords[Kind]>;
  const most = kind === 'files' ? MOST_FILES : MOST_RECORDS;
  let records: TransferRecords[Kind][] = [];
  let length = 0;
  let last: Row | undefined;
  for (const row of readRows(database, table, after)) {
    if (last && (records.length === most || length > MOST_CHARACTERS)) {
      yield { records, next: keyOf(table.key, last) };
      records = [];
      length = 0;
    }
    records.push(readRecord(table.fields, row));
    for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
    last = row;
  }
  if (last) yield { records, next: keyOf(table.key, last) };
}

type Row = Record<string, unknown>;

function readRows(
  database: Database,
  { name, key, fields }: Table<Record<string, unknown>>,
  after: string | undefined,
): Generator<Row> {
  const keys = key.map((column, index) => `${column} AS "${keyName(index)}"`);
  const behind = after === undefined ? '' : `WHERE (${key}) > (${key.map((_, index) => `:${keyName(index)}`)})`;
  const sql = `SELECT ${[selectFields(fields), ...keys]} FROM ${name} ${behind} ORDER BY ${key}`;
  return database.each<Record<string, string | number>, Row>({ sql }, after === undefined ? {} : JSON.parse(after));
}

function keyOf(key: readonly string[], row: Row): string {
  return JSON.stringify(Object.fromEntries(key.map((_, index) => [keyName(index), row[keyName(index)]])));
}

function keyName(index: number): string {
  return `key_${index}`;
}
