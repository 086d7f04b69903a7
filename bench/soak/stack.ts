import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { startRedisProcess } from '@parley/api/testing/redis-process';
import { spawnInstance, type Instance } from '@parley/api/testing/spawn-instance';
import { DEFAULT_REQUEST_LIMITS, type RequestLimits } from '@parley/api/request-limits';
import { openStorage } from '@parley/api/open-storage';
import { createApiClient } from '@parley/ui/create-api-client';
import { startProvider, type Pace, type Provider } from './provider.ts';
import type { Api } from './read-reply.ts';

/** The default lease; with a shorter one a busy process would count as dead. */
const LEASE_MS = 12_000;
/** Collects garbage every ten seconds, so that it does not count as growth. */
const COLLECTING = ['--expose-gc', '--import', 'data:text/javascript,setInterval(gc, 10_000).unref()'];
const UNLIMITED = 1_000_000_000;
const UNLIMITED_REQUESTS = Object.fromEntries(
  Object.keys(DEFAULT_REQUEST_LIMITS).map((name) => [name, UNLIMITED]),
) as Record<keyof RequestLimits, number>;

/** A signed-in user's clients, one per process. */
export type Account = readonly [Api, Api];

export interface Stack {
  provider: Provider;
  pids: readonly [number, number];
  signUp(): Promise<Account>;
  close(): Promise<void>;
}

/**
 * Two processes of the API over one Redis and one store. The store is SQLite in the memory of this process, which lends
 * it: so what is measured of the two is their own, and no database server's pace is in it.
 */
export async function startStack(pace: Pace): Promise<Stack> {
  const provider = await startProvider(pace);
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const redis = await startRedisProcess();
  const start = () =>
    spawnInstance({
      redisUrl: redis.url,
      leaseMs: LEASE_MS,
      modelUrl: provider.url,
      database: storage,
      flags: COLLECTING,
      settings: {
        usageRule: { limit: UNLIMITED, windowLength: 12 * 3_600_000 },
        rateLimits: UNLIMITED_REQUESTS,
      },
    });
  const [a, b] = [await start(), await start()];
  return {
    provider,
    pids: [pidOf(a), pidOf(b)],
    async signUp() {
      const credentials = { email: `${randomUUID()}@example.com`, password: 'tangerine' };
      const { token } = await clientOf(a, null).register(credentials);
      return [clientOf(a, token), clientOf(b, token)];
    },
    async close() {
      for (const { child } of [a, b]) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await redis.kill();
      await provider.close();
      await storage.close();
    },
  };
}

function pidOf({ child }: Instance): number {
  if (child.pid === undefined) throw new Error('A process of the API did not start.');
  return child.pid;
}

/** Uses a new connection per request, so that any open one was left open. */
function clientOf({ url }: Instance, token: string | null): Api {
  return createApiClient({
    apiUrl: url,
    token: () => token,
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, Connection: 'close' } }),
  });
}
