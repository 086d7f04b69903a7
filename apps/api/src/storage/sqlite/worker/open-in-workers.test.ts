import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aUser, newUser, send, turn, upload } from '../../contract/samples.ts';
import { openStorage } from '../../open-storage.ts';
import type { Storage } from '../../storage.ts';

let folder: string;
let storage: Storage;
const faults: Error[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-workers-'));
  storage = await open();
});
afterEach(async () => {
  await storage.close();
  vi.restoreAllMocks();
  faults.length = 0;
  await rm(folder, { recursive: true });
});

function open(): Promise<Storage> {
  const onFault = (error: Error) => void faults.push(error);
  return openStorage(`sqlite:${join(folder, 'parley.db')}`, { filesDir: join(folder, 'files'), onFault });
}

/** Returns the threads that receive calls while `work` runs. */
async function threadsOf(work: () => Promise<unknown>): Promise<Worker[]> {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  await work();
  const threads = [...new Set(post.mock.contexts)] as Worker[];
  post.mockRestore();
  return threads;
}

test('a long read after a write always sees that write', async () => {
  const userId = await newUser(storage);
  const { conversationId } = await send(storage, userId, { text: 'a' });
  for (let n = 0; n < 300; n++) {
    await storage.conversations.update(userId, conversationId, { title: `Title ${n}` });
    const { items } = await storage.conversations.list(userId, { limit: 1 });
    expect(items[0]?.title).toBe(`Title ${n}`);
  }
});

test('the calling thread does only a small part of the work of storing and searching', async () => {
  const userId = await newUser(storage);
  const text = '漢字仮名交文'.repeat(10_000);
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  for (let n = 0; n < 20; n++) await turn(storage, userId, text);
  await vi.waitFor(async () => expect(await storage.conversations.search(userId, '字', 50)).toHaveLength(40), 20_000);
  const [ownAfter, allAfter] = [process.threadCpuUsage(own), process.cpuUsage(all)];
  expect((ownAfter.user + ownAfter.system) / (allAfter.user + allAfter.system)).toBeLessThan(0.35);
});

test('an error arrives as it was thrown', async () => {
  const userId = await newUser(storage);
  const { conversationId } = await send(storage, userId);
  const wrongPage = storage.conversations.messages(userId, conversationId, { limit: 1, before: 'unknown' });
  await expect(wrongPage).rejects.toMatchObject({
    name: 'AppError',
    code: 'invalid-request',
    status: 400,
    message: 'This page of messages doesn’t exist.',
  });
  const broken = storage.users.create(aUser({ createdAt: Infinity }));
  await expect(broken).rejects.toMatchObject({ name: 'Error', code: 'ERR_SQLITE_ERROR', errcode: 3091 });
});

test.each(['writer', 'reader'])('calls in a %s that ends fail as unavailable, and later ones succeed', async (role) => {
  const userId = await newUser(storage);
  const call = () =>
    role === 'writer' ? storage.users.findById(userId) : storage.conversations.list(userId, { limit: 1 });
  const [thread] = await threadsOf(call);
  // More than it answers before it ends.
  const waiting = Array.from({ length: 2_000 }, call);
  const ended = thread?.terminate();
  const settled = await Promise.allSettled(waiting);
  await ended;
  for (const result of settled) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unavailable' });
  }
  expect(settled.at(-1)?.status).toBe('rejected');
  expect(faults.map(({ message }) => message)).toStrictEqual([`The thread "sqlite ${role}" has ended.`]);
  await vi.waitFor(async () => expect(await call()).not.toBeNull());
  await storage.ping();
  await turn(storage, userId, 'goes on');
});

test('a call beyond the queue limit fails as unavailable immediately, and the others succeed', async () => {
  const userId = await newUser(storage);
  const calls = await Promise.allSettled(Array.from({ length: 4_100 }, () => storage.users.findById(userId)));
  const refused = calls.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBe(4);
  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'unavailable' } });
});

test('a search that was aborted while queued is not started', async () => {
  const userId = await newUser(storage);
  const text = '漢字仮名交文'.repeat(3_000);
  for (let n = 0; n < 20; n++) await send(storage, userId, { text });
  await vi.waitFor(async () => expect(await storage.conversations.search(userId, '字', 50)).toHaveLength(20), 20_000);
  const leave = new AbortController();
  const reason = new Error('The request is over.');
  const others = Array.from({ length: 50 }, () => storage.conversations.search(userId, '字', 50, leave.signal));
  leave.abort(reason);
  const settled = await Promise.allSettled(others);
  // Those that the reader had already started return hits.
  const canceled = settled.filter(({ status }) => status === 'rejected');
  expect(canceled.length).toBeGreaterThanOrEqual(46);
  for (const result of canceled) expect(result).toMatchObject({ reason });
  await expect(storage.conversations.search(userId, '字', 9, AbortSignal.abort(reason))).rejects.toBe(reason);
});

test('calls made before the storage is closed finish first, and later ones fail as unavailable', async () => {
  const users = Array.from({ length: 200 }, () => aUser());
  const created = users.map((user) => storage.users.create(user));
  const closed = storage.close();
  expect(await Promise.all(created)).toStrictEqual(users.map(() => true));
  await closed;
  await expect(storage.users.findById('x')).rejects.toMatchObject({ code: 'unavailable' });
  storage = await open();
  expect(await storage.users.findById(users.at(-1)?.id ?? '')).not.toBeNull();
});

test('a ten-megabyte file is written and read intact', async () => {
  const userId = await newUser(storage);
  const bytes = new Uint8Array(10_000_000).map((_, index) => index % 251);
  const { id } = await upload(storage, userId, { bytes });
  expect(bytes.length).toBe(10_000_000);
  const read = await storage.files.bytes(id);
  expect(read && Buffer.compare(read, bytes)).toBe(0);
  expect(await storage.files.bytes(randomUUID())).toBeNull();
});

test('other reads are answered while the most expensive accounts are read', async () => {
  const answered: string[] = [];
  const accounts = storage.spending.topAccounts(0, 30, 10).then(() => answered.push('accounts'));
  const users = storage.figures.users().then(() => answered.push('users'));
  await Promise.all([accounts, users]);
  expect(answered).toStrictEqual(['users', 'accounts']);
});
