import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { startSandbox } from '@parley/sandbox';
import { openRedisCluster } from '../../cluster/redis/open-redis-cluster.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server.ts';

/** Milliseconds for which tests consider a silent process alive. */
export const LEASE_MS = 1_500;

/**
 * Two servers in one process that share a store and a Redis, each with its own URL to it if given. Closed after the
 * test.
 */
export async function startInstances(
  redisUrl: string | [string, string],
  { leaseMs = LEASE_MS, ...options }: TestServerOptions & { leaseMs?: number } = {},
): Promise<[TestServer, TestServer]> {
  const sandbox = await startSandbox({
    faults: true,
    delayMs: options.delayMs ?? 5,
    publicUrl: 'https://parley.example.com',
  });
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const start = async (url: string): Promise<TestServer> => {
    const cluster = await openRedisCluster({ url, logger: pino({ level: 'silent' }), leaseMs });
    return startTestServer({ ...options, sandbox, cluster, storage: { ...storage, async close() {} } });
  };
  const [first, second] = typeof redisUrl === 'string' ? [redisUrl, redisUrl] : redisUrl;
  const servers: [TestServer, TestServer] = [await start(first), await start(second)];
  onTestFinished(async () => {
    for (const server of servers) await server.close();
    await storage.close();
    await sandbox.close();
  });
  return servers;
}
