import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient, type CommandStartedEvent, type Document } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  aMessage,
  anAttachment,
  aFeedback,
  anAuditLine,
  aSpending,
  aUser,
  completed,
  newUser,
  NOW,
  send,
  turn,
  upload,
} from '../contract/samples.ts';
import { openStorage } from '../open-storage.ts';
import { someRounds } from '../contract/rounds.ts';
import { storageContract } from '../contract/storage.contract.ts';
import type { Storage } from '../storage.ts';
import { allCollections } from './database/collection.ts';
import './mongo-storage.ts';
import { openGate, type Gate } from './testing/gate.ts';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from './testing/find-mongo-test-server.ts';

const server = await findMongoTestServer(process.env);
const where = server ? `in ${server.name}` : `in MongoDB (${HOW_TO_RUN})`;
// FerretDB, the server built for tests, scans whole collections where MongoDB uses an index.
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
    // The gate holds back heartbeats during a slow query.
    url = `${urlOf(server, name, gate?.address)}&connectTimeoutMS=60000`;
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

  describe('one connection for the whole contract', () => {
    let storage: Storage;
    beforeAll(async () => {
      storage = await open();
    });
    afterAll(() => storage.close());

    const make = async () => ({
      storage,
      async reopen() {
        await storage.close();
        return (storage = await open());
      },
    });
    storageContract(where, make, someRounds(process.env));
  });

  test('keeps no word of a deleted MongoDB account in any collection', async () => {
    const storage = await open();
    const word = `w${randomUUID().replaceAll('-', '')}`;
    const user = aUser({ email: `${word}@example.com`, name: word });
    await storage.users.create(user);
    const file = await upload(storage, user.id, { text: word, attachment: anAttachment({ name: `${word}.png` }) });
    const { conversationId } = await turn(storage, user.id, word, { title: word, attachments: [file] });
    await send(storage, user.id, { text: word });
    await turn(storage, user.id, `more of ${word}`, { conversationId });
    const holders = async () => {
      const collections = await client.db(name).collections();
      const texts = await Promise.all(collections.map(async (each) => JSON.stringify(await each.find().toArray())));
      return collections.filter((_, index) => texts[index]?.includes(word)).map((each) => each.collectionName);
    };
    expect(await holders()).toEqual(expect.arrayContaining(['users', 'messages', 'conversations', 'files']));
    await storage.deletions.begin(user.id, NOW);
    while (!(await storage.deletions.removeContent(user.id))) continue;
    await storage.deletions.finish(user.id, NOW);
    expect(await holders()).toEqual([]);
    await storage.close();
  });

  test('reports MongoDB as not ready while it is unreachable, and counts nothing then', async () => {
    const way = await openGate(server!.url);
    const patience = '&serverSelectionTimeoutMS=2000&connectTimeoutMS=60000&minHeartbeatFrequencyMS=10';
    const throughWay = urlOf(server!, name, way.address) + patience;
    const storage = await vi.waitFor(() => openStorage(throughWay, { filesDir: '/nowhere' }));
    const userId = await newUser(storage);
    const request = aMessage(userId, { usageRule: { limit: 5, windowLength: 1000 } });
    way.shutAfter(0);
    const away = { code: 'unavailable' };
    const asked = [
      storage.ping(),
      storage.replies.accept(request),
      storage.conversations.list(userId, { limit: 1 }),
      upload(storage, userId),
    ];
    expect(await Promise.allSettled(asked)).toMatchObject(asked.map(() => ({ status: 'rejected', reason: away })));
    await way.open();
    await vi.waitFor(() => storage.ping());
    expect(await storage.usage.window(userId)).toBeNull();
    expect((await storage.replies.accept(request)).outcome).toBe('accepted');
    await storage.close();
    await way.close();
  });

  test('identifies each changed document alone, and sends a user’s queries to one shard, or by an index to all', async () => {
    const emit = vi.spyOn(MongoClient.prototype, 'emit');
    const storage = await openStorage(`${url}&monitorCommands=true`, { filesDir: '/nowhere' });
    await useEverything(storage);
    await storage.close();
    const commands = emit.mock.calls.flatMap(([event, started]) => (event === 'commandStarted' ? [started] : []));
    emit.mockRestore();
    const asked = commands.flatMap((started) => readCommand((started as CommandStartedEvent).command));
    expect(asked.length).toBeGreaterThan(100);
    const unnamed = asked.filter(({ isOfOne, filter }) => isOfOne && typeof filter._id !== 'string');
    expect(unnamed).toStrictEqual([]);
    const everywhere = asked.filter(({ collection, filter }) => OF_A_USER.includes(collection) && !filter._id);
    const said = everywhere.map(({ collection, filter }) => `${collection} by ${Object.keys(filter)[0]}`);
    expect([...new Set(said)].toSorted()).toStrictEqual([
      'conversations by deletedAt',
      'live_replies by generationId',
      'live_replies by owner',
      'live_replies by startedAt',
      'replies by status',
    ]);
    const indexed = allCollections().flatMap(({ name: of, indexes }) =>
      indexes.map(({ key }) => `${of} by ${Object.keys(key)[0]}`),
    );
    expect(indexed).toStrictEqual(expect.arrayContaining(said));
  });

  describe.runIf(server?.isMongo)('storage in MongoDB itself', () => {
    test('reads by indexes only', async () => {
      const storage = await open();
      const admin = client.db('admin');
      // The server refuses each query without an index then.
      await admin.command({ setParameter: 1, notablescan: true });
      try {
        await useEverything(storage);
      } finally {
        await admin.command({ setParameter: 1, notablescan: false });
        await storage.close();
      }
    });

    test('creates its indexes when several processes start at once', async () => {
      await client.db(name).dropDatabase();
      const storages = await Promise.all([open(), open(), open(), open()]);
      for (const storage of storages) await storage.close();
      const indexes = await client.db(name).collection('conversations').indexes();
      const { indexes: wanted = [] } = allCollections().find((each) => each.name === 'conversations') ?? {};
      const names = ['_id_', ...wanted.map((index) => index.name)];
      expect(indexes.map((index) => index.name).toSorted()).toStrictEqual(names.toSorted());
    });

    test('gives an address that two users request at once to one of them', async () => {
      const storage = await open();
      for (let times = 0; times < 20; times++) {
        const userIds = [await newUser(storage), await newUser(storage)];
        const email = `${randomUUID()}@example.com`;
        const { passwordHash } = aUser();
        const given = await Promise.all(userIds.map((id) => storage.users.setEmail(id, email, passwordHash)));
        expect(given.filter(Boolean)).toHaveLength(1);
      }
      await storage.close();
    });
  });

  describe('storage used by several processes', () => {
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

    test('concurrent accepts of 100 messages succeed exactly as often as the usage rule allows', async () => {
      const userId = await newUser(storages[0]!);
      const usageRule = { limit: 10, windowLength: 1000 };
      const results = await atOnce(100, ({ replies }) => replies.accept(aMessage(userId, { usageRule })));
      const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
      expect([outcomes.get('accepted')?.length, outcomes.get('limit-reached')?.length]).toStrictEqual([10, 90]);
      expect(await storages[1]!.usage.window(userId)).toStrictEqual({ used: 10, start: NOW, end: NOW + 1000 });
      expect((await storages[2]!.conversations.list(userId, { limit: 99 })).items).toHaveLength(10);
      expect(await storages[3]!.replies.listActive(userId)).toHaveLength(10);
    });

    test('concurrent sends of one message accept and count exactly one, and the others find its reply', async () => {
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

    test('concurrent messages to one conversation accept exactly one, into one tree', async () => {
      const userId = await newUser(storages[0]!);
      const conversationId = randomUUID();
      const results = await atOnce(40, ({ replies }) => replies.accept(aMessage(userId, { conversationId })));
      const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
      expect([outcomes.get('accepted')?.length, outcomes.get('busy')?.length]).toStrictEqual([1, 39]);
      expect(await storages[1]!.conversations.tree(userId, conversationId)).toHaveLength(2);
    });
  });
});

/** Collections sharded by the user id at the beginning of `_id`. */
const OF_A_USER = ['conversations', 'messages', 'search_entries', 'replies', 'live_replies'];

/** The filters of a command, and whether each may match only one document for a change. */
function readCommand(command: Document): { collection: string; filter: Document; isOfOne: boolean }[] {
  const { find, update, updates = [], delete: remove, deletes = [], findAndModify } = command;
  if (find) return [{ collection: find, filter: command.filter ?? {}, isOfOne: false }];
  if (findAndModify) return [{ collection: findAndModify, filter: command.query, isOfOne: true }];
  return [
    ...updates.map(({ q, multi }: Document) => ({ collection: update, filter: q, isOfOne: !multi })),
    ...deletes.map(({ q, limit }: Document) => ({ collection: remove, filter: q, isOfOne: limit === 1 })),
  ];
}

/** Calls nearly every method that reads or changes more than one document by id. */
async function useEverything(storage: Storage): Promise<void> {
  const { conversations, replies, files, billing, figures, users, sessions, identities, deletions } = storage;
  const { spending, budgets, feedback } = storage;
  const userId = await newUser(storage);
  const attachment = await upload(storage, userId);
  const usageRule = { limit: 9, windowLength: 1000 };
  const first = await turn(storage, userId, 'green tea', { attachments: [attachment], usageRule });
  const { conversationId, assistantMessageId, generationId } = first;
  const again = await send(storage, userId, { conversationId, replaces: assistantMessageId, owner: 'gone' });
  await replies.find(userId, generationId);
  await replies.listActive(userId);
  await replies.requestStop(userId, again.generationId);
  await replies.stopsRequested('gone');
  await replies.owners();
  await replies.endOrphaned(NOW + 1, NOW, { code: 'interrupted', sentence: 'Gone.' });
  await replies.recoverReplies(['gone'], NOW, { code: 'interrupted', sentence: 'Gone.' });
  await replies.end({ generationId: 'of elsewhere', message: completed(again, 'x'), usage: 'consume', now: NOW });
  await conversations.messages(userId, conversationId, { limit: 1 });
  await conversations.tree(userId, conversationId);
  await conversations.showVersion(userId, conversationId, assistantMessageId);
  expect(await conversations.search(userId, 'green te', 9)).not.toHaveLength(0);
  for (const only of [undefined, 'pinned', 'archived'] as const) {
    const { nextBefore } = await conversations.list(userId, { limit: 1 }, only);
    await conversations.list(userId, { limit: 1, before: nextBefore ?? `${NOW}.x` }, only);
  }
  await conversations.update(userId, conversationId, { title: 'Tea' });
  await files.list(userId, { limit: 1 });
  await files.purgeUnsent(NOW, 9);
  await users.findByEmail('nobody@example.com');
  await sessions.list(userId, NOW);
  await sessions.revokeAll(userId, null);
  await identities.listOfUser(userId);
  await storage.oneTimeTokens.revokeAll(userId);
  await storage.signIns.useOnce('once', NOW + 1, NOW);
  await billing.link({ customerId: 'cus_1', userId, isLive: false });
  await billing.receive({ id: 'evt_1', customerId: 'cus_1', now: NOW });
  await billing.listDue(false, NOW, 9);
  await billing.customersOf(userId);
  await billing.forgetEvents(NOW);
  await figures.count(['flagged'], NOW);
  await figures.daily(0, 99_999);
  await figures.users();
  await figures.subscriptions(false);
  await figures.duplicates(false);
  await spending.add(userId, 'title', aSpending(), NOW);
  const line = anAuditLine(userId);
  await storage.audits.add(line);
  await storage.audits.find(line.id);
  await storage.audits.end(line.id, 'done', {});
  await storage.audits.list({ limit: 9 });
  await storage.audits.ofUser(userId);
  await storage.replies.failures(userId, 9);
  await users.give(userId, { premiumUntil: NOW });
  await users.setBlocked(userId, null);
  await spending.ofUser(userId);
  await spending.daily(0, 99_999);
  await spending.topAccounts(0, 99_999, 9);
  const reservation = { userId, id: 'reserved', owner: 'gone', microdollars: 5, now: NOW };
  await budgets.reserve({ ...reservation, ceilings: { account: 9, day: 9, month: 9 } });
  await budgets.settle(userId, 'reserved', 4);
  await budgets.reserve({ ...reservation, ceilings: { account: 9, day: 9 } });
  await budgets.release(await budgets.owners());
  await budgets.read('day', NOW);
  await budgets.recount(NOW);
  await budgets.markNotified('day', 1, 50);
  await feedback.put({ ...aFeedback(again), createdAt: NOW });
  await feedback.find(userId, again.assistantMessageId);
  await feedback.list(userId);
  await feedback.groups(NOW);
  await feedback.notes(9);
  await feedback.put({ ...aFeedback(again), rating: 'report', reasons: ['other'], reportId: 'report' });
  await feedback.openReports(9);
  await feedback.finishReport('report', NOW);
  await feedback.finishReport('report', NOW);
  await storage.acceptances.add({ userId, document: 'terms', version: '1', acceptedAt: NOW });
  await storage.acceptances.list(userId);
  await storage.brand.save({ id: 'brand', value: '{}', revision: 1, changedAt: NOW });
  await storage.brand.save({ id: 'brand', value: '{}', revision: 2, changedAt: NOW });
  await storage.brand.find();
  await feedback.remove(userId, again.assistantMessageId);
  await conversations.delete(userId, conversationId, NOW);
  expect(await conversations.purge(NOW + 1, 9)).toBe(1);
  await deletions.begin(userId, NOW);
  await deletions.listUnfinished();
  while (!(await deletions.removeContent(userId)));
  await deletions.finish(userId, NOW);
}

describe('the README of the MongoDB storage', () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

  test.each(allCollections().map(({ name }) => name))('documents the collection %s in the README', (name) => {
    expect(text).toContain(`\`${name}\``);
  });

  const unique = allCollections().filter(({ indexes }) => indexes.some(({ options }) => options?.unique));
  test.each(unique.map(({ name }) => name))(
    'documents in the README how %s, which has a unique index, is sharded',
    (name) => {
      expect(text).toMatch(new RegExp(`^\\| \`${name}\` +\\| .*(stays unsharded|has it as its shard key)`, 'm'));
    },
  );
});

describe('openMongoStorage', () => {
  test.each([
    'mongodb://user:se:cret@host/db',
    'mongodb://user:1234/secret@host/db',
    'mongodb://user:secret@host/db?foo=secret',
    'mongodb+srv://user:secret@a,b/db',
    'mongodb://user:secret@127.0.0.1:1/db?serverSelectionTimeoutMS=50',
  ])('rejects an invalid URL without revealing its password: %s', async (bad) => {
    const error = (await openStorage(bad, { filesDir: '/nowhere' }).catch((reason: unknown) => reason)) as Error;
    expect(error).toBeInstanceOf(Error);
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/secret|se:cret|1234/);
  });
});
