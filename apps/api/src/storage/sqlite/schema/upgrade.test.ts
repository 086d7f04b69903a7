import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProgram } from '../../../testing/processes/command-process.ts';
import { openStorage } from '../../open-storage.ts';
import { readFreshStory } from '../../testing/read-fresh-story.ts';
import { readStory } from '../../testing/story.ts';
import { Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { restoreDump } from '../testing/dump.ts';
import { MIGRATIONS } from './migrations.ts';

const DUMPS = join(import.meta.dirname, '../testing/schemas');
const dumps = readdirSync(DUMPS).toSorted();
/** Starting the threads of a database takes seconds on a busy machine. */
const LONG_MS = 60_000;

let folder: string;
let file: string;
let filesDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-upgrade-'));
  file = join(folder, 'parley.db');
  filesDir = join(folder, 'files');
});
afterEach(() => rm(folder, { recursive: true }));

/** Every table, index and trigger. Comments and line breaks do not matter. */
function readSchema(path: string): string[] {
  const database = openDatabase(path);
  const made = database.all<Record<string, never>, { sql: string }>(
    { sql: 'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name' },
    {},
  );
  database.close();
  return made.map(({ sql }) => sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' '));
}

test.each(dumps)(
  'the database %s of an earlier version is read equal after its upgrade',
  { timeout: LONG_MS },
  async (name) => {
    const schema = parseInt(name);
    restoreDump(await readFile(join(DUMPS, name), 'utf8'), file, filesDir);
    const storage = await openStorage(`sqlite:${file}`, { filesDir });
    const story = await readStory(storage);
    await storage.close();
    expect(story).toEqual(await readFreshStory(schema));
    expect(readSchema(file)).toEqual(readSchema(':memory:'));
    const database = openDatabase(file);
    expect(database.pragma('user_version')).toBe(MIGRATIONS.length);
    expect(database.pragma('foreign_key_check')).toBeUndefined();
    expect(database.pragma('integrity_check')).toBe('ok');
    database.close();
  },
);

/** Opens a database and is killed within this step, whose changes are already in the log. */
const KILLED = `
  const [migrations, openDatabase, file, index] = process.argv.slice(1);
  const { MIGRATIONS } = await import(migrations);
  const step = MIGRATIONS[index];
  MIGRATIONS[index] = (database) => {
    database.exec('PRAGMA cache_size = 1');
    if (typeof step === 'string') database.exec(step);
    else step(database);
    process.kill(process.pid, 'SIGKILL');
  };
  (await import(openDatabase)).openDatabase(file);`;

async function startKilledIn(index: number): Promise<void> {
  const modules = ['./migrations.ts', '../database/open-database.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  );
  const child = spawn(process.execPath, ['--input-type=module', '--eval', KILLED, ...modules, file, String(index)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  expect(code).not.toBe(0);
}

test(
  'a database whose upgrade was killed within steps is upgraded by the next start',
  { timeout: LONG_MS },
  async () => {
    restoreDump(await readFile(join(DUMPS, '01-cf5b0195.sql'), 'utf8'), file, filesDir);
    // Among them the step that fills the search index, and those that replace a table.
    for (const index of [1, 3, 4, 9, MIGRATIONS.length - 1]) {
      await startKilledIn(index);
      expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0);
      const database = new Database(file, { timeout: 0 });
      expect(database.pragma('user_version')).toBe(index);
      database.close();
    }
    const storage = await openStorage(`sqlite:${file}`, { filesDir });
    const story = await readStory(storage);
    await storage.close();
    expect(story).toEqual(await readFreshStory(1));
    expect(readSchema(file)).toEqual(readSchema(':memory:'));
  },
);

test('an earlier version refuses the database of a later one and says what to do', { timeout: LONG_MS }, async () => {
  const later = openDatabase(file);
  later.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  later.close();
  const before = await readFile(file);
  const server = startProgram('main.ts', [], { DATABASE_URL: `sqlite:${file}`, DATA_DIR: folder });
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).toContain(
    `The database ${file} was written by a newer version of this program (its schema is ${MIGRATIONS.length + 1}, ` +
      `this version knows up to ${MIGRATIONS.length}). Start that version, or restore a backup from before its upgrade.`,
  );
  expect(await readFile(file)).toEqual(before);
});
