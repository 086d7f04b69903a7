import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { anImport } from '../../contract/conversations/imports.contract.ts';
import { newUser, NOW, send } from '../../contract/samples.ts';
import type { ImportRecord, Storage } from '../../storage.ts';
import { createStores } from '../create-stores.ts';
import { statement, type Database } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { fileBytesInMemory } from '../files/file-bytes.ts';

const countMessages = statement<Record<string, never>, { count: number }>('SELECT COUNT(*) AS count FROM messages');

let database: Database;
let storage: Storage;
let userId: string;
/** Longer than two slices. */
let record: ImportRecord;
beforeEach(async () => {
  database = openDatabase(':memory:');
  onTestFinished(() => storage.close());
  const close = async () => database.close();
  storage = { ...createStores(database, fileBytesInMemory()), ping: async () => {}, close };
  userId = await newUser(storage);
  record = anImport(Array.from({ length: 1200 }, (_, n) => `q${n}`));
});

const idsOf = ({ messages }: ImportRecord) => messages.map(({ message }) => message.id);
const add = (imported: ImportRecord) => storage.conversations.import(userId, [imported], NOW);
const storedIds = async () =>
  (await storage.conversations.messageIds(userId, record.conversation.id))?.ids.toSorted() ?? null;
const lastId = async () =>
  (await storage.conversations.messages(userId, record.conversation.id, { limit: 1 }))?.items[0]?.id;

/** Everything that the user can see of the conversation. */
async function seen(): Promise<unknown[]> {
  const { conversations } = storage;
  const { id } = record.conversation;
  const { items: listed } = await conversations.list(userId, { limit: 9 });
  const { items: deleted } = await conversations.listDeleted(userId, { limit: 9 }, 0);
  const found = [await conversations.find(userId, id), await storedIds(), await conversations.findDeleted(userId, id)];
  return [...listed, ...deleted, ...found].filter((each) => each !== null);
}

/** Imports it, and dies after the first slice. */
async function dieWithin(imported: ImportRecord): Promise<void> {
  const write = database.write.bind(database);
  vi.spyOn(database, 'write')
    .mockImplementationOnce(write)
    .mockImplementationOnce(() => Promise.reject(new Error('killed')));
  await expect(add(imported)).rejects.toThrow('killed');
}

test('other calls are answered during the import of a long conversation, which is hidden until its end', async () => {
  let isOver = false;
  const importing = add(record).finally(() => (isOver = true));
  let looks = 0;
  for (await setImmediate(); !isOver; await setImmediate()) {
    expect(await seen()).toStrictEqual([]);
    expect(await storage.conversations.purge(NOW, 9)).toBe(0);
    looks++;
  }
  expect(await importing).toStrictEqual(['new']);
  expect(looks).toBeGreaterThan(1);
  expect(await storedIds()).toStrictEqual(idsOf(record).toSorted());
  expect(await lastId()).toBe(record.leafId);
});

test('an import that a crash ended is hidden, and complete after the next attempt', async () => {
  await dieWithin(record);
  expect(await seen()).toStrictEqual([]);
  expect(await add(record)).toStrictEqual(['new']);
  expect(await storedIds()).toStrictEqual(idsOf(record).toSorted());
  expect(await lastId()).toBe(record.leafId);
  expect(await add(record)).toStrictEqual(['same']);
});

test('the attempt after a crash belongs to its own import, not to that of the crash', async () => {
  await dieWithin(record);
  const importId = randomUUID();
  const renamed = { ...record.conversation, importId, title: 'Renamed since', archived: true };
  expect(await storage.conversations.import(userId, [{ ...record, conversation: renamed }], NOW + 1)).toStrictEqual([
    'new',
  ]);
  expect(await storage.conversations.find(userId, renamed.id)).toStrictEqual({ ...renamed, unread: false });
  const listed = { importId, source: 'chatgpt', importedAt: NOW + 1, count: 1 };
  expect(await storage.conversations.listImports(userId)).toStrictEqual([listed]);
});

test('two imports of the same conversation at once store it once', async () => {
  expect(await Promise.all([add(record), add(record)])).toStrictEqual([['new'], ['new']]);
  expect(await storedIds()).toStrictEqual(idsOf(record).toSorted());
  expect(await lastId()).toBe(record.leafId);
});

test('an import that a crash ended for good is purged', async () => {
  await dieWithin(record);
  expect(await storage.conversations.purgeDeleted(userId, [record.conversation.id])).toStrictEqual([]);
  expect(await storage.conversations.purge(NOW, 9)).toBe(0);
  expect(await storage.conversations.purge(NOW + 1, 9)).toBe(1);
  expect(database.get(countMessages, {})).toEqual({ count: 0 });
});

test('an import that makes a conversation longer leaves the branch that is continued meanwhile', async () => {
  const [first] = record.messages;
  if (!first) throw new Error('The import is empty.');
  const { id: conversationId } = record.conversation;
  await add({ ...record, messages: [first], leafId: first.message.id });
  const importing = add(record);
  await setImmediate();
  const sent = await send(storage, userId, { conversationId, text: 'And now?' });
  expect(await importing).toStrictEqual(['grown']);
  expect(await storedIds()).toEqual(expect.arrayContaining(idsOf(record)));
  expect(await lastId()).toBe(sent.assistantMessageId);
});

test('an account that is deleted during an import keeps nothing of it', async () => {
  const outcome = add(record).catch((error: unknown) => error);
  await setImmediate();
  await storage.deletions.begin(userId, NOW);
  expect(await outcome).toMatchObject({ code: 'not-found' });
  while (!(await storage.deletions.removeContent(userId)));
  expect(await storedIds()).toBeNull();
});
