import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LEASE_MS, startInstances } from '../../../testing/processes/instances.ts';
import { HAS_REDIS, startRedis } from '../../../testing/processes/redis-server.ts';
import { fold, type ReplyStream } from '../../../testing/reply-stream.ts';

/** Delay before each word of the model, in milliseconds. */
const WORD_MS = 10;

/** Words by which a reader may lag behind another one. */
const MOST_LAG = 2_500 / WORD_MS;

const saw = (reader: ReplyStream, word: number) => () => reader.raw().includes(`word${word} `);

/** How many words later the second reader receives a word. Unlike the time, it stands still while the machine does. */
async function lag(own: ReplyStream, there: ReplyStream, word: number): Promise<number> {
  await there.until(saw(there, word));
  const { text } = fold(own.events);
  return Number.parseInt(text.slice(text.lastIndexOf('word') + 4), 10) - word;
}

describe.runIf(HAS_REDIS)('T13: Redis', () => {
  it('a reply survives a kill of Redis: others keep following it, and it is counted once', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { delayMs: 10 });
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 700]]' });
    const there = await b.attach(token, await own.generationId(), -1);
    await there.until(saw(there, 25));
    await redis.kill();
    expect(await lag(own, there, 85)).toBeLessThan(MOST_LAG);
    expect(await lag(own, there, 165)).toBeLessThan(MOST_LAG);
    const other = await b.send(token, { text: '[[echo]] Are you there?' });
    expect((await other.all()).at(-1)?.event.type).toBe('done');

    await redis.start();
    expect(await lag(own, there, 365)).toBeLessThan(MOST_LAG);
    const whole = fold(await own.all());
    expect(whole.status).toBe('complete');
    expect(own.events.map(({ seq }) => seq)).toEqual(own.events.map((_, index) => index));
    expect(fold(await there.all())).toEqual(whole);
    expect((await b.messages(token, conversationId)).at(-1)).toEqual(whole);
    expect(await a.messagesUsed(token)).toBe(2);
  });

  it('without Redis, a reply is stopped from another process through the store', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { delayMs: 10 });
    const token = await a.signUp();
    const own = await a.send(token, { text: '[[long 4000]]' });
    await own.until(saw(own, 5));
    await redis.kill();
    const since = performance.now();
    const stop = await b.stop(token, own);
    expect([200, 202]).toContain(stop.status);
    expect(stop.body.status).toBe(stop.status === 200 ? 'stopped' : 'stopping');
    expect(fold(await own.all()).status).toBe('stopped');
    expect(performance.now() - since).toBeLessThan(15_000);
  });

  it('without Redis at the start, every process works alone, and together once it is up', async () => {
    const redis = await startRedis();
    await redis.kill();
    const [a, b] = await startInstances(redis.url, { delayMs: 10 });
    const token = await a.signUp();
    const own = await a.send(token, { text: '[[long 20000]]' });
    const there = await b.attach(token, await own.generationId(), -1);
    expect(await lag(own, there, 105)).toBeLessThan(MOST_LAG);
    await redis.start();
    await expect.poll(() => a.cluster.isReached && b.cluster.isReached).toBe(true);
    const joined = await b.attach(token, await own.generationId(), own.events.at(-1)?.seq ?? -1);
    await joined.until(({ event }) => event.type === 'content');
    await b.stop(token, own);
    expect(fold(await there.all())).toEqual(fold(await own.all()));
    expect(own.events.at(-1)?.event.type).toBe('done');
    expect(await b.messagesUsed(token)).toBe(1);
  });

  it('an empty Redis after an outage makes no process count as dead', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { delayMs: WORD_MS });
    const token = await a.signUp();
    const own = await a.send(token, { text: '[[long 2000]]' });
    await own.until(saw(own, 5));
    await redis.kill();
    const leases = (count: number) => (count * LEASE_MS) / WORD_MS;
    await own.until(saw(own, 5 + leases(2)));
    await redis.start();
    await own.until(saw(own, 5 + leases(5)));
    expect((await b.call('GET', '/api/chat/active', token)).body.replies).toHaveLength(1);
    await b.stop(token, own);
    expect(fold(await own.all()).status).toBe('stopped');
  });

  it('a Redis that stops answering delays a request by seconds at most', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { delayMs: 10 });
    const token = await a.signUp();
    const own = await a.send(token, { text: '[[long 250]]' });
    const there = await b.attach(token, await own.generationId(), -1);
    await own.until(saw(own, 5));
    redis.freeze();
    const since = performance.now();
    const other = await b.send(token, { text: '[[echo]] Are you there?' });
    expect((await other.all()).at(-1)?.event.type).toBe('done');
    expect(performance.now() - since).toBeLessThan(20_000);
    expect(fold(await there.all())).toEqual(fold(await own.all()));
    expect(own.events.at(-1)?.event.type).toBe('done');
  });
});
