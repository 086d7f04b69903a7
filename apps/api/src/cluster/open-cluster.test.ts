import { expect, test } from 'vitest';
import { pino } from 'pino';
import { describeCluster } from './open-cluster.ts';
import { RedisConnection } from './redis/redis-connection.ts';

const settings = { redisUrl: 'redis://:hunter22@127.0.0.1:1', databaseUrl: 'mongodb://localhost/parley' };

test('a start without Redis says which one is missing and what to do', () => {
  expect(describeCluster({ isReached: false }, settings)).toEqual([
    'Can’t use Redis on 127.0.0.1:1, so this process works alone until it can. Check REDIS_URL, and that Redis runs and takes writes.',
  ]);
  expect(describeCluster({ isReached: true }, settings)).toEqual([
    'Works with all processes that use Redis on 127.0.0.1:1.',
  ]);
});

test('a start without Redis logs why, without the password', async () => {
  const lines: string[] = [];
  const connection = new RedisConnection(
    settings.redisUrl,
    pino({}, { write: (line: string) => void lines.push(line) }),
  );
  await connection.open();
  await connection.close();
  expect(lines.join('')).toContain('ECONNREFUSED');
  expect(lines.join('')).not.toContain('hunter22');
});
