import { afterAll, expect, test } from 'vitest';
import { TRANSFER_KINDS } from '../../transfer/transfer.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Table } from './table.ts';
import { TABLES } from './tables.ts';

/** Tables and columns that are not copied, and why. */
const LEFT = new Map([
  ['search_owners', 'made from the messages by the engine that needs it'],
  ['search_entries', 'likewise'],
  ['search_words', 'likewise'],
  ['search_pending', 'likewise'],
  ['search_counts', 'likewise'],
  ['passages', 'made from the texts of the files'],
  ['passages_pending', 'likewise'],
  ['stray_files', 'bytes of no file'],
  ['scrubs_due', 'about this file’s remains alone'],
  ['conversation_files', 'in the records of the files'],
  ['replies.previous_leaf_id', 'of the last one alone, in the records of the conversations'],
]);

const database = openDatabase(':memory:');
afterAll(() => database.close());
const all = (sql: string) => database.all<Record<string, never>, { name: string }>({ sql }, {}).map(({ name }) => name);

const tables = new Map<string, Table<unknown>>(Object.values(TABLES).map((table) => [table.name, table]));

test('every table is copied, or excluded for a reason', () => {
  const made = all(`
    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'search_words_*'`);
  expect(made.filter((name) => !tables.has(name) && !LEFT.has(name))).toStrictEqual([]);
});

test.each([...tables.keys()])('every column of %s is copied, or excluded for a reason', (name) => {
  const read = Object.values<{ sql: string }>(tables.get(name)?.fields ?? {}).map(({ sql }) => sql);
  const columns = all(`SELECT name FROM pragma_table_info('${name}')`);
  const left = columns.filter((column) => !read.some((sql) => new RegExp(`\\b${column}\\b`).test(sql)));
  expect(left.filter((column) => !LEFT.has(`${name}.${column}`))).toStrictEqual([]);
});

test('every kind of record is copied', () => {
  expect([...TRANSFER_KINDS].sort()).toStrictEqual(Object.keys(TABLES).sort());
});

test('records are read in an order that needs no sorting', () => {
  for (const { name, key } of tables.values()) {
    const plan = database.explain(`SELECT * FROM ${name} WHERE (${key}) > (${key.map(() => '?')}) ORDER BY ${key}`);
    expect(plan.join()).not.toContain('B-TREE');
  }
});
