import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { Cluster } from '../cluster.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisLease } from './redis-lease.ts';
import { redisReplies } from './redis-replies.ts';
import { RedisTopics } from './redis-topics.ts';
import { redisTurns } from './redis-turns.ts';
import { limitKey } from './scripts.ts';

/** With its renewals a third of it apart, and the dead looked for as often, nobody waits longer than 16 s for a dead one. */
const LEASE_MS = 12_000;

export interface RedisClusterOptions {
  url: string;
  logger: Logger;
  /** How long a process is taken for alive without a word of it. */
  leaseMs?: number;
}

/** The processes that share one Redis; opened whether or not it is there. */
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
      return connection.isUp;
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
