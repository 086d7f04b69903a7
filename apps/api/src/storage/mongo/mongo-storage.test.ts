import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { aMessage, newUser, NOW } from '../contract/samples.ts';
import { openStorage } from '../open-storage.ts';
import { storageContract } from '../storage.contract.ts';
import type { Storage } from '../storage.ts';
import { openGate, type Gate } from './testing/gate.ts';
import { findTestServer, HOW_TO_RUN, urlOf } from './testing/test-server.ts';

const server = await findTestServer(process.env);
const where = server ? `in ${server.name}` : `in MongoDB (${HOW_TO_RUN})`;
// The server that is built for tests reads whole collections where MongoDB has an index.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

describe.runIf(server)(`${where}`, () => {
  const name = `parley-test-${randomUUID()}`;
  let client: MongoClient;
  let gate: Gate | undefined;
  let url: string;
  beforeAll(async () => {
    if (!server) return;
    client = new MongoClient(server.url);
    if (!server.isMongo) gate = await openGate(server.url);
    url = urlOf(server, name, gate?.address);
  });
  beforeEach(async () => {
    for (const collection of await client.db(name).collections()) await collection.deleteMany({});
  });
  afterAll(async () => {
    await client.db(name).dropDatabase();
    await client.close();
    await gate?.close();
    await server?.close();
  });

  const open = () => openStorage(url, { filesDir: '/nowhere' });

  storageContract(where, async () => {
    let storage = await open();
    return {
      storage,
      async reopen() {
        await storage.close();
        storage = await open();
        return storage;
      },
      close: () => storage.close(),
    };
  });

  describe('from several processes', () => {
    let storages: Storage[];
    beforeEach(async () => {
      storages = [];
      for (let n = 0; n < 4; n++) storages.push(await open());
    });
    afterEach(async () => {
      for (const storage of storages) await storage.close();
    });

    const atOnce = <T>(count: number, work: (storage: Storage, n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: count }, (_, n) => work(storages[n % storages.length]!, n)));

    test('of 100 messages at once exactly as many are accepted as the usage rule allows', async () => {
      const userId = await newUser(storages[0]!);
      const usageRule = { limit: 10, windowLength: 1000 };
      const results = await atOnce(100, ({ replies }) => replies.accept(aMessage(userId, { usageRule })));
      const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
      expect([outcomes.get('accepted')?.length, outcomes.get('limit-reached')?.length]).toStrictEqual([10, 90]);
      expect(await storages[1]!.usage.window(userId)).toStrictEqual({ used: 10, start: NOW, end: NOW + 1000 });
      expect((await storages[2]!.conversations.list(userId, { limit: 99 })).items).toHaveLength(10);
      expect(await storages[3]!.replies.listActive(userId)).toHaveLength(10);
    });

    test('of one message sent many times at once exactly one is accepted, and the others find its reply', async () => {
      const userId = await newUser(storages[0]!);
      const [clientMessageId, conversationId] = [randomUUID(), randomUUID()];
      const usageRule = { limit: 10, windowLength: 1000 };
      const results = await atOnce(40, ({ replies }) =>
        replies.accept(aMessage(userId, { clientMessageId, conversationId, usageRule })),
      );
      const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
      expect([outcomes.get('accepted')?.length, outcomes.get('duplicate')?.length]).toStrictEqual([1, 39]);
      expect((await storages[1]!.usage.window(userId))?.used).toBe(1);
    });

    test('of many messages to one conversation at once exactly one is accepted, into one tree', async () => {
      const userId = await newUser(storages[0]!);
      const conversationId = randomUUID();
      const results = await atOnce(40, ({ replies }) => replies.accept(aMessage(userId, { conversationId })));
      const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
      expect([outcomes.get('accepted')?.length, outcomes.get('busy')?.length]).toStrictEqual([1, 39]);
      expect(await storages[1]!.conversations.tree(userId, conversationId)).toHaveLength(2);
    });
  });
});

describe('a URL of MongoDB', () => {
  test.each([
    'mongodb://user:se:cret@host/db',
    'mongodb://user:1234/secret@host/db',
    'mongodb://user:secret@host/db?foo=secret',
    'mongodb+srv://user:secret@a,b/db',
    'mongodb://user:secret@127.0.0.1:1/db?serverSelectionTimeoutMS=50',
  ])('that cannot be used is refused without its password: %s', async (bad) => {
    const error = (await openStorage(bad, { filesDir: '/nowhere' }).catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(Error);
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/secret|se:cret|1234/);
  });
});
