import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aMessage, NOW } from '../../contract/samples.ts';
import { openStorage } from '../../open-storage.ts';
import { Database } from '../database/database.ts';
import { MIGRATIONS } from './migrations.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes a file with the first schema: a question with an old and a newer answer, and one that failed. */
function writeFirstSchema(file: string): void {
  const database = new Database(file, { timeout: 0 });
  database.exec(String(MIGRATIONS[0]));
  database.exec(`
    INSERT INTO users VALUES ('u', 'e', 'h', 1, 'free', NULL, NULL, 0);
    INSERT INTO conversations VALUES ('c', 'u', 'Über Tee', 0, 1, NULL, 5, 7, NULL), ('d', 'u', 'Gone', 0, 0, NULL, 0, 3, 9);
    INSERT INTO messages
      (id, conversation_id, user_id, parent_id, ord, role, status, error_code, error, created_at, text)
    VALUES
      ('q', 'c', 'u', NULL, 0, 'user', 'complete', NULL, NULL, 1, 'Which tea?'),
      ('r1', 'c', 'u', 'q', 1, 'assistant', 'complete', NULL, NULL, 2, 'Green'),
      ('r2', 'c', 'u', 'q', 2, 'assistant', 'failed', 'internal', 'No.', 3, 'Error: No.'),
      ('r3', 'c', 'u', 'q', 3, 'assistant', 'complete', NULL, NULL, 4, 'Black'),
      ('r4', 'c', 'u', 'q', 4, 'assistant', 'stopped', NULL, NULL, 4, ' ');
    UPDATE conversations SET leaf_id = 'r3' WHERE id = 'c';
    PRAGMA user_version = 1`);
  database.close();
}

test('a file of the first schema keeps its data and gets versions and a search index', async () => {
  const file = join(folder, 'old.db');
  writeFirstSchema(file);
  for (let times = 0; times < 2; times++) {
    const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
    const { conversations } = storage;
    const flags = { webSearchEnabled: false, thinkingModeEnabled: true, pinned: false, archived: false, unread: false };
    const updatedAt = new Date(7).toISOString();
    expect((await conversations.list('u', { limit: 9 })).items).toStrictEqual([
      { id: 'c', title: 'Über Tee', ...flags, updatedAt },
    ]);
    const messages = (await conversations.messages('u', 'c', { limit: 9 }))?.items ?? [];
    expect(messages.map(({ text, versionIds = [] }) => [text, versionIds])).toStrictEqual([
      ['Which tea?', []],
      ['Black', ['r1', 'r3']],
    ]);
    const found = async (query: string) =>
      (await conversations.search('u', query, 9)).map(({ messageId }) => messageId);
    expect(await found('tea')).toStrictEqual(['q']);
    expect([await found('uber'), await found('green'), await found('gone')]).toStrictEqual([[null], ['r1'], []]);
    expect(await found('error')).toStrictEqual([]);
    await storage.close();
  }
});

test('a migration step that fails halfway leaves the file unchanged, and the next start continues', async () => {
  const file = join(folder, 'old.db');
  writeFirstSchema(file);
  const change = (script: string) => {
    const database = new Database(file, { timeout: 0 });
    const was = [database.pragma('user_version'), database.pragma('table_info(files)')];
    database.exec(script);
    database.close();
    return was;
  };
  // The second step creates this table last.
  change('CREATE TABLE stray_files (id)');
  const open = () => openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
  await expect(open()).rejects.toThrow('stray_files');
  expect(change('DROP TABLE stray_files')).toStrictEqual([1, undefined]);
  const storage = await open();
  expect((await storage.conversations.list('u', { limit: 9 })).items).toHaveLength(1);
  await storage.close();
});

test('a restored conversation that was deleted in the first schema is found by search', async () => {
  const file = join(folder, 'old.db');
  writeFirstSchema(file);
  const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
  expect(await storage.conversations.restore('u', 'd', 0)).toMatchObject({ title: 'Gone' });
  expect(await storage.conversations.search('u', 'gone', 9)).toHaveLength(1);
  await storage.close();
});

test('the data of a file of the first schema is counted on the original days', async () => {
  const file = join(folder, 'old.db');
  writeFirstSchema(file);
  const old = new Database(file, { timeout: 0 });
  old.exec(`
    INSERT INTO replies
      (generation_id, user_id, conversation_id, user_message_id, assistant_message_id, client_message_id, fingerprint,
        mode, status, owner, created_at)
    VALUES
      ('1', 'u', 'c', 'q', 'r1', '1', '', 'normal', 'complete', 'o', 86400000),
      ('2', 'u', 'c', 'q', 'r2', '2', '', 'normal', 'failed', 'o', 86400001)`);
  old.close();
  const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
  const counts = (await storage.figures.daily(0, 1)).map(({ day, name, count }) => `${day} ${name} ${count}`);
  expect(counts).toStrictEqual(['0 users 1', '1 failed:internal 1', '1 messages 2', '1 replies 1']);
  await storage.close();
});

test('messages counted in open windows of a file of the first schema stay counted', async () => {
  const file = join(folder, 'old.db');
  writeFirstSchema(file);
  const old = new Database(file, { timeout: 0 });
  const [start, end] = [NOW - 1000, NOW + 1000];
  old.exec(`
    INSERT INTO users VALUES ('purged', 'p', 'h', 1, 'free', NULL, NULL, 0), ('none', 'n', 'h', 1, 'free', NULL, NULL, 0),
      ('over', 'o', 'h', 1, 'free', NULL, NULL, 0);
    INSERT INTO usage_windows VALUES
      ('u', ${start}, ${end}, 2), ('purged', ${start}, ${end}, 3), ('none', ${start}, ${end}, 0),
      ('over', ${start - 5000}, ${NOW}, 3);
    INSERT INTO replies
      (generation_id, user_id, conversation_id, user_message_id, assistant_message_id, client_message_id, fingerprint,
        mode, status, owner, window_start, created_at)
    VALUES
      ('0', 'u', 'c', 'q', 'r1', '0', '', 'normal', 'complete', 'o', ${start - 9000}, ${start - 9000}),
      ('1', 'u', 'c', 'q', 'r2', '1', '', 'normal', 'failed', 'o', ${start}, ${start}),
      ('2', 'u', 'c', 'q', 'r1', '2', '', 'normal', 'complete', 'o', ${start}, ${start + 1}),
      ('3', 'u', 'c', 'q', 'r3', '3', '', 'normal', 'complete', 'o', ${start}, ${start + 2}),
      ('4', 'u', 'c', 'q', 'r4', '4', '', 'normal', 'stopped', 'o', NULL, ${start + 3}),
      ('5', 'purged', 'c', 'q', 'r1', '5', '', 'normal', 'complete', 'o', ${start}, ${start + 3})`);
  old.close();
  const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
  const usageRule = { limit: 3, windowLength: 7000 };
  const accept = async (userId: string) => {
    const result = await storage.replies.accept(aMessage(userId, { usageRule }));
    return result.outcome === 'limit-reached' ? result.window : result.outcome;
  };
  const full = { used: 3, start, end };
  expect(await storage.usage.window('u')).toEqual({ used: 2, start, end });
  expect([await accept('u'), await accept('u')]).toEqual(['accepted', full]);
  // The replies of purged conversations are gone, but their messages were sent.
  expect([await storage.usage.window('purged'), await accept('purged')]).toEqual([full, full]);
  expect(await storage.usage.window('none')).toBeNull();
  for (const userId of ['none', 'over']) {
    expect(await accept(userId)).toBe('accepted');
    expect(await storage.usage.window(userId)).toEqual({ used: 1, start: NOW, end: NOW + 7000 });
  }
  await storage.close();
});

test('a file of the first schema allows accounts without address and has no dangling references', async () => {
  const file = join(folder, 'old.db');
  writeFirstSchema(file);
  const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
  const user = await storage.users.findById('u');
  expect(user).toMatchObject({ email: 'e', passwordHash: 'h', emailVerified: true, name: null });
  expect(await storage.users.create({ ...user!, id: 'v', email: null, passwordHash: null })).toBe(true);
  expect(await storage.users.create({ ...user!, id: 'w' })).toBe(false);
  await storage.close();
  const database = new Database(file, { timeout: 0 });
  expect(database.pragma('foreign_key_check')).toBeUndefined();
  database.close();
});
