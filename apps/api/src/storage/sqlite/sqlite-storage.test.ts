import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUser, NOW, send, turn, upload, written } from '../contract/samples.ts';
import { openStorage } from '../open-storage.ts';
import { someRounds } from '../contract/rounds.ts';
import { storageContract } from '../contract/storage.contract.ts';
import type { Storage } from '../storage.ts';
import { Database } from './database/database.ts';
import { MIGRATIONS } from './schema/migrations.ts';
import { openDatabase } from './database/open-database.ts';
import { readTables } from './database/read-tables.ts';

let folder: string;
let file: string;
let filesDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-sqlite-'));
  file = join(folder, 'data', 'parley.db');
  filesDir = join(folder, 'files');
});
afterEach(() => rm(folder, { recursive: true }));

storageContract('in SQLite in memory', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir });
  return { storage, close: () => storage.close() };
});

describe('one SQLite file for the whole contract', () => {
  let ownFolder: string;
  let path: string;
  let storage: Storage;
  const open = async () => (storage = await openStorage(`sqlite:${path}`, { filesDir: join(ownFolder, 'files') }));
  beforeAll(async () => {
    ownFolder = await mkdtemp(join(tmpdir(), 'parley-sqlite-'));
    path = join(ownFolder, 'parley.db');
    await open();
  });
  afterAll(async () => {
    await storage.close();
    await rm(ownFolder, { recursive: true });
  });

  const make = async () => {
    deleteAllRows(path);
    return {
      storage,
      async reopen() {
        await storage.close();
        return open();
      },
    };
  };
  storageContract('in an SQLite file', make, someRounds(process.env));
});

/** Empties every table of a database that is open elsewhere, because starting its threads takes longer than a test. */
function deleteAllRows(path: string): void {
  const database = new Database(path, { timeout: 5_000 });
  const tables = readTables(path);
  database.exec('PRAGMA foreign_keys = OFF');
  database.transaction(() => {
    database.exec("INSERT INTO search_words (search_words) VALUES ('delete-all')");
    for (const name of tables.names()) if (!/^search_(words|counts)/.test(name)) database.exec(`DELETE FROM ${name}`);
  });
  tables.close();
  database.close();
}

describe('an SQLite file', () => {
  test('keeps an SQLite file and its related files readable only by their owner', async () => {
    const storage = await openStorage(`sqlite:${file}`, { filesDir });
    await newUser(storage);
    const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
    const files = await readdir(join(folder, 'data'));
    expect(files.toSorted()).toStrictEqual(['', '-shm', '-wal', '.lock', '.pid'].map((end) => `parley.db${end}`));
    for (const name of files) expect(await mode(join(folder, 'data', name))).toBe('600');
    expect(await mode(join(folder, 'data'))).toBe('700');
    await storage.close();
    expect((await readdir(join(folder, 'data'))).toSorted()).toStrictEqual(['parley.db', 'parley.db.lock']);
  });

  test('writes an SQLite file through a log that is flushed at every commit', () => {
    const database = openDatabase(join(folder, 'x.db'));
    const names = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout', 'journal_size_limit'];
    expect(names.map((name) => database.pragma(name))).toStrictEqual(['wal', 2, 1, 5000, 67_108_864]);
    database.close();
  });

  test('creates the newest schema in a file without one', async () => {
    new Database(join(folder, 'empty.db'), { timeout: 0 }).close();
    const database = openDatabase(join(folder, 'empty.db'));
    expect(database.pragma('user_version')).toBe(MIGRATIONS.length);
    database.close();
  });

  test('rejects a file of a newer program, unchanged and unlocked', async () => {
    const path = join(folder, 'newer.db');
    const newer = openDatabase(path);
    newer.exec('PRAGMA user_version = 999');
    newer.close();
    for (let times = 0; times < 2; times++) {
      await expect(openStorage(`sqlite:${path}`, { filesDir })).rejects.toThrow(
        `The database ${path} was written by a newer version of this program`,
      );
    }
  });

  test('keeps no dangling references after purging a conversation', async () => {
    const storage = await openStorage(`sqlite:${file}`, { filesDir });
    const userId = await newUser(storage);
    const attachment = await upload(storage, userId);
    const { conversationId, userMessageId } = await turn(storage, userId, 'a', { attachments: [attachment] });
    await turn(storage, userId, 'b', { conversationId, replaces: userMessageId });
    await turn(storage, userId, 'c', { attachments: [attachment] });
    await storage.conversations.delete(userId, conversationId, NOW);
    expect(await storage.conversations.purge(NOW + 1, 1)).toBe(1);
    await storage.close();
    const database = openDatabase(file);
    expect(database.pragma('foreign_key_check')).toBeUndefined();
    expect(database.pragma('integrity_check')).toBe('ok');
    database.close();
  });

  test('stores 500 checkpoints of 8 KB in one transaction', async () => {
    const storage = await openStorage(`sqlite:${file}`, { filesDir });
    const userId = await newUser(storage);
    const replies = await Promise.all(Array.from({ length: 500 }, () => send(storage, userId)));
    const checkpoints = (text: string) =>
      replies.map((reply) => ({ generationId: reply.generationId, message: written(reply, text) }));
    expect(await storage.replies.checkpoint(checkpoints('x'.repeat(8192)))).toStrictEqual({ ended: [] });

    const broken = checkpoints('never stored');
    broken.at(-1)!.message.text = {} as string;
    await expect(storage.replies.checkpoint(broken)).rejects.toThrow();
    for (const reply of replies) {
      expect((await storage.replies.message(userId, reply.assistantMessageId))?.text).toHaveLength(8192);
    }
    await storage.close();
  });
});
