import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEverything, storeEverything } from '../storage/contract/everything.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { TransferProgress } from '../storage/transfer/copy-storage.ts';
import { MIGRATIONS } from '../storage/sqlite/schema/migrations.ts';
import { Database } from '../storage/sqlite/database/database.ts';
import { readTables } from '../storage/sqlite/database/read-tables.ts';
import { restoreBackup } from '../storage/sqlite/backup/restore-backup.ts';
import { writeBackup, type EmbeddedPlaces } from '../storage/sqlite/backup/write-backup.ts';
import { CAN_MOUNT, startProgram, startWithLittleRoom, startWithMount } from '../testing/processes/command-process.ts';
import { fold } from '../testing/reply-stream.ts';
import { clientOf } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 60_000 });

const placesOf = (dataDir: string): EmbeddedPlaces => ({
  database: join(dataDir, 'parley.db'),
  filesDir: join(dataDir, 'files'),
  secretsDir: join(dataDir, 'secrets'),
});
const open = (dataDir: string) => openStorage(`sqlite:${dataDir}/parley.db`, { filesDir: join(dataDir, 'files') });
const parley = (dataDir: string, ...args: string[]) =>
  startProgram('commands/parley.ts', args, { DATA_DIR: dataDir }).ended;

const QUIET: TransferProgress = { begin() {}, advance() {}, end() {}, say() {} };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a backup taken while the server runs restores its state', async () => {
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SANDBOX_FAULTS: '1',
    SANDBOX_DELAY_MS: '4',
    FREE_MESSAGES: '1000',
  };
  const server = startProgram('main.ts', [], settings);
  onTestFinished(() => void server.kill('SIGKILL'));
  const client = clientOf((await server.until(/is ready on (http:\S+)/))[1] ?? '');
  const token = await client.signUp();
  const say = async (conversationId: string, text: string, isAttached: boolean) => {
    if (!isAttached) return client.send(token, { conversationId, text });
    const { body } = await client.upload(token, 'note.txt', 'text/plain', `attached to ${text}`);
    return client.send(token, { conversationId, text, attachmentIds: [(body.file as { id: string }).id] });
  };
  const before = Array.from({ length: 12 }, () => randomUUID());
  const running = [];
  for (const [n, id] of before.entries()) running.push(await say(id, `question ${n} [[long 400]]`, true));

  const backup = parley(settings.DATA_DIR, 'backup', join(folder, 'backup'));
  let during = 0;
  // With those before it, fewer than the server accepts in a minute.
  const MOST_DURING = 20;
  const goOn = (async () => {
    for (let isDone = false; !isDone && during < MOST_DURING; during++) {
      const reply = await say(randomUUID(), `meanwhile ${during}`, during < 3);
      expect(fold(await reply.all())).toMatchObject({ status: 'complete' });
      isDone = await Promise.race([
        backup.then(() => true),
        new Promise<false>((resolve) => setImmediate(resolve, false)),
      ]);
    }
  })();
  expect(await backup).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Backed up 1 users, \d+ conversations.* of \S+parley\.db into /),
  });
  await goOn;
  for (const reply of running) expect(fold(await reply.all())).toMatchObject({ status: 'complete' });
  expect(during).toBeGreaterThan(0);
  server.kill('SIGKILL');
  await server.ended;

  const restored = join(folder, 'restored');
  expect(await parley(restored, 'restore', join(folder, 'backup'))).toMatchObject({ code: 0 });
  for (const name of ['parley.db', 'secrets/jwt']) expect((await stat(join(restored, name))).mode & 0o777).toBe(0o600);
  const again = startProgram('main.ts', [], { ...settings, DATA_DIR: restored });
  onTestFinished(() => void again.kill('SIGKILL'));
  const address = (await again.until(/is ready on (http:\S+)/))[1] ?? '';
  const other = clientOf(address);
  const { body } = await other.call('GET', '/api/chat/history', token);
  const conversations = body.conversations as { id: string; messages: { attachments?: { url: string }[] }[] }[];
  expect(conversations.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
  const named = conversations.flatMap(({ messages }) => messages.flatMap(({ attachments = [] }) => attachments));
  expect(named.length).toBeGreaterThanOrEqual(before.length);
  for (const { url } of named) {
    const file = await fetch(new URL(url, address), { headers: { Authorization: `Bearer ${token}` } });
    expect(await file.text()).toContain('attached to');
  }
  again.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
});

describe('a backup', () => {
  let whole: string;
  let before: unknown;
  let stored: Awaited<ReturnType<typeof storeEverything>>;
  beforeAll(async () => {
    whole = await mkdtemp(join(tmpdir(), 'parley-whole-'));
    const storage = await open(join(whole, 'data'));
    stored = await storeEverything(storage);
    before = await readEverything(storage, stored);
    await storage.close();
    await mkdir(join(whole, 'data', 'secrets'));
    await writeFile(join(whole, 'data', 'secrets', 'jwt'), 'a secret');
    await writeFile(join(whole, 'data', 'secrets', '.DS_Store'), 'of a file manager');
    await mkdir(join(whole, 'data', 'secrets', 'folder'));
    await parley(join(whole, 'data'), 'backup', join(whole, 'backup'));
  });
  afterAll(() => rm(whole, { recursive: true }));

  /** Copies the backup, so that a test may damage it. */
  async function copyOfIt(): Promise<string> {
    await cp(join(whole, 'backup'), join(folder, 'backup'), { recursive: true });
    return join(folder, 'backup');
  }

  test('a backup restores everything', async () => {
    const data = join(folder, 'data');
    const { code, output } = await parley(data, 'restore', join(whole, 'backup'));
    expect([code, output]).toStrictEqual([
      0,
      expect.stringContaining(` files into ${join(data, 'parley.db')}, as of `),
    ]);
    const storage = await open(data);
    expect(await readEverything(storage, stored)).toStrictEqual(before);
    await storage.close();
    expect(await readdir(join(data, 'secrets'))).toStrictEqual(['jwt']);
    expect(await readFile(join(data, 'secrets', 'jwt'), 'utf8')).toBe('a secret');
    expect((await readdir(data)).toSorted()).toStrictEqual(['files', 'parley.db', 'parley.db.lock', 'secrets']);
  });

  test.each([
    ['a byte of the database', 'parley.db', 'parley.db differs from what was backed up'],
    ['a byte of a file', 'files', 'differs from what was backed up'],
    ['a byte of the checksums', 'SHA256SUMS', 'its SHA256SUMS was changed'],
    ['the manifest', 'manifest.json', 'its manifest.json isn’t from this version'],
  ])('a backup in which %s was changed is not restored, and leaves no files', async (_, name, why) => {
    const backup = await copyOfIt();
    const inFiles = (await readdir(join(backup, 'files'), { recursive: true })).find((each) => each.includes('/'));
    const path = join(backup, name === 'files' ? `files/${inFiles}` : name);
    const bytes = await readFile(path);
    bytes[Math.floor(bytes.length / 2)]! ^= name === 'manifest.json' ? 255 : 1;
    await writeFile(path, bytes);
    const { code, output } = await parley(join(folder, 'data'), 'restore', backup);
    expect([code, output]).toStrictEqual([1, expect.stringContaining(why)]);
    expect(output).toContain('is damaged');
    expect(await readdir(join(folder, 'data')).catch(() => [])).toStrictEqual(
      name.includes('.json') || name === 'SHA256SUMS' ? [] : ['parley.db.lock'],
    );
  });

  test('a restore rejects a backup of a newer version and a folder without a backup', async () => {
    const backup = await copyOfIt();
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
    await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, schema: MIGRATIONS.length + 1 }));
    expect(await parley(join(folder, 'data'), 'restore', backup)).toMatchObject({
      code: 1,
      output: expect.stringContaining('was made by a newer version of this program'),
    });
    const none = await parley(join(folder, 'data'), 'restore', folder);
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no backup at') });
  });

  test('a backup is not restored over existing data or beside it', async () => {
    const data = join(folder, 'data');
    const storage = await open(data);
    const inUse = await parley(data, 'restore', join(whole, 'backup'));
    expect(inUse).toMatchObject({ code: 1, output: expect.stringContaining(`is in use by process ${process.pid}`) });
    await storage.close();
    const there = await parley(data, 'restore', join(whole, 'backup'));
    expect(there).toMatchObject({ code: 1, output: expect.stringContaining('already exists and won’t be replaced') });
    const tables = readTables(join(data, 'parley.db'));
    expect(tables.rows('users')).toStrictEqual([]);
    tables.close();
  });

  test('a backup is not restored beside the log of a removed database, which SQLite would apply to it', async () => {
    const data = join(folder, 'data');
    const storage = await open(data);
    await storeEverything(storage);
    const log = await readFile(join(data, 'parley.db-wal'));
    await storage.close();
    await rm(data, { recursive: true });
    await mkdir(data);
    await writeFile(join(data, 'parley.db-wal'), log);
    const { code, output } = await parley(data, 'restore', join(whole, 'backup'));
    expect([code, output]).toStrictEqual([1, expect.stringContaining('parley.db-wal already exists')]);
  });

  test.skipIf(process.platform === 'win32')('a backup needs disk space, and leaves no files without it', async () => {
    const data = join(whole, 'data');
    const made = await startWithLittleRoom(40, 'commands/parley.ts', ['backup', join(folder, 'backup')], {
      DATA_DIR: data,
    }).ended;
    expect(made).toMatchObject({ code: 1, output: expect.stringMatching(/The disk (is full|failed)/) });
    expect(await readdir(folder)).toStrictEqual([]);
    const restored = join(folder, 'data');
    const args = ['restore', join(whole, 'backup')];
    const { code, output } = await startWithLittleRoom(40, 'commands/parley.ts', args, { DATA_DIR: restored }).ended;
    expect([code, output]).toStrictEqual([1, expect.stringContaining('The disk is full')]);
    expect(await readdir(restored)).toStrictEqual(['parley.db.lock']);
  });

  test.skipIf(process.platform === 'win32')('a restore follows a link to the folder of files', async () => {
    const [data, disk] = [join(folder, 'data'), join(folder, 'disk/files')];
    for (const path of [data, disk]) await mkdir(path, { recursive: true });
    await symlink(disk, join(data, 'files'));
    expect((await parley(data, 'restore', join(whole, 'backup'))).code).toBe(0);
    expect((await lstat(join(data, 'files'))).isSymbolicLink()).toBe(true);
    expect(await readdir(disk)).toStrictEqual(await readdir(join(whole, 'backup/files')));
    const storage = await open(data);
    expect(await readEverything(storage, stored)).toStrictEqual(before);
    await storage.close();
  });

  test.skipIf(!CAN_MOUNT)('a restore and a backup name a mount point that they cannot replace', async () => {
    const data = join(folder, 'data');
    await mkdir(join(data, 'files'), { recursive: true });
    const mounting = (at: string, command: string, backup: string) =>
      startWithMount(at, 'commands/parley.ts', [command, backup], { DATA_DIR: data }).ended;
    expect(await mounting(join(data, 'files'), 'restore', join(whole, 'backup'))).toEqual({
      code: 1,
      output: expect.stringMatching(/^\S+files is a mount point, which a restore can’t replace\. Set DATA_DIR/),
    });
    expect((await readdir(data)).toSorted()).toStrictEqual(['files', 'parley.db.lock']);
    await parley(data, 'restore', join(whole, 'backup'));
    await mkdir(join(folder, 'backup'));
    expect(await mounting(join(folder, 'backup'), 'backup', join(folder, 'backup'))).toEqual({
      code: 1,
      output: expect.stringMatching(/backup is a mount point: name a folder inside it\.\n$/),
    });
  });

  test('a killed restore is completed by the next call', async () => {
    const data = join(folder, 'data');
    await cp(join(whole, 'backup', 'secrets'), join(data, 'secrets'), { recursive: true });
    await cp(join(whole, 'backup', 'files'), join(data, 'files.restoring'), { recursive: true });
    await writeFile(join(data, 'parley.db.restoring'), 'half of it');
    expect((await parley(data, 'restore', join(whole, 'backup'))).code).toBe(0);
    const storage = await open(data);
    expect(await readEverything(storage, stored)).toStrictEqual(before);
    await storage.close();
  });

  test('an older version’s database is not backed up, and the error says what to do', async () => {
    const data = join(folder, 'data');
    await parley(data, 'restore', join(whole, 'backup'));
    const database = new Database(join(data, 'parley.db'), { timeout: 0 });
    // The state before the last migration, with one table less.
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length - 1}; DROP TABLE search_pending`);
    database.close();
    expect(await parley(data, 'backup', join(folder, 'backup'))).toEqual({
      code: 1,
      output: expect.stringMatching(
        /was written by an older version of this program .* Use the version that wrote it, or start this version with it once, which brings it up to date\.\n$/,
      ),
    });
    expect(await readdir(folder)).toStrictEqual(['data']);
  });

  test('a backup is made only in a new folder, and of an existing database', async () => {
    const data = join(whole, 'data');
    const again = await parley(data, 'backup', join(whole, 'backup'));
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is there already: name a folder') });
    const none = await parley(join(folder, 'data'), 'backup', join(folder, 'backup'));
    expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no database at') });
    const settings = { DATA_DIR: data, DATABASE_URL: 'mongodb://user:secret@127.0.0.1:1/x' };
    const elsewhere = await startProgram('commands/parley.ts', ['backup', join(folder, 'backup')], settings).ended;
    expect(elsewhere).toMatchObject({ code: 1, output: expect.stringMatching(/^DATABASE_URL isn’t a SQLite file/) });
    const bare = await parley(data, 'backup');
    expect(bare).toMatchObject({ code: 2, output: expect.stringContaining('parley backup <folder>') });
    expect(await readdir(folder)).toStrictEqual([]);
  });
});

// Windows has no such users.
test.skipIf(process.platform === 'win32')(
  'names the user as the reason when the data or the backup may not be read',
  async () => {
    const hidden = join(folder, 'hidden');
    await mkdir(hidden);
    await chmod(hidden, 0o000);
    // Root may read everything.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await expect(writeBackup(placesOf(hidden), join(folder, 'backup'), QUIET)).rejects.toThrow(
        /parley\.db cannot be read: EACCES.* Run the command as the user who owns the data\.$/,
      );
      await expect(restoreBackup(hidden, placesOf(join(folder, 'data')), QUIET)).rejects.toThrow(
        /^The backup .* cannot be read: EACCES.* Run the command as the user who owns it\.$/,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      await chmod(hidden, 0o700);
    }
  },
);

test('a file deleted during the backup is not referenced by the backup', async () => {
  const data = join(folder, 'data');
  const places = placesOf(data);
  const storage = await open(data);
  const { paper, picture } = await storeEverything(storage);
  await storage.close();
  const said: string[] = [];
  const removeIt = () => {
    const database = new Database(places.database, { timeout: 5000 });
    for (const table of ['conversation_files WHERE file_id', 'files WHERE id']) {
      database.exec(`DELETE FROM ${table} = '${paper.id}'`);
    }
    database.close();
    rmSync(join(places.filesDir, paper.id.slice(0, 2), paper.id));
  };
  let begun = 0;
  const progress = {
    // The second step copies the files, after the database.
    begin: () => void (++begun === 2 && removeIt()),
    advance() {},
    end() {},
    say: (sentence: string) => void said.push(sentence),
  };
  const backup = await writeBackup(places, join(folder, 'backup'), progress);
  expect([said, backup.lostFiles]).toStrictEqual([['Files were removed meanwhile: starting over.'], []]);
  const sums = await readFile(join(folder, 'backup', 'SHA256SUMS'), 'utf8');
  const tables = readTables(join(folder, 'backup', 'parley.db'));
  const ids = tables.rows('files', 'id').map(({ id }) => String(id));
  tables.close();
  expect(ids).toContain(picture.id);
  expect(ids.filter((id) => !sums.includes(id))).toStrictEqual([]);
  expect(sums).not.toContain(paper.id);
});
