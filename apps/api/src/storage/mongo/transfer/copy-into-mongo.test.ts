import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookAtEverything } from '../../contract/look-at-everything.ts';
import { storeEverything } from '../../contract/everything.ts';
import { NOW } from '../../contract/samples.ts';
import { findTestServer, HOW_TO_RUN, urlOf } from '../testing/test-server.ts';
import { openStorage, openTransferSource, openTransferTarget } from '../../open-storage.ts';
import { copyStorage, type TransferProgress } from '../../transfer/copy-storage.ts';
import { TRANSFER_KINDS } from '../../transfer/transfer.ts';

const server = await findTestServer(process.env);
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
const QUIET: TransferProgress = { begin() {}, advance() {}, end() {}, say() {} };

describe.runIf(server)(`copying a storage from SQLite to ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  const name = `parley-copy-${randomUUID()}`;
  let client: MongoClient;
  let folder: string;
  let target: string;
  beforeAll(() => {
    client = new MongoClient(server!.url);
    target = urlOf(server!, name);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-copy-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    await client.db(name).dropDatabase();
  });
  afterAll(async () => {
    await client.close();
    await server?.close();
  });

  const settings = () => ({ filesDir: join(folder, 'files') });
  const sourceUrl = () => `sqlite:${join(folder, 'parley.db')}`;
  const openSource = () => openStorage(sourceUrl(), settings());

  async function copy(progress: TransferProgress = QUIET) {
    const [from, to] = [await openTransferSource(sourceUrl(), settings()), await openTransferTarget(target)];
    try {
      return await copyStorage(from, to, progress);
    } finally {
      await from.close();
      await to.close();
    }
  }

  test('brings all of it, so that the copy answers as the source does', async () => {
    const source = await openSource();
    const stored = await storeEverything(source);
    const before = await lookAtEverything(source, stored);
    await source.close();
    const bytes = await readFile(join(folder, 'parley.db'));

    const copied = await copy();
    expect(copied?.sums.filter(({ count }) => count === 0)).toStrictEqual([]);
    expect(copied?.sums.map(({ kind }) => kind)).toStrictEqual(TRANSFER_KINDS);
    expect((await readFile(join(folder, 'parley.db'))).equals(bytes)).toBe(true);

    const there = await openStorage(target, settings());
    expect(await lookAtEverything(there, stored)).toStrictEqual(before);
    const { user, deleted, gone, running } = stored;
    expect(await there.conversations.restore(user.id, deleted.conversationId, NOW)).not.toBeNull();
    expect(await there.deletions.listUnfinished()).toStrictEqual([gone.id]);
    const used = before.window?.used ?? 0;
    const [owner = ''] = await there.replies.owners();
    const interrupted = { code: 'interrupted', sentence: 'Gone.' } as const;
    expect(await there.replies.recoverReplies([owner], NOW, interrupted)).toMatchObject([
      { generationId: running.generationId },
    ]);
    expect((await there.usage.window(user.id))?.used).toBe(used - 1);
    await there.close();
  });
});
