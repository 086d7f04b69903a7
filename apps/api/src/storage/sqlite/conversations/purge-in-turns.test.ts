import { expect, onTestFinished, test } from 'vitest';
import { anImport } from '../../contract/conversations/imports.contract.ts';
import { newUser, NOW } from '../../contract/samples.ts';
import { openStorage } from '../../open-storage.ts';

test('other calls are answered between the conversations that one call purges', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => storage.close());
  const { conversations } = storage;
  const userId = await newUser(storage);
  const records = Array.from({ length: 5 }, () => anImport(['q1', 'a1']));
  await conversations.import(userId, records, NOW);
  const ids = records.map(({ conversation }) => conversation.id);
  for (const id of ids) await conversations.delete(userId, id, NOW);
  const purging = conversations.purgeDeleted(userId, ids);
  expect(await conversations.messageIds(userId, ids.at(-1) ?? '')).not.toBeNull();
  expect(await purging).toStrictEqual(ids);
  for (const id of ids) expect(await conversations.messageIds(userId, id)).toBeNull();
});
