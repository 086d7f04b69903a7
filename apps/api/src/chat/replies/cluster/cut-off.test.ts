import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLastEvent } from '@parley/core';
import { startInstances } from '../../../testing/processes/instances.ts';
import { HAS_REDIS, startRedis } from '../../../testing/processes/redis-server.ts';
import { fold } from '../../../testing/reply-stream.ts';

/** A TCP proxy to Redis that can be cut, and reopened at the same address. */
async function startRedisProxy(redisUrl: string) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const there = connect(Number(new URL(redisUrl).port), '127.0.0.1');
    for (const end of [socket, there]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => [socket, there].forEach((each) => each.destroy()));
    }
    socket.pipe(there).pipe(socket);
  });
  const open = async (place = 0) => {
    server.listen(place, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  await open();
  onTestFinished(cut);
  const { port } = server.address() as AddressInfo;
  return { url: `redis://127.0.0.1:${port}`, cut, open: () => open(port) };
}

describe.runIf(HAS_REDIS)('a lost connection to Redis', () => {
  it('a process that alone has lost its connection accepts no messages after the others have ended its replies, until it has reconnected', async () => {
    const redis = await startRedis();
    const way = await startRedisProxy(redis.url);
    const [a, b] = await startInstances([way.url, redis.url], { delayMs: 10 });
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 4000]]' });
    await own.until(({ event }) => event.type === 'content');
    expect((await a.call('GET', '/readyz')).status).toBe(200);

    way.cut();
    expect((await own.all()).some(({ event }) => isLastEvent(event))).toBe(false);
    expect((await a.messages(token, conversationId)).at(-1)).toMatchObject({ status: 'interrupted' });
    expect((await a.call('GET', '/readyz')).status).toBe(503);
    const refused = await a.send(token, { conversationId, text: '[[echo]] Are you there?' });
    expect([refused.status, refused.error?.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '5',
    ]);
    expect((await b.call('GET', '/readyz')).status).toBe(200);
    const there = await b.send(token, { conversationId, text: '[[echo]] Are you there?' });
    expect(fold(await there.all()).status).toBe('complete');

    await way.open();
    await expect.poll(async () => (await a.call('GET', '/readyz')).status).toBe(200);
    // Long enough for the others to end it.
    const next = await a.send(token, { conversationId, text: '[[long 300]]' });
    expect(fold(await next.all()).status).toBe('complete');
  });
});
