import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { openStorage } from '../../../storage/open-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { openGate } from '../../../storage/mongo/testing/gate.ts';
import { findMongoTestServer, urlOf } from '../../../storage/mongo/testing/find-mongo-test-server.ts';
import { HAS_REDIS, startRedis, type RedisServer } from '../../../testing/processes/redis-server.ts';
import { fold, type ReplyStream } from '../../../testing/reply-stream.ts';
import { spawnInstance } from '../../../testing/processes/spawn-instance.ts';
import { clientOf } from '../../../testing/test-server.ts';

/** Long enough for a busy machine, which may keep a living process from renewing its lease in time. */
const LEASE_MS = 5_000;
/**
 * Worst case until a dead process is noticed: dead processes are searched for every third of a lease, then the store is
 * queried and readers are notified.
 */
const FOUND_MS = (LEASE_MS * 4) / 3 + 15_000;

const mongo = HAS_REDIS ? await findMongoTestServer(process.env) : null;
afterAll(() => mongo?.close());
// Each test waits for several leases.
vi.setConfig({ testTimeout: 120_000 });

let sandbox: Sandbox;
let redis: RedisServer;
let database: string | Storage;

/** SQLite allows one process, so the test's own process serves its storage to the others. */
async function shareSqlite(): Promise<Storage> {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => storage.close());
  return storage;
}

async function shareMongo(): Promise<string> {
  if (!mongo) throw new Error('There is no MongoDB here.');
  const gate = mongo.isMongo ? null : await openGate(mongo.url);
  onTestFinished(() => gate?.close());
  return urlOf(mongo, `parley-test-${randomUUID()}`, gate?.address);
}

async function startProcess(journal: { journalDir?: string } = {}) {
  const shared = { redisUrl: redis.url, leaseMs: LEASE_MS, modelUrl: sandbox.urls.openai, database, ...journal };
  const { child, url } = await spawnInstance(shared);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ...clientOf(url) };
}

const received = ({ events }: ReplyStream) => fold(events.filter(({ event }) => event.type === 'content')).text;
const words = (count: number) => (reply: ReplyStream) => reply.until(() => reply.raw().includes(`word${count} `));

const databases = [['SQLite', shareSqlite], ...(mongo ? [[mongo.name, shareMongo] as const] : [])] as const;

describe.runIf(HAS_REDIS).each(databases)('two processes that share %s', (_name, shareDatabase) => {
  beforeEach(async () => {
    sandbox = await startSandbox({ faults: true, delayMs: 10 });
    onTestFinished(() => sandbox.close());
    database = await shareDatabase();
    redis = await startRedis();
  });

  it('T07: readers learn that the writing process was killed; all sent text counts, other replies continue', async () => {
    const journalDir = await mkdtemp(join(tmpdir(), 'parley-journal-'));
    onTestFinished(() => rm(journalDir, { recursive: true }));
    const [a, b] = [await startProcess({ journalDir }), await startProcess({ journalDir })];
    const token = await a.signUp();
    const request = { conversationId: randomUUID(), clientMessageId: randomUUID(), text: '[[long 3000]]' };
    const own = await a.send(token, request);
    const there = await b.attach(token, await own.generationId(), -1);
    const other = await b.send(token, { text: '[[long 400]]' });
    await words(85)(there);
    expect(await b.messagesUsed(token)).toBe(2);

    a.child.kill('SIGKILL');
    const since = performance.now();
    const stop = await b.stop(token, own);
    expect(stop.body.status).toMatch(/^(stopping|interrupted)$/);
    const last = (await there.all()).at(-1);
    expect(performance.now() - since).toBeLessThan(FOUND_MS);
    expect(last?.event).toMatchObject({ type: 'error', code: 'interrupted' });

    const stored = (await b.messages(token, request.conversationId)).at(-1);
    await own.all();
    expect(stored).toMatchObject({ status: 'interrupted', text: expect.stringContaining('word85 ') });
    expect(stored?.text.startsWith(received(own))).toBe(true);
    expect(fold(there.events)).toEqual(stored);
    const repeat = await b.send(token, request);
    expect(fold(await repeat.all())).toEqual(stored);
    expect(fold(await other.all()).status).toBe('complete');
    expect(await b.messagesUsed(token)).toBe(2);
    const next = await b.send(token, { conversationId: request.conversationId, text: '[[echo]] Are you there?' });
    expect((await next.all()).at(-1)?.event.type).toBe('done');
  });

  it('T08: a frozen process that wakes up neither sends nor stores more of what it was writing', async () => {
    const [a, b] = [await startProcess(), await startProcess()];
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 3000]]' });
    const generationId = await own.generationId();
    const there = await b.attach(token, generationId, -1);
    await words(25)(there);
    await words(25)(own);

    a.child.kill('SIGSTOP');
    const end = (await there.all()).at(-1);
    expect(end?.event).toMatchObject({ type: 'error', code: 'interrupted' });
    const stored = (await b.messages(token, conversationId)).at(-1);
    // Without a journal, Redis has what it was sent.
    expect(stored?.text.startsWith(received(there))).toBe(true);
    const before = own.raw();
    const late = await b.attach(token, generationId, -1);
    expect(fold(await late.all())).toEqual(stored);

    a.child.kill('SIGCONT');
    // It ends its open streams, and its readers reconnect to the stored reply.
    await own.all();
    // At most the event that it was writing as it was frozen.
    expect(own.raw().startsWith(before)).toBe(true);
    expect(own.raw().slice(before.length).match(/^id: /gm)?.length ?? 0).toBeLessThanOrEqual(1);
    await expect.poll(() => sandbox.log().every(({ closed }) => closed)).toBe(true);
    expect((await b.messages(token, conversationId)).at(-1)).toEqual(stored);
    expect(fold(await (await a.attach(token, generationId, -1)).all())).toEqual(stored);
    expect(fold(await (await b.attach(token, generationId, 0)).all())).toEqual(stored);
    expect(await b.messagesUsed(token)).toBe(1);

    // It is a normal process again, for longer than a lease.
    const next = await a.send(token, { conversationId, text: '[[long 600]]' });
    const nextThere = await b.attach(token, await next.generationId(), -1);
    expect(fold(await nextThere.all()).status).toBe('complete');
    expect(nextThere.events).toEqual(await next.all());
  });
});
