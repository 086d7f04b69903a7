import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '@parley/core';
import { anAttachment, newUser, NOW, turn, upload } from '../../contract/samples.ts';
import { openStorage } from '../../open-storage.ts';
import type { ConversationStore, FileStore } from '../../storage.ts';
import { createConversationStore } from '../conversations/conversation-store.ts';
import { fileBytesOnDisk, type FileBytes } from './file-bytes.ts';
import { createFileStore } from './file-store.ts';
import { openDatabase } from '../database/open-database.ts';
import { createScrubber } from '../database/scrubber.ts';
import { markStray } from './stray-files.ts';

let folder: string;
let filesDir: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-files-'));
  filesDir = join(folder, 'data', 'files');
  file = join(folder, 'parley.db');
});
afterEach(() => rm(folder, { recursive: true }));

const open = () => openStorage(`sqlite:${file}`, { filesDir });

/** Lists the files in the folder, without its subfolders. */
async function stored(): Promise<string[]> {
  const entries = await readdir(filesDir, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('file bytes on disk', () => {
  test('stores file bytes under the beginning of their id, readable only by their owner', async () => {
    const storage = await open();
    const { id } = await upload(storage, await newUser(storage));
    const mode = async (...path: string[]) => ((await stat(join(filesDir, ...path))).mode & 0o777).toString(8);
    expect(await mode(id.slice(0, 2), id)).toBe('600');
    expect([await mode(id.slice(0, 2)), await mode()]).toStrictEqual(['700', '700']);
    await storage.close();
  });

  test('removes file bytes from disk with a deleted or purged upload and with its conversation', async () => {
    const storage = await open();
    const userId = await newUser(storage);
    const [deleted, , sent] = [
      await upload(storage, userId),
      await upload(storage, userId),
      await upload(storage, userId),
    ];
    const { conversationId } = await turn(storage, userId, 'a', { attachments: [sent] });
    const made = await upload(storage, userId, { conversationId });
    expect(await stored()).toHaveLength(4);
    await storage.files.deleteUnsent(userId, deleted.id);
    expect(await stored()).toHaveLength(3);
    await storage.files.purgeUnsent(NOW + 1, 9);
    expect((await stored()).toSorted()).toStrictEqual([sent.id, made.id].toSorted());
    await storage.conversations.delete(userId, conversationId, NOW);
    expect(await stored()).toHaveLength(2);
    await storage.conversations.purge(NOW + 1, 9);
    expect(await stored()).toStrictEqual([]);
    await storage.close();
  });

  test('removes only the file bytes that a crash left without a row when the storage opens', async () => {
    const first = await open();
    const kept = await upload(first, await newUser(first));
    await first.close();
    const crashed = openDatabase(file);
    const bytes = fileBytesOnDisk(filesDir);
    for (const id of ['written', 'only-noted', kept.id]) markStray(crashed, id);
    await bytes.write('written', new Uint8Array([1]));
    crashed.close();
    const second = await open();
    expect(await stored()).toStrictEqual([kept.id]);
    expect(await second.files.bytes(kept.id)).toStrictEqual(new Uint8Array([1, 2, 3]));
    await second.close();
  });

  test.each<
    [string, (files: FileStore, conversations: ConversationStore, userId: string, ids: string[]) => Promise<unknown>]
  >([
    [
      'written',
      (files, _, userId) =>
        files.create(
          { attachment: anAttachment(), userId, conversationId: null, createdAt: NOW },
          new Uint8Array(9),
          null,
        ),
    ],
    ['deleted', (files, _, userId, [unsent = '']) => files.deleteUnsent(userId, unsent)],
    ['purged', (files) => files.purgeUnsent(NOW + 1, 9)],
    ['purged with their conversation', (_, conversations) => conversations.purge(NOW + 1, 9)],
  ])('opening the storage removes file bytes of a process that died while they were %s', async (_, work) => {
    const storage = await open();
    const userId = await newUser(storage);
    const [unsent, sent] = [await upload(storage, userId), await upload(storage, userId)];
    const { conversationId } = await turn(storage, userId, 'a', { attachments: [sent] });
    await storage.conversations.delete(userId, conversationId, NOW);
    await storage.close();

    const database = openDatabase(file);
    const bytes = fileBytesOnDisk(filesDir);
    const dying: FileBytes = {
      ...bytes,
      write: async (...given) => bytes.write(...given).then(() => Promise.reject(new Error('died'))),
      remove: () => Promise.reject(new Error('died')),
    };
    const scrubber = createScrubber(database);
    const stores = [
      createFileStore(database, dying, scrubber),
      createConversationStore(database, dying, scrubber),
    ] as const;
    await expect(work(...stores, userId, [unsent.id])).rejects.toThrow('died');
    database.close();

    const again = await open();
    const known = [unsent.id, sent.id];
    await again.conversations.restore(userId, conversationId, NOW);
    const left = (await again.files.findAll(userId, known)).map(({ attachment }) => attachment.id);
    expect((await stored()).toSorted()).toStrictEqual(left.toSorted());
    await again.close();
  });

  test('removes file bytes that a failing disk kept with the next purge, and the other files at once', async () => {
    const storage = await open();
    const userId = await newUser(storage);
    const attachments = [await upload(storage, userId), await upload(storage, userId)];
    const { conversationId } = await turn(storage, userId, 'a', { attachments });
    await storage.conversations.delete(userId, conversationId, NOW);
    await storage.close();

    const database = openDatabase(file);
    const bytes = fileBytesOnDisk(filesDir);
    const fails = new Set([attachments[0]?.id]);
    const failing: FileBytes = {
      ...bytes,
      remove: (id) => (fails.delete(id) ? Promise.reject(new AppError('unavailable')) : bytes.remove(id)),
    };
    const scrubber = createScrubber(database);
    const conversations = createConversationStore(database, failing, scrubber);
    const files = createFileStore(database, failing, scrubber);
    await expect(conversations.purge(NOW + 1, 9)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await stored()).toStrictEqual([attachments[0]?.id]);
    await files.purgeUnsent(NOW, 9);
    expect(await stored()).toStrictEqual([]);
    database.close();
  });

  test('leaves no file behind and reports an unavailable store when writing file bytes fails', async () => {
    await writeFile(join(folder, 'data'), 'a file where the folder should be');
    const storage = await open();
    const userId = await newUser(storage);
    await expect(upload(storage, userId)).rejects.toMatchObject({ code: 'unavailable' });
    await rm(join(folder, 'data'));
    const { id } = await upload(storage, userId);
    expect(await stored()).toStrictEqual([id]);
    await storage.close();
  });

  test.each(['../../../up', '..', '/etc/passwd', 'a/../../b', ''])('never stores file bytes at %j', async (id) => {
    const bytes = fileBytesOnDisk(filesDir);
    await expect(bytes.write(id, new Uint8Array([1]))).rejects.toThrow('base64url');
    await expect(bytes.read(id)).rejects.toThrow('base64url');
    await expect(bytes.remove(id)).rejects.toThrow('base64url');
    expect(await readdir(folder)).toStrictEqual([]);
  });
});
