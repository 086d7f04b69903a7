import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Cluster } from '../cluster.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisLease } from './redis-lease.ts';
import { redisReplies } from './redis-replies.ts';
import { RedisTopics } from './redis-topics.ts';
import { redisTurns } from './redis-turns.ts';
import { limitKey } from './scripts.ts';

/** The lease is renewed, and dead processes are searched for, every third of it, so recovery takes at most 16 s. */
const LEASE_MS = 12_000;

export interface RedisClusterOptions {
  url: string;
  logger: Logger;
  /** Lease length: how long a process counts as alive without renewing. */
  leaseMs?: number;
}

/** Opens the cluster of processes that share one Redis, even while Redis cannot be reached. */
export async function openRedisCluster({ url, logger, leaseMs = LEASE_MS }: RedisClusterOptions): Promise<Cluster> {
  const connection = new RedisConnection(url, logger);
  const topics = new RedisTopics(connection);
  const lease = new RedisLease(connection, leaseMs, logger);
  await connection.open();
  await lease.open();
  return {
    get id() {
      return lease.id;
    },
    lease,
    publish: (topic, message) => topics.publish(topic, message),
    subscribe: (topic, onMessage) => topics.subscribe(topic, onMessage),
    onMissed: (callback) => connection.onUp(callback),
    get isReached() {
      return connection.isUp && lease.isRenewed;
    },
    limiter: (name, { points, duration }) =>
      new RateLimiterRedis({
        storeClient: connection.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: limitKey(name),
        points,
        duration,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration }),
      }),
    inTurn: redisTurns(connection),
    replies: redisReplies(connection, topics),
    async close() {
      await lease.close();
      await connection.close();
    },
  };
}
