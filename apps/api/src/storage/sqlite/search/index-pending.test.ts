import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newUser, NOW, searchIndexed, send } from '../../contract/samples.ts';
import { openStorage } from '../../open-storage.ts';
import type { Storage } from '../../storage.ts';
import type { Database } from '../database/database.ts';
import { fileBytesInMemory } from '../files/file-bytes.ts';
import { startIndexing } from './index-pending.ts';
import { createStores } from '../create-stores.ts';
import { openDatabase } from '../database/open-database.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-index-'));
  file = join(folder, 'parley.db');
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });

/** Simulates a process that dies before it indexes anything. */
function openWithoutIndexing(): { database: Database; storage: Storage } {
  const database = openDatabase(file);
  const stores = createStores(database, fileBytesInMemory());
  return { database, storage: { ...stores, ping: async () => {}, close: async () => database.close() } };
}

test('texts that a dead process did not index are indexed at the next start', async () => {
  const { database, storage } = openWithoutIndexing();
  const userId = await newUser(storage);
  const { conversationId } = await send(storage, userId, { title: 'harbour', text: 'a winter garden' });
  expect(await storage.conversations.search(userId, 'winter', 9)).toStrictEqual([]);
  database.close();

  const next = await open();
  expect(await searchIndexed(next, userId, 'winter')).toMatchObject([{ conversationId }]);
  expect(await searchIndexed(next, userId, 'harbour')).toMatchObject([{ conversationId, messageId: null }]);
  await next.close();
});

test('texts of a conversation that was purged before indexing are skipped', async () => {
  const { database, storage } = openWithoutIndexing();
  const userId = await newUser(storage);
  const { conversationId } = await send(storage, userId, { text: 'winter' });
  await storage.conversations.delete(userId, conversationId, NOW);
  await storage.conversations.purge(NOW + 1, 1);
  database.close();

  const next = await open();
  expect(await searchIndexed(next, userId, 'winter')).toStrictEqual([]);
  await next.close();
  const read = openDatabase(file);
  expect(read.all({ sql: 'SELECT * FROM search_pending' }, {})).toStrictEqual([]);
  read.close();
});

test('a text stored in the same commit as an index slice is indexed next', async () => {
  const { database, storage } = openWithoutIndexing();
  const userId = await newUser(storage);
  await send(storage, userId, { text: 'first' });
  const write = database.write.bind(database);
  const sent = Promise.withResolvers<unknown>();
  vi.spyOn(database, 'write').mockImplementationOnce((work, keep) => {
    const written = write(work, keep);
    sent.resolve(send(storage, userId, { text: 'winter' }));
    return written;
  });
  const stop = startIndexing(database);
  await sent.promise;
  await expect.poll(() => storage.conversations.search(userId, 'winter', 9)).toHaveLength(1);
  stop();
  database.close();
});

test('long texts in a script without spaces are accepted before indexing, which yields to other calls', async () => {
  const { database, storage } = openWithoutIndexing();
  const userId = await newUser(storage);
  const seed = Array.from({ length: 10 }, (_, n) => ({
    id: `long-${n}`,
    isUser: n % 2 === 0,
    text: '漢字仮名'.repeat(50_000),
  }));
  const plain = seed.map(({ id, isUser }) => ({ id: `ascii-${id}`, isUser, text: 'x'.repeat(600_000) }));
  const cpuOf = async (work: () => Promise<unknown>) => {
    const begun = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  const floor = await cpuOf(() => send(storage, userId, { seed: plain }));
  expect(await cpuOf(() => send(storage, userId, { seed }))).toBeLessThan(5 * floor);

  const stop = startIndexing(database);
  // Milliseconds of this thread's processor time between two turns, which other processes do not change.
  const pauses: number[] = [];
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    pauses.push((user + system) / 1000);
    last = process.threadCpuUsage();
  }, 1);
  await searchIndexed(storage, userId, '字');
  clearInterval(timer);
  stop();
  database.close();
  // Each of the ten texts is its own slice.
  expect(pauses.length).toBeGreaterThan(10);
  expect(Math.max(...pauses)).toBeLessThan(1_000);
});
