import type { Logger } from 'pino';
import type { Cluster } from './cluster.ts';
import { ownProcess } from './own-process.ts';

/** Opens the cluster of all processes on this Redis, or a single-process one when no URL is set. */
export async function openCluster(redisUrl: string | null, logger: Logger): Promise<Cluster> {
  if (redisUrl === null) return ownProcess();
  const { openRedisCluster } = await import('./redis/open-redis-cluster.ts');
  return openRedisCluster({ url: redisUrl, logger });
}

/** Startup log lines that describe the cluster to the operator. */
export function describeCluster(
  { isReached }: Pick<Cluster, 'isReached'>,
  { redisUrl, databaseUrl }: { redisUrl: string | null; databaseUrl: string },
): string[] {
  const isShareable = databaseUrl.startsWith('mongodb');
  if (redisUrl !== null) {
    const { host } = new URL(redisUrl);
    return [
      isReached
        ? `Works with all processes that use Redis on ${host}.`
        : `Can’t use Redis on ${host}, so this process works alone until it can. Check REDIS_URL, and that Redis runs and takes writes.`,
    ];
  }
  return isShareable ? ['Works alone. Before a second process uses this database, set REDIS_URL for both.'] : [];
}
