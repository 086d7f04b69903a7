import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from '../../open-storage.ts';
import { NEW_USER } from '../../accounts/user-store.ts';

/** Opens the database, stores a user, prints `open` or the error, and runs until it is killed or its input ends. */
const OWNER = `
  const { openStorage } = await import(${JSON.stringify(import.meta.resolve('../../open-storage.ts'))});
  const storage = await openStorage(process.argv[1], { filesDir: process.argv[1] + '-files' }).catch((error) => console.log(error.message));
  if (storage) {
    const id = 'user of ' + process.pid;
    await storage.users.create({ ...${JSON.stringify(NEW_USER)}, id, email: id, createdAt: 0 });
    console.log('open');
    process.stdin.resume().on('end', () => storage.close());
  }`;

let folder: string;
let file: string;
let filesDir: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-lock-'));
  file = join(folder, 'parley.db');
  filesDir = join(folder, 'files');
});
afterEach(async () => {
  await Promise.all(children.splice(0).map(kill));
  await rm(folder, { recursive: true });
});

/** Starts a process that opens the file. Returns its first line of output. */
async function startOwner(path = file): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, `sqlite:${path}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  // Not null, because it is piped.
  const [said] = await once(createInterface({ input: child.stdout! }), 'line');
  return { child, said: String(said) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const inUse = (path: string, pid: number | undefined) =>
  `The database ${path} is in use by process ${pid}. Stop that process first, or use another database.`;

test('a second process is rejected immediately and learns which process has the file', async () => {
  const { child, said } = await startOwner();
  expect(said).toBe('open');
  const begun = performance.now();
  await (await openStorage(`sqlite:${join(folder, 'free.db')}`, { filesDir })).close();
  const asked = performance.now();
  await expect(openStorage(`sqlite:${file}`, { filesDir })).rejects.toThrow(inUse(file, child.pid));
  // SQLite itself would wait for five seconds.
  expect(performance.now() - asked).toBeLessThan(4_000 + (asked - begun));
  expect((await startOwner()).said).toBe(inUse(file, child.pid));
});

test('the same process is rejected too, without losing its lock', async () => {
  const storage = await openStorage(`sqlite:${file}`, { filesDir });
  await expect(openStorage(`sqlite:${file}`, { filesDir })).rejects.toThrow(inUse(file, process.pid));
  expect((await startOwner()).said).toBe(inUse(file, process.pid));
  await storage.close();
  expect((await startOwner()).said).toBe('open');
});

test('another path to the same file finds the same lock', async () => {
  const { child } = await startOwner();
  const [link, linkedFolder] = [join(folder, 'link.db'), join(folder, 'linked')];
  await symlink(file, link);
  await symlink(folder, linkedFolder);
  for (const path of [link, join(linkedFolder, 'parley.db')]) {
    await expect(openStorage(`sqlite:${path}`, { filesDir })).rejects.toThrow(inUse(file, child.pid));
  }
});

test('exactly one of four concurrent processes gets the file, also after an owner was killed', async () => {
  for (let round = 0; round < 2; round++) {
    const started = await Promise.all([startOwner(), startOwner(), startOwner(), startOwner()]);
    const said = started.map((owner) => owner.said);
    expect(said.filter((line) => line === 'open')).toHaveLength(1);
    expect(said.filter((line) => line.includes(`The database ${file} is in use by`))).toHaveLength(3);
    await Promise.all(started.map(({ child }) => kill(child)));
  }
});

test('an owner that was killed leaves no lock behind and loses no stored data', async () => {
  const { child } = await startOwner();
  await kill(child);
  // As if another live process had been given the dead owner's pid.
  await writeFile(`${file}.pid`, String(process.ppid));
  const storage = await openStorage(`sqlite:${file}`, { filesDir });
  expect(await storage.users.findById(`user of ${child.pid}`)).not.toBeNull();
  await storage.close();
});

test('an owner that closes normally releases the file', async () => {
  const { child } = await startOwner();
  child.stdin!.end();
  await once(child, 'exit');
  expect((await startOwner()).said).toBe('open');
});

test('a file that is not a database is rejected by name', async () => {
  const text = join(folder, 'text.db');
  await writeFile(text, 'This is no database, however long one reads it.'.repeat(99));
  await mkdir(join(folder, 'folder.db'));
  for (const path of [text, join(folder, 'folder.db')]) {
    await expect(openStorage(`sqlite:${path}`, { filesDir })).rejects.toThrow(`${path} cannot be used as a database: `);
  }
});

test('a lock file that this user cannot open is named, with what to check', async () => {
  // As root, which tests may run as, a folder is what cannot be opened.
  await mkdir(`${file}.lock`);
  await expect(openStorage(`sqlite:${file}`, { filesDir })).rejects.toThrow(
    `The file ${file}.lock cannot be used: unable to open database file. Check that the server’s user owns it.`,
  );
});
