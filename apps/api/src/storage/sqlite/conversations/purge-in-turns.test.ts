import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { anImport } from '../../contract/conversations/imports.contract.ts';
import { newUser, NOW } from '../../contract/samples.ts';
import type { Storage } from '../../storage.ts';
import { createStores } from '../create-stores.ts';
import { openDatabase } from '../database/open-database.ts';
import { statement, type Database } from '../database/database.ts';
import { fileBytesInMemory } from '../files/file-bytes.ts';

const countMessages = statement<Record<string, never>, { count: number }>('SELECT COUNT(*) AS count FROM messages');

let database: Database;
let storage: Storage;
let userId: string;
beforeEach(async () => {
  database = openDatabase(':memory:');
  onTestFinished(() => storage.close());
  const close = async () => database.close();
  storage = { ...createStores(database, fileBytesInMemory()), ping: async () => {}, close };
  userId = await newUser(storage);
});

const left = () => database.get(countMessages, {})?.count;
async function addDeleted(messages: number) {
  const record = anImport(Array.from({ length: messages }, (_, index) => `m${index}`));
  await storage.conversations.import(userId, [record], NOW);
  await storage.conversations.delete(userId, record.conversation.id, NOW);
  return record;
}

/** Purges a long conversation, and dies after the first slice. */
async function dieWithin(): Promise<string> {
  const { conversation } = await addDeleted(2_100);
  const work = database.withoutForeignKeys.bind(database);
  vi.spyOn(database, 'withoutForeignKeys')
    .mockImplementationOnce(work)
    .mockImplementationOnce(() => {
      throw new Error('killed');
    });
  await expect(storage.conversations.purgeDeleted(userId, [conversation.id])).rejects.toThrow('killed');
  expect(left()).toBe(100);
  return conversation.id;
}

test('other calls are answered between the conversations that one call purges', async () => {
  const ids: string[] = [];
  while (ids.length < 5) ids.push((await addDeleted(2)).conversation.id);
  const purging = storage.conversations.purgeDeleted(userId, ids);
  expect(await storage.conversations.messageIds(userId, ids.at(-1) ?? '')).not.toBeNull();
  expect(await purging).toStrictEqual(ids);
  expect(left()).toBe(0);
});

test('other calls are answered while a long conversation is purged, which nothing shows or restores', async () => {
  const record = await addDeleted(8_100);
  const { id } = record.conversation;
  const { conversations } = storage;
  const purging = conversations.purgeDeleted(userId, [id]);
  expect(left()).toBe(6_100);
  expect((await conversations.listDeleted(userId, { limit: 9 }, 0)).items).toStrictEqual([]);
  expect(await conversations.findDeleted(userId, id)).toBeNull();
  expect(await conversations.restore(userId, id, 0)).toBeNull();
  expect(await conversations.import(userId, [record], NOW)).toStrictEqual(['deleted']);
  expect(await purging).toStrictEqual([id]);
  expect(left()).toBe(0);
  expect(await conversations.import(userId, [record], NOW)).toStrictEqual(['new']);
});

test('a purge that a crash interrupted is completed by the next one, however recent the deletion', async () => {
  await dieWithin();
  expect(await storage.conversations.purge(NOW - 1, 9)).toBe(1);
  expect(left()).toBe(0);
});

test('a purge that a crash interrupted is completed when the user asks again', async () => {
  const id = await dieWithin();
  expect(await storage.conversations.purgeDeleted(userId, [id])).toStrictEqual([id]);
  expect(left()).toBe(0);
});

test('the deletion of an account removes a long conversation in several calls', async () => {
  await addDeleted(2_100);
  await storage.deletions.begin(userId, NOW);
  expect(await storage.deletions.removeContent(userId)).toBe(false);
  expect(left()).toBe(100);
  while (!(await storage.deletions.removeContent(userId))) continue;
  expect(left()).toBe(0);
});
