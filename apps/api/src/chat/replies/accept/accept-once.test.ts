import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openStorage } from '../../../storage/open-storage.ts';
import { fold } from '../../../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';

const HOUR = 3_600_000;

async function start(options: TestServerOptions): Promise<{ server: TestServer; token: string }> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return { server, token: await server.signUp() };
}

const aSend = (text: string) => ({ conversationId: randomUUID(), clientMessageId: randomUUID(), text });

it.each<[string, TestServerOptions]>([
  ['of messages a minute', { rateLimits: { messages: 2 } }],
  ['of replies an hour', { rateLimits: { replies: 2 } }],
  ['of text a day', { rateLimits: { textBytes: 30 } }],
  ['of the free plan', { usageRule: { limit: 2, windowLength: 12 * HOUR } }],
])('at the limit %s, a repeat gets its reply and a new message is refused', async (_limit, options) => {
  const { server, token } = await start(options);
  const first = aSend('[[echo]] one');
  const text = fold(await (await server.send(token, first)).all()).text;
  expect(fold(await (await server.send(token, aSend('[[echo]] two'))).all()).status).toBe('complete');
  expect((await server.send(token, aSend('[[echo]] three'))).status).toBe(429);
  const repeat = await server.send(token, first);
  expect([repeat.status, fold(await repeat.all()).text]).toEqual([200, text]);
  const other = await server.send(token, { ...first, text: '[[echo]] four' });
  expect([other.status, other.error?.code]).toEqual([422, 'idempotency-mismatch']);
});

it('neither a repeat nor another message with its id takes anything from the limits', async () => {
  const limits = { messages: 3, replies: 3, textBytes: 45 };
  const { server, token } = await start({ rateLimits: limits, usageRule: { limit: 3, windowLength: 12 * HOUR } });
  const first = aSend('[[echo]] one');
  for (let sent = 0; sent < 6; sent++) await (await server.send(token, first)).all();
  for (let sent = 0; sent < 6; sent++) expect((await server.send(token, { ...first, text: 'other' })).status).toBe(422);
  const sends = ['two', 'three', 'four'].map((word) => aSend(`[[echo]] ${word}`));
  const statuses: number[] = [];
  for (const send of sends) {
    const reply = await server.send(token, send);
    await reply.all();
    statuses.push(reply.status);
  }
  expect(statuses).toEqual([200, 200, 429]);
  expect(await server.messagesUsed(token)).toBe(3);
});

it('a repeat that one limit would refuse takes nothing from the others', async () => {
  const { server, token } = await start({ rateLimits: { messages: 3, replies: 1 } });
  const first = aSend('[[echo]] one');
  for (let sent = 0; sent < 6; sent++) await (await server.send(token, first)).all();
  const refused = await server.send(token, aSend('[[echo]] two'));
  expect(refused.error?.message).toMatch(/^You’ve reached the hourly limit for replies\./);
});

it('a repeat gets its reply while that is written, although the conversation is busy', async () => {
  const { server, token } = await start({});
  const send = aSend('[[stall]]');
  const first = await server.send(token, send);
  await first.until(({ event }) => event.type === 'content');
  const repeat = await server.send(token, send);
  expect(repeat.status).toBe(200);
  expect(await repeat.generationId()).toBe(await first.generationId());
  expect((await server.send(token, { ...send, clientMessageId: randomUUID() })).status).toBe(409);
  await server.stop(token, first);
});

it('looks for a repeat before it stores a file or takes back a message, and leaves a plain message to the accept', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const findByClientMessageId = vi.fn<typeof kept.replies.findByClientMessageId>(kept.replies.findByClientMessageId);
  const { server, token } = await start({ storage: { ...kept, replies: { ...kept.replies, findByClientMessageId } } });
  const lookUps = async (request: Record<string, unknown>) => {
    findByClientMessageId.mockClear();
    await (await server.send(token, { clientMessageId: randomUUID(), ...request })).all();
    return findByClientMessageId.mock.calls.length;
  };
  const conversationId = randomUUID();
  expect(await lookUps({ conversationId, text: 'one' })).toBe(0);
  expect(await lookUps({ conversationId, text: 'two' })).toBe(0);
  expect(await lookUps({ conversationId, text: 'two', isRegeneration: true })).toBe(1);
  expect(await lookUps({ conversationId, text: 'three', documentName: 'a.txt', documentContent: 'a' })).toBe(1);
});
