import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { openGate } from '../../../storage/mongo/testing/gate.ts';
import { findMongoTestServer, urlOf } from '../../../storage/mongo/testing/find-mongo-test-server.ts';
import { openStorage } from '../../../storage/open-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { HAS_REDIS, startRedis } from '../../../testing/processes/redis-server.ts';
import { spawnInstance } from '../../../testing/processes/spawn-instance.ts';
import { clientOf } from '../../../testing/test-server.ts';

const PROCESSES = 4;
/** Processes that a busy machine keeps from renewing their leases would refund one another’s messages. */
const PATIENT_LEASE_MS = 30_000;
/** The usage limit of the test settings. */
const LIMIT = 10;

const mongo = HAS_REDIS ? await findMongoTestServer(process.env) : null;
afterAll(() => mongo?.close());

/** FerretDB takes processor seconds for a hundred sends that compete for one window. */
const mongoSends = mongo?.isMongo || process.env.PARLEY_TEST_ALL ? 100 : 40;

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

const databases = [
  { name: 'SQLite', shareDatabase: shareSqlite, sends: 100 },
  ...(mongo ? [{ name: mongo.name, shareDatabase: shareMongo, sends: mongoSends }] : []),
];

describe.runIf(HAS_REDIS).each(databases)('four processes that share $name', ({ shareDatabase, sends }) => {
  async function start() {
    const sandbox: Sandbox = await startSandbox({ faults: true, delayMs: 1 });
    onTestFinished(() => sandbox.close());
    const database = await shareDatabase();
    const redis = await startRedis();
    const shared = { redisUrl: redis.url, leaseMs: PATIENT_LEASE_MS, modelUrl: sandbox.urls.openai, database };
    const instances = await Promise.all(Array.from({ length: PROCESSES }, () => spawnInstance(shared)));
    onTestFinished(() => instances.forEach(({ child }) => void child.kill('SIGKILL')));
    const clients = instances.map(({ url }) => clientOf(url));
    const [first] = clients;
    if (!first) throw new Error('There is no process.');
    const token = await first.signUp();
    /** Sends messages of one user at once, across all processes; returns the status codes. */
    const flood = async (text: string) => {
      const numbers = Array.from({ length: sends }, (_, index) => index);
      const replies = await Promise.all(numbers.map((index) => clients[index % PROCESSES]?.send(token, { text })));
      await Promise.all(replies.map((reply) => reply?.all()));
      return replies.map((reply) => reply?.error?.code ?? reply?.status);
    };
    /** What each process says, which must be the same. */
    const messagesUsed = async () => {
      const counts = await Promise.all(clients.map((client) => client.messagesUsed(token)));
      expect(new Set(counts).size).toBe(1);
      return counts[0];
    };
    return { sandbox, flood, messagesUsed };
  }

  it('T23: four processes accept exactly the limit of many concurrent messages', async () => {
    const { flood, messagesUsed } = await start();
    const answers = await flood('[[long 5]]');
    expect(answers.filter((answer) => answer === 200)).toHaveLength(LIMIT);
    expect(answers.filter((answer) => answer === 'usage-limit-reached')).toHaveLength(sends - LIMIT);
    expect(await messagesUsed()).toBe(LIMIT);
  }, 120_000);

  it('four processes refund at most the limit when many messages all fail', async () => {
    const { sandbox, flood, messagesUsed } = await start();
    const answers = await flood('[[401]]');
    const taken = answers.filter((answer) => answer === 200).length;
    expect(taken).toBeGreaterThanOrEqual(LIMIT);
    expect(taken).toBeLessThanOrEqual(2 * LIMIT);
    expect(sandbox.log().length).toBeLessThanOrEqual(2 * LIMIT);
    expect(await messagesUsed()).toBe(Math.max(0, taken - LIMIT));
  }, 120_000);
});
