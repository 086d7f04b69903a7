import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from 'redis';
import { HAS_REDIS, startRedis } from '../../testing/processes/redis-server.ts';
import type { Cluster } from '../cluster.ts';
import { openRedisCluster } from './open-redis-cluster.ts';

const LEASE_MS = 600;

async function open(url: string, lines: string[] = [], leaseMs = LEASE_MS): Promise<Cluster> {
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const cluster = await openRedisCluster({ url, leaseMs, logger });
  onTestFinished(() => cluster.close());
  return cluster;
}

/** Waits until this process may declare others dead, using the id of a dead one. */
const waitUntilMayDeclareDead = (cluster: Cluster, dead: string) =>
  expect.poll(() => cluster.lease.findDead([dead])).toEqual([dead]);

/** Two processes that renew their leases at different times. `dead` gets those that one declares dead as it renews. */
async function openBoth(url: string, lines: string[] = []) {
  // Long enough for a busy machine: a lease that lapses for another reason ends the process as well.
  const leaseMs = 3 * LEASE_MS;
  const a = await open(url, lines, leaseMs);
  await delay(leaseMs / 6);
  const b = await open(url, lines, leaseMs);
  await waitUntilMayDeclareDead(a, 'unknown');
  await waitUntilMayDeclareDead(b, 'unknown');
  const dead: string[] = [];
  for (const { lease } of [a, b]) {
    lease.onRenewed(() => void lease.findDead([a.id, b.id]).then((found) => dead.push(...found)));
  }
  const redis = await createClient({ url }).connect();
  onTestFinished(() => redis.destroy());
  return { a, b, dead, redis, leaseMs };
}

describe.runIf(HAS_REDIS)('Redis leases', () => {
  it('declares unknown owners and those that left dead after one lease, and no living one', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url } = await startRedis();
    // So long that none lapses on a busy machine.
    const leaseMs = 60_000;
    const [a, b] = [await open(url, [], leaseMs), await open(url, [], leaseMs)];
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    // As if the data in Redis were old: its clock is real.
    await redis.set('{parley}:began', 0);
    vi.advanceTimersByTime(leaseMs - 1);
    expect(await a.lease.findDead(['unknown'])).toEqual([]);
    vi.advanceTimersByTime(1);
    await waitUntilMayDeclareDead(a, 'unknown');
    await expect.poll(() => a.lease.findDead([a.id, b.id, 'other'])).toEqual(['other']);
    const left = await openRedisCluster({ url, leaseMs, logger: pino({ level: 'silent' }) });
    expect(await a.lease.findDead([left.id])).toEqual([]);
    await left.close();
    await expect.poll(() => a.lease.findDead([left.id, b.id])).toEqual([left.id]);
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
    const declareDead = async () => {
      // Again each time, since it may renew its lease first.
      await redis.zRem('{parley}:leases', before);
      return a.lease.findDead([before]);
    };
    await expect.poll(declareDead).toEqual([before]);
    await expect.poll(() => lost).toBe(1);
    expect(b.id).not.toBe(before);
    await expect.poll(() => a.lease.findDead([before, b.id])).toEqual([before]);
    await expect.poll(() => b.lease.isDoubtful).toBe(false);
  });

  it('declares no process dead for one lease after Redis lost its data', async () => {
    const { url } = await startRedis();
    const { a, b, dead, redis } = await openBoth(url);
    await redis.flushAll();
    expect(await a.lease.findDead([b.id, 'unknown'])).toEqual([]);
    await waitUntilMayDeclareDead(a, 'unknown');
    expect(await a.lease.findDead([b.id])).toEqual([]);
    expect(dead).toEqual([]);
  });

  it('declares no living process dead after Redis was full for longer than a lease', async () => {
    const { url } = await startRedis();
    const lines: string[] = [];
    const { a, b, dead, redis, leaseMs } = await openBoth(url, lines);
    await redis.configSet('maxmemory', '1');
    await expect.poll(() => a.isReached || b.isReached).toBe(false);
    for (let n = 0; n < 50; n++) a.replies.append(`${n}`, { seq: 0, text: 'a word' });
    await delay(2 * leaseMs);
    // One for each of the two and some seconds, not one for each command.
    expect(lines.length).toBeLessThan(20);
    await redis.configSet('maxmemory', '0');
    await expect.poll(() => a.isReached && b.isReached).toBe(true);
    await waitUntilMayDeclareDead(a, 'another');
    expect(dead).toEqual([]);
  });

  it('passes messages on while Redis is full', async () => {
    const { url } = await startRedis();
    const [a, b] = [await open(url), await open(url)];
    const received: string[] = [];
    b.subscribe('topic', (message) => received.push(message));
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    await redis.configSet('maxmemory', '1');
    await expect.poll(() => a.isReached || b.isReached).toBe(false);
    b.subscribe('another topic', (message) => received.push(message));
    const channels = ['{parley}:topic', '{parley}:another topic'];
    await expect.poll(async () => Object.values(await redis.pubSubNumSub(channels)).map(Number)).toEqual([1, 1]);
    a.publish('topic', 'one');
    a.publish('another topic', 'two');
    await expect.poll(() => received).toEqual(['one', 'two']);
  });

  it('keeps the length of a lease when the clock is set back', async () => {
    const { url } = await startRedis();
    const a = await open(url);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() - 3_600_000);
    await waitUntilMayDeclareDead(a, 'unknown');
  });

  it('leaves a primary that has become a replica, and works with it again once it is one', async () => {
    const { url } = await startRedis();
    const { url: primary } = await startRedis();
    const cluster = await open(url);
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    const connections = async () => Number(/connected_clients:(\d+)/.exec(await redis.info('clients'))?.[1]);
    const { hostname, port } = new URL(primary);
    await expect.poll(connections).toBe(2);
    await redis.sendCommand(['REPLICAOF', hostname, port]);
    await expect.poll(connections, { interval: 20 }).toBe(1);
    expect(cluster.isReached).toBe(false);
    await redis.sendCommand(['REPLICAOF', 'NO', 'ONE']);
    await expect.poll(() => cluster.isReached).toBe(true);
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

  it('keeps a log for a minute after its end', async () => {
    const { url } = await startRedis();
    const cluster = await open(url);
    const redis = await createClient({ url }).connect();
    onTestFinished(() => redis.destroy());
    const seconds = () => redis.ttl('{parley}:log:g');
    cluster.replies.append('g', { seq: 0, text: 'zero' });
    await expect.poll(seconds).toBeGreaterThan(600);
    cluster.replies.seal('g');
    await expect.poll(seconds).toBeLessThanOrEqual(60);
    expect(await seconds()).toBeGreaterThan(30);
  });
});
