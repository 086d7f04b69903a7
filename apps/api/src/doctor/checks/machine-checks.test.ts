import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../storage/open-storage.ts';
import { Database } from '../../storage/sqlite/database/database.ts';
import { MIGRATIONS } from '../../storage/sqlite/schema/migrations.ts';
import { linesOf } from '../testing/lines-of.ts';
import { nowhere, serve } from '../testing/serve.ts';
import { clockCheck } from './clock-check.ts';
import { diskCheck } from './disk-check.ts';
import { storeChecks } from './store-checks.ts';

const MB = 1024 ** 2;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the disk', () => {
  test('the disk check writes a file, removes it and measures the space', async () => {
    expect(await linesOf(diskCheck(folder))).toEqual([expect.stringMatching(/^\w+ Disk: \S+ is writable and has \d+/)]);
    expect(await readdir(folder)).toEqual([]);
  });

  test.each([
    [3000, 'ok', '2 GB'],
    [900, 'warning', '900 MB'],
    [20, 'error', '20 MB'],
  ])('the disk check reports %i MB of free space as %s', async (megabytes, level, size) => {
    const [line] = await linesOf(diskCheck(folder, async () => megabytes * MB));
    expect(line).toMatch(new RegExp(`^${level} Disk: \\S+ is writable and has ${size} left\\.`));
  });

  test('the disk check checks the folder in which the data folder will be made', async () => {
    const [line] = await linesOf(diskCheck(join(folder, 'new', 'data'), async () => 3000 * MB));
    expect(line).toBe(`ok Disk: ${folder} is writable and has 2 GB left.`);
    expect(await readdir(folder)).toEqual([]);
  });

  test('the disk check says that a folder is not writable', async () => {
    expect(await linesOf(diskCheck('/dev/null/data'))).toEqual([
      expect.stringMatching(/^error Disk: Can’t write to \/dev\/null \(\w+\)\. Let the server’s user write there/),
    ]);
  });
});

describe('the clock', () => {
  const NOW = Date.parse('2026-01-31T12:00:00Z');
  const ahead = async (seconds: number) => {
    const url = await serve((_request, response) => {
      response.setHeader('Date', new Date(NOW - seconds * 1000).toUTCString()).end();
    });
    return (await linesOf(clockCheck(url, () => NOW)))[0];
  };

  test.each([
    [0, /^ok Clock: It agrees with 127\.0\.0\.1:\d+\.$/],
    [20, /^warning Clock: It is 20 s ahead of 127\S+\. Synchronize it/],
    [-20, /^warning Clock: It is 20 s behind 127\S+\. Synchronize it/],
    [600, /^error Clock: It is 600 s ahead of 127\S+\. Synchronize it/],
  ])('the clock check reports a clock that is %i s ahead', async (seconds, line) => {
    expect(await ahead(seconds)).toMatch(line);
  });

  test('the clock check says why there is no other clock', async () => {
    const [none, away] = await linesOf([clockCheck(null), clockCheck(await nowhere())]);
    expect(none).toMatch(/^ok Clock: No service outside this machine/);
    expect(away).toMatch(/^warning Clock: It can’t be compared with \S+: nothing listens there/);
  });
});

describe('the database', () => {
  const file = () => join(folder, 'parley.db');
  const database = async (url = `sqlite:${file()}`) => (await linesOf(storeChecks(url, null)))[0];

  test('the database check reads the database beside a running server, which goes on', async () => {
    const storage = await openStorage(`sqlite:${file()}`, { filesDir: join(folder, 'files') });
    expect(await database()).toBe(`ok Database: Reading and writing works: the database ${file()}.`);
    await storage.ping();
    expect(await storage.users.findById('nobody')).toBeNull();
    await storage.close();
  });

  test('the database check creates no database where there is none', async () => {
    expect(await database()).toBe(`ok Database: The first start will make the database ${file()}.`);
    expect(await readdir(folder)).toEqual([]);
  });

  test('the database check reports versions, other files and unwritable places', async () => {
    await (await openStorage(`sqlite:${file()}`, { filesDir: folder })).close();
    const set = (version: number) => {
      const opened = new Database(file(), { timeout: 0 });
      opened.exec(`PRAGMA user_version = ${version}`);
      opened.close();
    };
    set(MIGRATIONS.length - 1);
    expect(await database()).toMatch(
      /^warning Database: An older version wrote the database \S+\. Back it up with that version, and start this one/,
    );
    set(MIGRATIONS.length + 1);
    expect(await database()).toMatch(/^error Database: \S+ was written by a newer version of this program/);
    expect(await database('sqlite:/dev/null/parley.db')).toMatch(
      /^error Database: This user can’t write to \/dev\/null \(ENOTDIR\)/,
    );
    // Root has every permission here and still can’t make files.
    expect(await database('sqlite:/proc/parley.db')).toMatch(
      /^error Database: This user can’t write to \/proc \(\w+\)\. Check DATABASE_URL/,
    );
    expect(await database('sqlite:/tmp')).toMatch(
      /^error Database: \/tmp cannot be used as a database: it isn’t a file/,
    );
    expect(await database('sqlite::memory:')).toMatch(/^warning Database: The database is in memory/);
  });

  test.each([
    [
      'mongodb://ann:hunter22@127.0.0.1:1/x?serverSelectionTimeoutMS=2000',
      /^error Database: The database x at 127\S+ cannot be used: .*ECONNREFUSED.*[^.]\. Check DATABASE_URL/,
    ],
    ['mongodb://ann:hun:ter22@x/y', /^error Database: This isn’t a valid MongoDB URL/],
  ])('the database check reports a MongoDB that cannot be used, without the password', async (url, line) => {
    const found = await database(url);
    expect(found).toMatch(line);
    expect(found).not.toMatch(/hunter22|hun:ter22/);
  });
});

test('names the setting of a Redis that takes the connection and says nothing', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const [, redis] = storeChecks('sqlite::memory:', `redis://127.0.0.1:${port}`);
  const found: string[] = [];
  await redis?.run(({ message, fix }) => void found.push(`${message} ${fix}`), AbortSignal.timeout(500));
  silent.close();
  expect(found).toEqual([
    `Can’t use 127.0.0.1:${port}: it doesn’t answer in time (TimeoutError). Check REDIS_URL, and that Redis runs.`,
  ]);
});

test('reports a Redis that cannot be reached, without the password', async () => {
  const { host } = new URL(await nowhere());
  const [, away] = await linesOf(storeChecks('sqlite::memory:', `redis://ann:hunter22@${host}`));
  expect(away).toBe(
    `error Redis: Can’t use ${host}: nothing listens there (ECONNREFUSED). Check REDIS_URL, and that Redis runs.`,
  );
  expect((await linesOf(storeChecks('sqlite::memory:', null)))[1]).toBe('ok Redis: Not set up, and not needed.');
});
