import { expect, onTestFinished, test } from 'vitest';
import { createClient } from 'redis';
import { HAS_REDIS, startRedis } from '../../testing/processes/redis-server.ts';
import { tryRedis } from './try-redis.ts';

test.runIf(HAS_REDIS)('a Redis that answers but takes no writes fails, and one that does keeps no key', async () => {
  const { url } = await startRedis();
  const redis = await createClient({ url }).connect();
  onTestFinished(() => redis.destroy());
  const tryIt = () => tryRedis(url, { connectMs: 30_000, signal: AbortSignal.timeout(50_000) });
  await tryIt();
  expect(await redis.dbSize()).toBe(0);
  await redis.configSet('maxmemory', '1');
  await expect(tryIt()).rejects.toThrow('OOM command not allowed');
});
