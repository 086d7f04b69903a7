import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { openGate } from '../../../storage/mongo/testing/gate.ts';
import { findMongoTestServer, urlOf } from '../../../storage/mongo/testing/find-mongo-test-server.ts';
import { openStorage } from '../../../storage/open-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { HAS_REDIS, startRedisProcess, type RedisProcess } from '../../../testing/processes/redis-process.ts';
import { spawnInstance, type Instance } from '../../../testing/processes/spawn-instance.ts';
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

interface Shared {
  database: string | Storage;
  close(): Promise<void> | undefined;
}

/** SQLite allows one process, so the test's own process serves its storage to the others. */
async function shareSqlite(): Promise<Shared> {
  const database = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  return { database, close: () => database.close() };
}

async function shareMongo(): Promise<Shared> {
  if (!mongo) throw new Error('There is no MongoDB here.');
  const gate = mongo.isMongo ? null : await openGate(mongo.url);
  const database = urlOf(mongo, `parley-test-${randomUUID()}`, gate?.address);
  return { database, close: () => gate?.close() };
}

const databases = [
  { name: 'SQLite', shareDatabase: shareSqlite, sends: 100 },
  ...(mongo ? [{ name: mongo.name, shareDatabase: shareMongo, sends: mongoSends }] : []),
];

describe.runIf(HAS_REDIS).each(databases)('four processes that share $name', ({ shareDatabase, sends }) => {
  let sandbox: Sandbox;
  let shared: Shared;
  let redis: RedisProcess;
  let instances: Instance[];
  let clients: ReturnType<typeof clientOf>[];
  beforeAll(async () => {
    sandbox = await startSandbox({ faults: true, delayMs: 1 });
    shared = await shareDatabase();
    const { database } = shared;
    redis = await startRedisProcess();
    const options = { redisUrl: redis.url, leaseMs: PATIENT_LEASE_MS, modelUrl: sandbox.urls.openai, database };
    instances = await Promise.all(Array.from({ length: PROCESSES }, () => spawnInstance(options)));
    clients = instances.map(({ url }) => clientOf(url));
  });
  afterAll(async () => {
    for (const { child } of instances) child.kill('SIGKILL');
    await redis.kill();
    await shared.close();
    await sandbox.close();
  });

  /** A new user with `flood`, which sends messages at once across all processes and returns the status codes. */
  async function aUser() {
    const token = await clients[0]!.signUp();
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
    return { flood, messagesUsed };
  }

  it('T23: four processes accept exactly the limit of many concurrent messages', async () => {
    const { flood, messagesUsed } = await aUser();
    const answers = await flood('[[long 5]]');
    expect(answers.filter((answer) => answer === 200)).toHaveLength(LIMIT);
    expect(answers.filter((answer) => answer === 'usage-limit-reached')).toHaveLength(sends - LIMIT);
    expect(await messagesUsed()).toBe(LIMIT);
  }, 120_000);

  it('four processes refund at most the limit when many messages all fail', async () => {
    const { flood, messagesUsed } = await aUser();
    const asked = () => sandbox.log().filter(({ kind }) => kind === 'reply').length;
    const before = asked();
    const answers = await flood('[[401]]');
    const taken = answers.filter((answer) => answer === 200).length;
    expect(taken).toBeGreaterThanOrEqual(LIMIT);
    expect(taken).toBeLessThanOrEqual(2 * LIMIT);
    expect(asked() - before).toBeLessThanOrEqual(2 * LIMIT);
    expect(await messagesUsed()).toBe(Math.max(0, taken - LIMIT));
  }, 120_000);
});
