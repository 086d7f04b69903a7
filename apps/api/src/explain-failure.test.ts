import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { Database } from './storage/sqlite/database/database.ts';

function openFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-explain-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'a.db');
}

function thrownBy(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

test('a full disk is reported when SQLite signals it', () => {
  const database = new Database(openFile(), { timeout: 0 });
  database.exec('PRAGMA max_page_count = 2; CREATE TABLE a (b)');
  const error = thrownBy(() => database.exec('INSERT INTO a VALUES (zeroblob(100000))'));
  expect(explainFailure(error)).toBe(
    'The disk is full (database or disk is full). Free up space and run the command again.',
  );
  database.close();
});

test('a read-only database is reported', () => {
  const file = openFile();
  new Database(file, { timeout: 0 }).exec('CREATE TABLE a (b)');
  const database = new Database(file, { timeout: 0, readOnly: true });
  const error = thrownBy(() => database.exec('INSERT INTO a VALUES (1)'));
  expect(explainFailure(error)).toBe(
    'This user can’t write to the destination (attempt to write a readonly database). Run the command as the user who owns the data.',
  );
  database.close();
});

test('a program error keeps its stack', () => {
  expect(explainFailure(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n +at /);
});

test('a read-only disk is reported, which no other user can write to either', () => {
  const error = Object.assign(new Error('EROFS: read-only file system, mkdir'), { code: 'EROFS', path: '/data' });
  expect(explainFailure(error)).toBe(
    'The disk of /data is read-only (EROFS: read-only file system, mkdir). Choose another place, or mount it for writing.',
  );
});

test('a path that cannot be is reported', () => {
  const error = thrownBy(() => openSync('/dev/null/a.db', 'w'));
  expect(explainFailure(error)).toBe(
    "/dev/null/a.db can’t be used (ENOTDIR: not a directory, open '/dev/null/a.db'). Choose another place.",
  );
});
