import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readEverything, storeEverything } from '../../contract/everything.ts';
import { recordsContract } from '../../contract/records.contract.ts';
import { newUser, NOW, turn, searchIndexed } from '../../contract/samples.ts';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from '../testing/find-mongo-test-server.ts';
import { openStorage, openTransferSource, openTransferTarget } from '../../open-storage.ts';
import { copyStorage, type Copied, type TransferProgress } from '../../transfer/copy-storage.ts';
import { TRANSFER_KINDS, type TransferTarget } from '../../transfer/transfer.ts';

const server = await findMongoTestServer(process.env);
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

  recordsContract(
    () => openStorage(target, settings()),
    () => openTransferTarget(target),
  );

  test('copies everything, so that the copy returns the same data as the source', async () => {
    const source = await openSource();
    const stored = await storeEverything(source);
    await searchIndexed(source, stored.other.id, 'words');
    const before = await readEverything(source, stored);
    await source.close();
    const bytes = await readFile(join(folder, 'parley.db'));

    const copied = await copy();
    expect(copied?.sums.filter(({ count }) => count === 0)).toStrictEqual([]);
    expect(copied?.sums.map(({ kind }) => kind)).toStrictEqual(TRANSFER_KINDS);
    expect((await readFile(join(folder, 'parley.db'))).equals(bytes)).toBe(true);

    const there = await openStorage(target, settings());
    expect(await readEverything(there, stored)).toStrictEqual(before);
    const { user, deleted, gone, running } = stored;
    expect(await there.conversations.restore(user.id, deleted.conversationId, NOW)).not.toBeNull();
    expect(await there.deletions.listUnfinished()).toStrictEqual([gone.id]);
    const used = before.window?.used ?? 0;
    const [owner = ''] = await there.replies.owners();
    const interrupted = { code: 'interrupted', sentence: 'Gone.' } as const;
    const budget = await there.budgets.read('account', NOW, user.id);
    expect(budget).toMatchObject({ reserved: 50 });
    expect(await there.replies.recoverReplies([owner], NOW, interrupted)).toMatchObject([
      { generationId: running.generationId },
    ]);
    // Its end settles what it had reserved.
    const settled = { ...budget, spent: budget.spent + 40, reserved: 0 };
    expect(await there.budgets.read('account', NOW, user.id)).toStrictEqual(settled);
    // The interrupted message counts, because part of its reply was delivered.
    expect((await there.usage.window(user.id))?.used).toBe(used);
    await there.close();
  });

  /** Wraps a target so that it fails after this many changes. */
  function cutAfter(changes: number, to: TransferTarget): TransferTarget {
    let left = changes;
    const counted = <Args extends unknown[]>(method: (...args: Args) => Promise<void>) => {
      return async (...args: Args) => {
        if (left-- === 0) throw new Error('cut');
        await method(...args);
      };
    };
    const { load, writeBytes, keepNote, clear } = to;
    const cut = { load, writeBytes, keepNote, clear };
    const methods = Object.entries(cut).map(([name, method]) => [name, counted(method as () => Promise<void>)]);
    return { ...to, ...Object.fromEntries(methods) };
  }

  test('resumes a copy after any interruption, and rejects its use before it is complete', async () => {
    const source = await openSource();
    const stored = await storeEverything(source);
    await searchIndexed(source, stored.other.id, 'words');
    const before = await readEverything(source, stored);
    await source.close();
    let last: Copied | null = null;
    let calls = 0;
    for (let isDone = false; !isDone; calls++) {
      const [from, to] = [await openTransferSource(sourceUrl(), settings()), await openTransferTarget(target)];
      const copied = await copyStorage(from, cutAfter(8, to), QUIET).catch((error: Error) => error.message);
      await from.close();
      await to.close();
      isDone = copied !== 'cut';
      if (isDone) last = copied as Copied;
      else if (calls > 0) await expect(openStorage(target, settings())).rejects.toThrow('Run `parley migrate` again');
    }
    expect(calls).toBeGreaterThan(4);
    const total = last?.sums.reduce((sum, { count }) => sum + count, 0) ?? 0;
    expect(last?.copiedCount).toBeLessThan(total / 2);
    const there = await openStorage(target, settings());
    expect(await readEverything(there, stored)).toStrictEqual(before);
    await there.close();
    expect(await copy()).toBeNull();
  });

  test('starts a copy over when the source changed after an interruption, so that no old data remains', async () => {
    const source = await openSource();
    const userId = await newUser(source);
    const { conversationId } = await turn(source, userId, 'deleted since');
    await source.close();
    const [from, to] = [await openTransferSource(sourceUrl(), settings()), await openTransferTarget(target)];
    await expect(copyStorage(from, cutAfter(22, to), QUIET)).rejects.toThrow('cut');
    await from.close();
    await to.close();

    const changed = await openSource();
    await changed.conversations.delete(userId, conversationId, NOW);
    expect(await changed.conversations.purge(NOW + 1, 9)).toBe(1);
    await changed.close();
    const said: string[] = [];
    const copied = await copy({ ...QUIET, say: (sentence) => said.push(sentence) });
    expect(said).toStrictEqual(['The source changed after the earlier copy started, so this starts over.']);
    expect(copied?.sums.find(({ kind }) => kind === 'messages')?.count).toBe(0);
    const again = await openSource();
    await newUser(again);
    await again.close();
    await expect(copy()).rejects.toThrow('already has a copy, and the source has changed since.');
  });

  test('rejects a target with other data, and leaves source and target unchanged', async () => {
    const there = await openStorage(target, settings());
    const userId = await newUser(there);
    await there.close();
    const source = await openSource();
    await newUser(source);
    await expect(copy()).rejects.toThrow(/database .* is in use by process/);
    await source.close();
    await expect(copy()).rejects.toThrow('has other data that the copy would mix with.');
    const after = await openStorage(target, settings());
    expect((await after.users.findById(userId))?.id).toBe(userId);
    expect(await after.figures.users()).toBe(1);
    await after.close();
  });

  test('reports a concurrent change of the copy, and copies again the next time', async () => {
    const source = await openSource();
    await storeEverything(source);
    await source.close();
    const disturb = async (step: string) => {
      if (step === 'Comparing users') {
        const other = await openTransferTarget(target);
        await other.load('usedOnce', [{ hash: 'not in the source', expiresAt: 1 }]);
        await other.close();
      }
    };
    let disturbed: Promise<void> = Promise.resolve();
    const progress = { ...QUIET, begin: (step: string) => void (disturbed = disturbed.then(() => disturb(step))) };
    const from = await openTransferSource(sourceUrl(), settings());
    const to = await openTransferTarget(target);
    const slow: TransferTarget = {
      ...to,
      async *dump(kind) {
        await disturbed;
        yield* to.dump(kind);
      },
    };
    await expect(copyStorage(from, slow, progress)).rejects.toThrow(
      /The copy of usedOnce differs from the source: 1 .*, 2 /,
    );
    await from.close();
    await to.close();
    expect((await copy())?.sums.find(({ kind }) => kind === 'usedOnce')?.count).toBe(1);
  });

  test('copies a file with lost bytes without them, and reports it', async () => {
    const source = await openSource();
    const { picture } = await storeEverything(source);
    await source.close();
    await rm(join(folder, 'files', picture.id.slice(0, 2), picture.id));
    expect((await copy())?.lostFiles).toBe(1);
  });
});
