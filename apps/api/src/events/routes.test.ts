import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { UserEvent } from '@parley/core';
import { buyerOf } from '../testing/buyer.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Listens as one window does; `statuses` is what it heard of the subscription. */
async function listen(token: string) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${server.url}/api/events`, { headers, signal: leave.signal });
  const statuses: (string | null)[] = [];
  const parser = createParser({
    onEvent: ({ data }) => statuses.push((JSON.parse(data) as UserEvent).user.subscriptionStatus),
  });
  let isOver = false;
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
  };
  const over = read().then(
    () => (isOver = true),
    () => (isOver = true),
  );
  return { response, statuses, over, isOver: () => isOver };
}

it('is for people who are signed in', async () => {
  expect((await server.call('GET', '/api/events')).status).toBe(401);
});

it('every window hears within a second of the event what became of the subscription, nobody else does', async () => {
  const [buyer, other] = [await buyerOf(server), await buyerOf(server)];
  const windows = [await listen(buyer.token), await listen(buyer.token)];
  const stranger = await listen(other.token);
  expect(windows[0]?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  for (const { statuses } of windows) await expect.poll(() => statuses).toEqual([null]);
  server.sandbox.stripe.pay(await buyer.checkout());
  for (const { statuses } of windows) {
    await expect.poll(() => statuses.at(-1), { timeout: 1000 }).toBe('active');
  }
  expect(stranger.statuses).toEqual([null]);
});

it('ends when the session does', async () => {
  const buyer = await buyerOf(server);
  const window = await listen(buyer.token);
  await server.call('GET', '/api/auth/logout', buyer.token);
  await expect.poll(window.isOver, { timeout: 6000 }).toBe(true);
}, 10_000);

it('is not opened without end by one user', async () => {
  const { token } = await buyerOf(server);
  const many = await Promise.all(Array.from({ length: 31 }, () => listen(token)));
  expect(many.map(({ response }) => response.status).filter((status) => status === 429)).toHaveLength(1);
});
