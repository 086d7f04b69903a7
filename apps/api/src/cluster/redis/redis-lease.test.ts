import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from 'redis';
import { HAS_REDIS, startRedis } from '../../testing/processes/redis-server.ts';
import type { Cluster } from '../cluster.ts';
import { openRedisCluster } from './open-redis-cluster.ts';

const LEASE_MS = 600;

async function open(url: string): Promise<Cluster> {
  const cluster = await openRedisCluster({ url, leaseMs: LEASE_MS, logger: pino({ level: 'silent' }) });
  onTestFinished(() => cluster.close());
  return cluster;
}

/** Waits until this process may declare others dead, using the id of a dead one. */
const waitUntilMayDeclareDead = (cluster: Cluster, dead: string) =>
  expect.poll(() => cluster.lease.findDead([dead]), { timeout: 5_000 }).toEqual([dead]);

describe.runIf(HAS_REDIS)('Redis leases', () => {
  it('declares unknown owners and those that left dead after one lease, and no living one', async () => {
    const { url } = await startRedis();
    const [a, b] = [await open(url), await open(url)];
    const since = performance.now();
    expect(await a.lease.findDead(['unknown'])).toEqual([]);
    await waitUntilMayDeclareDead(a, 'unknown');
    expect(performance.now() - since).toBeLessThan(2 * LEASE_MS);
    expect(await a.lease.findDead([a.id, b.id, 'other'])).toEqual(['other']);
    const left = await openRedisCluster({ url, leaseMs: LEASE_MS, logger: pino({ level: 'silent' }) });
    expect(await a.lease.findDead([left.id])).toEqual([]);
    await left.close();
    expect(await a.lease.findDead([left.id, b.id])).toEqual([left.id]);
  });

  it('gives a process that was declared dead a new id and notifies it', async () => {
    const { url } = await startRedis();
    const [a, b] = [await open(url), await open(url)];
    await waitUntilMayDeclareDead(a, 'unknown');
    const before = b.id;
    let lost = 0;
    b.lease.onLost(() => lost++);
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    await redis.zRem('{parley}:leases', before);
    // On a busy machine, its own lease may have lapsed meanwhile.
    await waitUntilMayDeclareDead(a, before);
    await expect.poll(() => lost).toBe(1);
    expect(b.id).not.toBe(before);
    await expect.poll(() => a.lease.findDead([before, b.id])).toEqual([before]);
    await expect.poll(() => b.lease.isDoubtful).toBe(false);
  });

  it('declares no process dead for one lease after Redis lost its data', async () => {
    const { url } = await startRedis();
    const [a, b] = [await open(url), await open(url)];
    await waitUntilMayDeclareDead(a, 'unknown');
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    await redis.flushAll();
    expect(await a.lease.findDead([b.id, 'unknown'])).toEqual([]);
    await waitUntilMayDeclareDead(a, 'unknown');
    expect(await a.lease.findDead([b.id])).toEqual([]);
  });

  it('appends nothing to a sealed log, even from the process that was writing it', async () => {
    const { url } = await startRedis();
    const [a, b] = [await open(url), await open(url)];
    const texts = async () => (await b.replies.read('g', -1))?.frames.map(({ text }) => text);
    a.replies.append('g', { seq: 0, text: 'zero' });
    a.replies.append('g', { seq: 1, text: 'one' });
    await expect.poll(texts).toEqual(['zero', 'one']);
    a.replies.append('g', { seq: 1, text: 'one again' });
    a.replies.append('g', { seq: 2, text: 'two' });
    await expect.poll(texts).toEqual(['zero', 'one', 'two']);
    expect((await b.replies.read('g', 1))?.isSealed).toBe(false);
    b.replies.seal('g');
    a.replies.append('g', { seq: 3, text: 'a ghost' });
    a.replies.append('other', { seq: 0, text: 'written after it' });
    await expect.poll(async () => (await b.replies.read('other', -1))?.frames.length).toBe(1);
    expect(await b.replies.read('g', 1)).toEqual({ frames: [{ seq: 2, text: 'two' }], isSealed: true });
  });
});
