import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStream } from '../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ delayMs: 5 });
});
afterAll(() => server.close());

/** Sends a message without an idempotency key, through a proxy that assigns the request an id. */
function pass(token: string, retryId: string, body: Record<string, unknown>) {
  return readStream(`${server.url}/api/chat/stream`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Retry-Id': retryId },
    body: JSON.stringify(body),
  });
}

const nginxId = () => randomUUID().replaceAll('-', '');

it('finds the reply of the first attempt when a proxy resends a request', async () => {
  const token = await server.signUp();
  const [id, body] = [nginxId(), { conversationId: randomUUID(), text: 'What is 6 * 7?' }];
  const first = await pass(token, id, body);
  const again = await pass(token, id, body);
  expect(await again.generationId()).toBe(await first.generationId());
  await Promise.all([first.all(), again.all()]);
  expect(await server.messagesUsed(token)).toBe(1);
  const other = await pass(token, nginxId(), { ...body, text: 'And 7 * 8?' });
  await other.all();
  expect(await server.messagesUsed(token)).toBe(2);
});

it('stops the reply of a caller without a key who hangs up', async () => {
  const token = await server.signUp();
  const conversationId = randomUUID();
  const reply = await pass(token, nginxId(), { conversationId, text: '[[long 5000]]' });
  await reply.until(({ event }) => event.type === 'content');
  reply.leave();
  await expect.poll(async () => (await server.messages(token, conversationId)).at(-1)?.status).toBe('stopped');
});

it('goes on with the reply of the first attempt when the second one hangs up', async () => {
  const token = await server.signUp();
  const [id, body] = [nginxId(), { conversationId: randomUUID(), text: '[[long 300]]' }];
  const first = await pass(token, id, body);
  const again = await pass(token, id, body);
  await again.until(({ event }) => event.type === 'content');
  again.leave();
  expect((await first.all()).at(-1)?.event).toMatchObject({ type: 'done', message: { status: 'complete' } });
});

it('ignores a retry id that no proxy generates', async () => {
  const token = await server.signUp();
  const reply = await pass(token, 'not one', { conversationId: randomUUID(), text: 'Hello' });
  expect(reply.status).toBe(200);
  await reply.all();
});
