import { onTestFinished } from 'vitest';
import { startRedisProcess, type RedisProcess } from './redis-process.ts';

export { HAS_REDIS, type RedisProcess as RedisServer } from './redis-process.ts';

/** A Redis for one test, killed when the test ends. */
export async function startRedis(): Promise<RedisProcess> {
  const redis = await startRedisProcess();
  onTestFinished(redis.kill);
  return redis;
}
