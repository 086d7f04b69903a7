import type { Logger } from 'pino';
import type { Cluster } from './cluster.ts';
import { ownProcess } from './own-process.ts';

/** What this process shares with the others at this Redis; with nobody where there is none. */
export async function openCluster(redisUrl: string | null, logger: Logger): Promise<Cluster> {
  if (redisUrl === null) return ownProcess();
  const { openRedisCluster } = await import('./redis/open-redis-cluster.ts');
  return openRedisCluster({ url: redisUrl, logger });
}
