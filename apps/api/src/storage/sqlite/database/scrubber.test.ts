import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '@parley/core';
import { aMemory, aProject, newUser, NOW, searchIndexed, send } from '../../contract/samples.ts';
import type { Storage } from '../../storage.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { purgeDeleted } from '../conversations/purge-conversations.ts';
import { createStores } from '../create-stores.ts';
import { fileBytesInMemory } from '../files/file-bytes.ts';
import { startIndexing } from '../search/index-pending.ts';
import { openDatabase } from './open-database.ts';
import { createScrubber, isScrubDue, markScrubDue } from './scrubber.ts';

const word = () => randomUUID().replaceAll('-', '');

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-scrubber-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function open(folder: string) {
  const file = join(folder, 'parley.db');
  const database = openDatabase(file);
  const stopIndexing = startIndexing(database);
  const close = async () => {
    stopIndexing();
    database.close();
  };
  const storage: Storage = { ...createStores(database, fileBytesInMemory()), ping: async () => {}, close };
  /** Whether the database or its log contains this. */
  const contains = async (text: string) =>
    (await Promise.all([file, `${file}-wal`].map((each) => readFile(each, 'latin1')))).some((all) =>
      all.includes(text),
    );
  return { database, storage, contains };
}

/** Deletes a conversation for good, and dies before the scrub. Returns a word that the search index still contains. */
async function deleteAndDie(folder: string): Promise<string> {
  const { database, storage } = open(folder);
  const userId = await newUser(storage);
  const text = word();
  const { conversationId } = await send(storage, userId, { text });
  await searchIndexed(storage, userId, text);
  await storage.conversations.delete(userId, conversationId, NOW);
  expect(await purgeDeleted(database, userId, conversationId)).toStrictEqual([]);
  await storage.close();
  expect(await readFile(join(folder, 'parley.db'), 'latin1')).toContain(text);
  return text;
}

test('a scrub that a crash prevented runs with the first purge after the restart', async () => {
  const folder = await aFolder();
  const gone = await deleteAndDie(folder);
  const { database, storage, contains } = open(folder);
  expect(await storage.conversations.purge(NOW, 5)).toBe(0);
  expect(await contains(gone)).toBe(false);
  expect(isScrubDue(database)).toBe(false);
  await storage.close();
});

test('a backup contains no word of a deletion whose scrub has not run', async () => {
  const folder = await aFolder();
  const gone = await deleteAndDie(folder);
  const places = { database: join(folder, 'parley.db'), filesDir: join(folder, 'files'), secretsDir: folder };
  await writeBackup(places, join(folder, 'backup'), { begin() {}, advance() {}, end() {}, say() {} });
  expect(await readFile(join(folder, 'backup', 'parley.db'), 'latin1')).not.toContain(gone);
});

test('a removed memory and a purged project are erased by the next purge of conversations', async () => {
  const { storage, contains } = open(await aFolder());
  const userId = await newUser(storage);
  const [text, name] = [word(), word()];
  const [memory, project] = [aMemory(userId, text), { ...aProject(userId), name }];
  await storage.memories.add(memory, { count: 9, characters: 999 });
  await storage.projects.create(project, 9);
  await storage.projects.delete(userId, project.id, 'keep', NOW);
  expect([await contains(text), await contains(name)]).toStrictEqual([true, true]);

  await storage.memories.remove(userId, [memory.id]);
  await storage.conversations.purge(NOW, 5);
  expect([await contains(text), await contains(name)]).toStrictEqual([false, true]);
  expect(await storage.projects.purge(NOW + 1, 5)).toBe(1);
  // The pause after the first scrub is over.
  const later = performance.now() + 3_600_000;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
  await storage.conversations.purge(NOW, 5);
  clock.mockRestore();
  await expect.poll(() => contains(name)).toBe(false);
  await storage.close();
});

test('a scrub remains due when it fails, and for deletions during it', async () => {
  const { database, storage } = open(await aFolder());
  let work = () => Promise.reject<void>(new AppError('unavailable'));
  const scrubber = createScrubber(database, { all: () => work(), rows: () => work() });
  markScrubDue(database);
  await expect(scrubber.all()).rejects.toMatchObject({ code: 'unavailable' });
  expect(isScrubDue(database)).toBe(true);

  work = async () => markScrubDue(database);
  await scrubber.all();
  expect(isScrubDue(database)).toBe(true);
  work = async () => {};
  await scrubber.rows();
  expect(isScrubDue(database)).toBe(true);
  await scrubber.all();
  // The call may end before its run, which waits for thirty times the length of the last one.
  await expect.poll(() => isScrubDue(database), { timeout: 45_000 }).toBe(false);
  await storage.close();
});

test('scrubs take a small share of the time, however many are asked for, and the last one does all that is due', async () => {
  const { database, storage } = open(await aFolder());
  let [runs, busy] = [0, 0];
  const work = async () => {
    const until = performance.now() + 20;
    while (performance.now() < until);
    runs++;
    busy += 20;
  };
  const scrubber = createScrubber(database, { all: work, rows: work });
  const begun = performance.now();
  const asked: Promise<void>[] = [];
  while (performance.now() < begun + 1_500) {
    markScrubDue(database);
    asked.push(asked.length % 2 === 0 ? scrubber.all() : scrubber.rows());
    await delay(5);
  }
  asked.push(scrubber.all());
  await Promise.all(asked);
  expect(runs).toBeGreaterThan(1);
  expect(busy / (performance.now() - begun)).toBeLessThan(0.06);
  expect(isScrubDue(database)).toBe(false);
  await storage.close();
});

test('no call waits for a scrub that takes long', async () => {
  const { database, storage } = open(await aFolder());
  let end = () => {};
  const scrubber = createScrubber(database, {
    all: () => new Promise<void>((resolve) => (end = resolve)),
    rows: async () => {},
  });
  markScrubDue(database);
  await scrubber.all();
  expect(isScrubDue(database)).toBe(true);
  end();
  await expect.poll(() => isScrubDue(database)).toBe(false);
  await storage.close();
});
