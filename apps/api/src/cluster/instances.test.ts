import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startInstances } from '../testing/processes/instances.ts';
import { HAS_REDIS, startRedis } from '../testing/processes/redis-server.ts';
import type { TestServer } from '../testing/test-server.ts';

/** Subscribes to a user's events at one server; `text` returns everything received so far. */
async function listen(server: TestServer, token: string) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api/events`, { headers, signal: leave.signal });
  let [text, isOver] = ['', false];
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  read()
    .catch(() => {})
    .finally(() => (isOver = true));
  return { text: () => text, isOver: () => isOver };
}

describe.runIf(HAS_REDIS)('servers that share one Redis', () => {
  it('T39: a logout on one server ends the session and its open streams on the other at once', async () => {
    const [a, b] = await startInstances((await startRedis()).url, { leaseMs: 30_000 });
    // The streams do not find out by themselves, as they otherwise do every three seconds.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const token = await a.signUp();
    const window = await listen(b, token);
    const reply = await a.send(token, { text: '[[long 100000]]' });
    const there = await b.attach(token, await reply.generationId(), -1);
    await there.until(({ event }) => event.type === 'content');
    await expect.poll(window.text).toContain('data: ');
    await a.call('GET', '/api/auth/logout', token);
    expect((await b.call('GET', '/api/auth/me', token)).status).toBe(401);
    await expect.poll(window.isOver).toBe(true);
    await there.all();
  });

  it('a change on either server reaches every client of the user', async () => {
    const [a, b] = await startInstances((await startRedis()).url);
    const token = await a.signUp();
    const window = await listen(b, token);
    await expect.poll(window.text).toContain('data: ');
    const conversationId = crypto.randomUUID();
    await (await a.send(token, { conversationId, text: 'hello' })).all();
    await a.call('PATCH', `/api/chat/${conversationId}`, token, { title: 'Greetings' });
    await expect.poll(window.text).toContain('Greetings');
  });

  it('T23: two servers accept exactly the limit of messages together', async () => {
    const usageRule = { limit: 10, windowLength: 3_600_000 };
    // Two servers that a busy machine keeps from renewing their leases would refund one another’s messages.
    const servers = await startInstances((await startRedis()).url, { usageRule, delayMs: 0, leaseMs: 30_000 });
    const token = await servers[0].signUp();
    const sends = Array.from({ length: 100 }, (_, n) => servers[n % 2]!.send(token, { text: `${n}` }));
    const replies = await Promise.all(sends);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(90);
    for (const server of servers) expect(await server.messagesUsed(token)).toBe(10);
    await Promise.all(replies.map((reply) => reply.all()));
  });

  it('two servers count rate-limited requests together', async () => {
    const [a, b] = await startInstances((await startRedis()).url, { rateLimits: { messages: 4 } });
    const token = await a.signUp();
    const limited = [];
    for (const server of [a, b, a, b, a, b]) {
      const reply = await server.send(token, { text: '[[echo]] hi' });
      if (reply.status === 429) limited.push(reply.error?.code);
      await reply.all();
    }
    expect(limited).toEqual(['rate-limited', 'rate-limited']);
  });

  it('two servers slow down password guessing together, and reset it after a correct password', async () => {
    const [a, b] = await startInstances((await startRedis()).url);
    const email = 'mira@example.com';
    await a.signUp(email);
    const login = async (server: TestServer, password: string) =>
      (await server.call('POST', '/api/auth/login', undefined, { email, password })).status;
    for (const server of [a, b, a, b]) expect(await login(server, 'wrong one')).toBe(401);
    expect(await login(b, 'tangerine')).toBe(200);
    for (const server of [a, b, a, b, a]) expect(await login(server, 'wrong one')).toBe(401);
    expect([await login(a, 'wrong one'), await login(b, 'wrong one'), await login(b, 'tangerine')]).toEqual([
      429, 429, 429,
    ]);
  });

  it('a server counts separately while Redis is away, and never refuses a request because of it', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { rateLimits: { messages: 2 } });
    const token = await a.signUp();
    await redis.kill();
    const statuses = [];
    for (const server of [a, a, a, b]) {
      const reply = await server.send(token, { text: '[[echo]] hi' });
      statuses.push(reply.status);
      await reply.all();
    }
    expect(statuses).toEqual([200, 200, 429, 200]);
  });

  it('two servers run the work of one key one item at a time', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
    };
    await Promise.all(Array.from({ length: 10 }, (_, n) => [a, b][n % 2]!.cluster.inTurn('one', work)));
    expect([running, most]).toEqual([0, 1]);
    await expect(b.cluster.inTurn('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await a.cluster.inTurn('one', work);
    await redis.kill();
    await a.cluster.inTurn('one', work);
  });
});
