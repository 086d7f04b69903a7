import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEverything, storeEverything } from '../storage/contract/everything.ts';
import { newUser, turn } from '../storage/contract/samples.ts';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from '../storage/mongo/testing/find-mongo-test-server.ts';
import { openGate } from '../storage/mongo/testing/gate.ts';
import { openStorage, openTransferTarget } from '../storage/open-storage.ts';
import { Database } from '../storage/sqlite/database/database.ts';
import { startProgram } from '../testing/processes/command-process.ts';

const server = await findMongoTestServer(process.env);
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
afterAll(() => server?.close());

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'parley-migrate-'));
});
afterEach(() => rm(data, { recursive: true }));

const open = () => openStorage(`sqlite:${data}/parley.db`, { filesDir: join(data, 'files') });
const migrate = (to: string[], settings: Record<string, string> = {}) =>
  startProgram('commands/parley.ts', ['migrate', ...to], { DATA_DIR: data, ...settings });

describe.runIf(server)(`parley migrate to ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  const target = () => urlOf(server!, `parley-migrate-${randomUUID()}`);

  test('copies everything, resumes after kill -9 at any point, and leaves the source unchanged', async () => {
    const source = await open();
    const stored = await storeEverything(source);
    const userId = await newUser(source);
    await Promise.all(Array.from({ length: 250 }, (_, n) => turn(source, userId, `question ${n}`)));
    const before = await readEverything(source, stored);
    await source.close();
    const names = await readdir(data);
    const bytes = await readFile(join(data, 'parley.db'));
    const name = `parley-migrate-${randomUUID()}`;
    const url = urlOf(server!, name);
    // The copy goes on only while this process passes its requests on, so it does not end before it is killed.
    const gate = server!.isMongo ? null : await openGate(server!.url);
    onTestFinished(() => gate?.close());

    for (const step of ['Copying users', 'Copying conversations', 'Comparing conversations']) {
      const killed = migrate(['--to', urlOf(server!, name, gate?.address)]);
      await killed.until(new RegExp(`${step}: `));
      killed.kill('SIGKILL');
      expect((await killed.ended).code).toBeNull();
    }
    await expect(openStorage(url, { filesDir: data })).rejects.toThrow('Run `parley migrate` again');
    const { code, output } = await migrate([], { DATABASE_URL: url }).ended;
    expect([code, output]).toStrictEqual([0, expect.stringContaining('counts and checksums are those of the source')]);
    expect(output).toMatch(/^messages +5\d\d {2}[\da-f]{16}$/m);
    expect(output).toMatch(/Copied \d+ records in [\d.]+ s \(\d+ a second\)/);
    expect(output).not.toContain('Copying users');

    const there = await openStorage(url, { filesDir: data });
    expect(await readEverything(there, stored)).toStrictEqual(before);
    await there.close();
    expect((await readFile(join(data, 'parley.db'))).equals(bytes)).toBe(true);
    expect((await readdir(data)).toSorted()).toStrictEqual(names.toSorted());
    const again = await migrate(['--to', url]).ended;
    expect(again).toMatchObject({ code: 0, output: expect.stringContaining('already has a complete copy') });
    const cleaner = await openTransferTarget(url);
    await cleaner.clear();
    await cleaner.close();
  });

  test('copies a database whose server was killed, including data only in its log', async () => {
    const source = startProgram('main.ts', [], { DATA_DIR: data });
    onTestFinished(() => void source.kill('SIGKILL'));
    await source.until(/is ready on/);
    const refused = await migrate(['--to', target()]).ended;
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringMatching(/is in use by process \d+\. Stop that process/),
    });
    source.kill('SIGKILL');
    await source.ended;
    const names = await readdir(data);
    expect(names).toContain('parley.db-wal');
    const url = target();
    expect((await migrate(['--to', url]).ended).code).toBe(0);
    expect(await readdir(data)).toEqual(expect.arrayContaining(names.filter((name) => name !== 'parley.db.pid')));
    const cleaner = await openTransferTarget(url);
    await cleaner.clear();
    await cleaner.close();
  });

  test('rejects a target that has other data', async () => {
    await (await open()).close();
    const url = target();
    const there = await openStorage(url, { filesDir: data });
    await newUser(there);
    await there.close();
    const { code, output } = await migrate(['--to', url]).ended;
    expect([code, output]).toStrictEqual([1, expect.stringContaining('has other data')]);
    const cleaner = await openTransferTarget(url);
    await cleaner.clear();
    await cleaner.close();
  });
});

describe('parley migrate', () => {
  const NOBODY = 'mongodb://user:secret@127.0.0.1:1/x?serverSelectionTimeoutMS=100';

  test.each([
    ['without a target', [], 'Where should the data go? Use --to mongodb://'],
    ['to a target that is not a URL', ['--to', 'secret'], 'A database URL like this isn’t supported.'],
    ['to SQLite', ['--to', 'sqlite:other.db'], 'Copying into sqlite: databases isn’t supported'],
    ['to a malformed URL', ['--to', 'mongodb://user:sec:ret@secret/x'], 'This isn’t a valid MongoDB URL'],
    ['to an unreachable server', ['--to', NOBODY], 'cannot be used: '],
  ])('migrating %s explains what to do, exits with 1 and prints no password', async (_, args, sentence) => {
    await (await open()).close();
    const { code, output } = await migrate(args).ended;
    expect([code, output]).toStrictEqual([1, expect.stringContaining(sentence)]);
    expect(output).not.toMatch(/secret|sec:ret|\n +at /);
  });

  test('rejects an unknown option', async () => {
    const { code, output } = await migrate(['--from', 'x']).ended;
    expect([code, output]).toStrictEqual([2, expect.stringContaining('--from')]);
  });

  test('a target without --to, or an option of another command, starts nothing', async () => {
    const named = await migrate(['mongodb://127.0.0.1:1/x'], { DATABASE_URL: 'mongodb://127.0.0.1:1/other' }).ended;
    expect(named).toEqual({
      code: 2,
      output: expect.stringMatching(/^Name the target as --to mongodb:\S+x\.\n\nparley/),
    });
    const other = await migrate(['--json', '--to', 'mongodb://127.0.0.1:1/x']).ended;
    expect(other).toEqual({
      code: 2,
      output: expect.stringMatching(/^parley migrate has no option --json\.\n\nparley/),
    });
  });

  test('reports a server that does not respond', async () => {
    await (await open()).close();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const patience = 'serverSelectionTimeoutMS=200&connectTimeoutMS=100';
    const { code, output } = await migrate(['--to', `mongodb://127.0.0.1:${port}/x?${patience}`]).ended;
    expect([code, output]).toStrictEqual([
      1,
      expect.stringContaining(`The database x at 127.0.0.1:${port} cannot be used`),
    ]);
  });

  test('rejects a source that is missing, invalid or of another version', async () => {
    const file = join(data, 'parley.db');
    expect((await migrate(['--to', NOBODY]).ended).output).toContain(`There is no database at ${file}`);
    await (await open()).close();
    for (const [version, sentence] of [
      [999, 'was written by a newer version of this program'],
      [1, 'was written by an older version of this program'],
      [0, 'nothing is in it'],
    ] as const) {
      const database = new Database(file, { timeout: 0 });
      database.exec(`PRAGMA user_version = ${version}`);
      database.close();
      const { code, output } = await migrate(['--to', NOBODY]).ended;
      expect([code, output]).toStrictEqual([1, expect.stringContaining(sentence)]);
    }
  });
});
