import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Database, statement } from './database.ts';

const insert = statement<{ id: number }>('INSERT INTO things (id) VALUES (:id)');
const select = statement<Record<string, never>, { id: number }>('SELECT id FROM things ORDER BY id');

let database: Database;
beforeEach(() => {
  database = new Database(':memory:', { timeout: 0 });
  database.exec('CREATE TABLE things (id INTEGER PRIMARY KEY)');
});
afterEach(() => database.close());

const stored = () => database.all(select, {}).map(({ id }) => id);

test('writes of the same turn share one commit, and each is atomic by itself', async () => {
  const transaction = vi.spyOn(database, 'transaction');
  const add = (...ids: number[]) => ids.map((id) => database.run(insert, { id }));
  const settled = await Promise.allSettled([
    database.write(() => add(1, 2)),
    database.write(() => add(3, 1)),
    database.write(
      () => add(4),
      () => false,
    ),
    database.write(() => add(5)),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(stored()).toEqual([1, 2, 5]);
  expect(transaction).toHaveBeenCalledTimes(1);
});

test('a failed commit rejects every write in it', async () => {
  const failure = new Error('The disk is full.');
  vi.spyOn(database, 'transaction').mockImplementation(() => {
    throw failure;
  });
  const settled = await Promise.allSettled([database.write(() => 1), database.write(() => 2)]);
  expect(settled).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
});

test('a full disk rolls back all writes of the turn and rejects them', async () => {
  database.exec('CREATE TABLE texts (text TEXT)');
  const insertText = { sql: 'INSERT INTO texts (text) VALUES (:text)' };
  database.exec(`PRAGMA max_page_count = ${Number(database.pragma('page_count'))}`);
  const settled = await Promise.allSettled([
    database.write(() => database.run(insert, { id: 1 })),
    database.write(() => database.run(insertText, { text: 'x'.repeat(100_000) })),
  ]);
  const unavailable = { status: 'rejected', reason: { code: 'unavailable' } };
  expect(settled).toMatchObject([unavailable, unavailable]);
  database.exec('PRAGMA max_page_count = 1000000');
  expect(stored()).toEqual([]);
  await database.write(() => database.run(insert, { id: 2 }));
  expect(stored()).toEqual([2]);
});

test('closing the connection first executes the waiting writes', async () => {
  const other = new Database(':memory:', { timeout: 0 });
  const written = other.write(() => 'done');
  other.close();
  expect(await written).toBe('done');
});
