import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { MAILED_PAGES } from '@parley/core';
import { UserEvent } from '@parley/core/api';
import { createUserEventReader } from '@parley/core/read-stream';
import { ownProcess } from '../cluster/own-process.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { buyerOf } from '../testing/buyer.ts';
import { mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Subscribes as one client window does; `statuses` are the subscription statuses it has received. */
async function listen(token: string, url = server.url) {
  const leave = new AbortController();
  onTestFinished(() => leave.abort());
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/events`, { headers, signal: leave.signal });
  const received: UserEvent[] = [];
  const reader = createUserEventReader((event) => received.push(event));
  let isOver = false;
  const read = async () => {
    for await (const chunk of response.body ?? []) reader.feed(chunk);
  };
  const end = () => void (isOver = true);
  void read().then(end, end);
  return {
    response,
    received,
    get statuses() {
      return received.flatMap((event) => (event.type === 'user' ? [event.user.subscriptionStatus] : []));
    },
    last: <T extends UserEvent['type']>(type: T) =>
      received.findLast((event): event is Extract<UserEvent, { type: T }> => event.type === type),
    isOver: () => isOver,
  };
}

/** A user with one answered conversation, and a window of theirs that has just subscribed to the events. */
async function onlooker(text = 'What is 6 * 7?') {
  const token = await server.signUp();
  const conversationId = randomUUID();
  if (text !== '') await (await server.send(token, { conversationId, text })).all();
  const window = await listen(token);
  await expect.poll(() => window.received).toHaveLength(1);
  const change = (method: string, path = '', body?: unknown) =>
    server.call(method, `/api/chat/${conversationId}${path}`, token, body);
  return { token, conversationId, window, change };
}

it('an import makes every window of the user reload, once for many conversations', async () => {
  const { token, window } = await onlooker('');
  const timestamp = '2024-05-01T10:00:00.000Z';
  const message = { id: 'q', parentId: null, isUser: true, text: 'Why?', timestamp, status: 'complete' };
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false, unread: false };
  const talk = {
    source: 'claude',
    title: 'Talk',
    ...flags,
    updatedAt: timestamp,
    lastMessageId: 'q',
    messages: [message],
  };
  const conversations = Array.from({ length: 9 }, (_, n) => ({ ...talk, id: `${n}` }));
  await server.call('POST', '/api/chat/import', token, { importId: randomUUID(), conversations });
  await expect.poll(() => window.received.length).toBeGreaterThan(1);
  expect(window.received.map(({ type }) => type)).toEqual(['user', 'user']);
});

it('the event of a changed conversation reads the ids of its last messages, and no texts', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const read: string[] = [];
  const storage: Storage = {
    ...kept,
    conversations: {
      ...kept.conversations,
      messages(...given) {
        read.push('messages');
        return kept.conversations.messages(...given);
      },
      lastMessageIds(...given) {
        read.push('ids');
        return kept.conversations.lastMessageIds(...given);
      },
    },
  };
  const own = await startTestServer({ storage });
  onTestFinished(() => own.close());
  const token = await own.signUp();
  const conversationId = randomUUID();
  await (await own.send(token, { conversationId, text: 'What is 6 * 7?' })).all();
  const window = await listen(token, own.url);
  await expect.poll(() => window.received).toHaveLength(1);
  read.length = 0;
  await own.call('PATCH', `/api/chat/${conversationId}`, token, { title: 'Tides' });
  await expect.poll(() => window.last('conversation')?.conversation.title).toBe('Tides');
  expect(read).toEqual(['ids']);
});

it('refuses the event stream without a session', async () => {
  expect((await server.call('GET', '/api/events')).status).toBe(401);
});

it('sends a changed subscription status to every window of the buyer within seconds, and to no other user', async () => {
  const [buyer, other] = [await buyerOf(server), await buyerOf(server)];
  const windows = [await listen(buyer.token), await listen(buyer.token)];
  const stranger = await listen(other.token);
  expect(windows[0]?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  for (const window of windows) await expect.poll(() => window.statuses).toEqual([null]);
  server.sandbox.stripe.pay(await buyer.checkout());
  for (const window of windows) {
    await expect.poll(() => window.statuses.at(-1), { timeout: 10_000 }).toBe('active');
  }
  expect(stranger.statuses).toEqual([null]);
});

it('ends the event stream with its session', async () => {
  const buyer = await buyerOf(server);
  const window = await listen(buyer.token);
  await server.call('GET', '/api/auth/logout', buyer.token);
  await expect.poll(window.isOver).toBe(true);
});

it('limits the open event streams of one user', async () => {
  const { token } = await buyerOf(server);
  const many = await Promise.all(Array.from({ length: 31 }, () => listen(token)));
  expect(many.map(({ response }) => response.status).filter((status) => status === 429)).toHaveLength(1);
});

it('sends events for an accepted message, the start and end of its reply, and the usage', async () => {
  const { token, conversationId, window } = await onlooker('');
  const reply = await server.send(token, { conversationId, text: 'What is 6 * 7?' });
  const ids = (await reply.until(({ event }) => event.type === 'accepted')).event;
  await reply.all();
  await expect.poll(() => window.last('reply-ended')).toBeDefined();
  await expect.poll(() => window.last('usage')?.usage.messagesUsed).toBe(1);
  if (ids.type !== 'accepted') throw new Error('It was not accepted');
  const { generationId, userMessageId, assistantMessageId } = ids;
  const { body } = await server.call('GET', `/api/chat/${conversationId}`, token);
  const { type: _, ...started } = ids;
  expect(window.last('reply-started')).toEqual({ type: 'reply-started', conversationId, ...started });
  expect(window.last('reply-ended')).toEqual({ type: 'reply-ended', conversationId, generationId });
  await expect
    .poll(() => window.last('conversation'))
    .toEqual({
      type: 'conversation',
      conversation: body.conversation,
      lastMessageIds: [userMessageId, assistantMessageId],
    });
  for (const event of window.received) expect(UserEvent.parse(event)).toEqual(event);
  const types = window.received.map(({ type }) => type);
  expect(types.indexOf('reply-started')).toBeLessThan(types.indexOf('reply-ended'));
});

it('sends an event for a changed title, pin or archive state', async () => {
  const { conversationId, window, change } = await onlooker();
  for (const patch of [{ title: 'Tides' }, { pinned: true }, { archived: true }]) {
    await change('PATCH', '', patch);
    await expect.poll(() => window.last('conversation')?.conversation).toMatchObject({ id: conversationId, ...patch });
  }
});

it('sends changed memories, instructions and the switch of memory to every window within seconds', async () => {
  const { token, window } = await onlooker('');
  const other = await listen(token);
  await expect.poll(() => other.received).toHaveLength(1);
  const id = randomUUID();
  const changes: [string, string, object | undefined, UserEvent['type']][] = [
    ['POST', '/memories', { id, text: 'Likes tea.' }, 'memories'],
    ['PATCH', `/memories/${id}`, { text: 'Likes milk.' }, 'memories'],
    ['DELETE', `/memories/${id}`, undefined, 'memories'],
    ['PUT', '/preferences', { keepsMemories: false }, 'user'],
    ['PUT', '/preferences', { about: 'I keep bees.' }, 'user'],
  ];
  for (const [method, path, body, type] of changes) {
    const windows = [window, other];
    const counts = windows.map(({ received }) => received.length);
    expect((await server.call(method, `/api/account${path}`, token, body)).status).toBe(200);
    for (const [index, { received }] of windows.entries())
      await expect
        .poll(() => received.slice(counts[index]).map((event) => event.type), { timeout: 10_000 })
        .toEqual([type]);
  }
});

it('sends an event for a deleted and for a restored conversation', async () => {
  const { conversationId, window, change } = await onlooker();
  await change('DELETE');
  await expect.poll(() => window.received.at(-1)).toEqual({ type: 'deleted', conversationId });
  await change('POST', '/restore');
  await expect.poll(() => window.last('conversation')?.conversation.id).toBe(conversationId);
});

it('sends the last message ids when another version is shown', async () => {
  const { token, conversationId, window, change } = await onlooker();
  const before = (await server.messages(token, conversationId)).at(-1)?.id ?? '';
  const again = { conversationId, isRegeneration: true, originalMessageId: before };
  await (await server.send(token, again)).all();
  await expect.poll(() => window.last('reply-ended')).toBeDefined();
  expect(window.last('conversation')?.lastMessageIds).not.toContain(before);
  await change('POST', `/versions/${before}`);
  await expect.poll(() => window.last('conversation')?.lastMessageIds.at(-1)).toBe(before);
});

it('sends an event for a verified email address', async () => {
  const email = `${randomUUID()}@example.com`;
  const session = await server.signUp(email);
  const window = await listen(session);
  await expect.poll(() => window.last('user')?.user.emailVerified).toBe(false);
  const token = tokenIn(await mailTo(server, email, 'Confirm'), MAILED_PAGES.verify);
  await server.call('POST', '/api/auth/verify', session, { token });
  await expect.poll(() => window.last('user')?.user.emailVerified).toBe(true);
});

it('sends no event about one user to another', async () => {
  const [ada, bob] = [await onlooker(), await onlooker()];
  await ada.change('PATCH', '', { title: 'Secret' });
  await expect.poll(() => ada.window.last('conversation')?.conversation.title).toBe('Secret');
  await bob.change('PATCH', '', { title: 'Own' });
  await expect.poll(() => bob.window.last('conversation')?.conversation.title).toBe('Own');
  expect(JSON.stringify(bob.window.received)).not.toContain('Secret');
});

it('sends changes made in one process to clients of the others', async () => {
  const cluster = ownProcess();
  const storage = { ...server.storage, async close() {} };
  const processes = await Promise.all(
    [1, 2].map(() => startTestServer({ storage, sandbox: server.sandbox, cluster: { ...cluster, async close() {} } })),
  );
  onTestFinished(async () => void (await Promise.all(processes.map((each) => each.close()))));
  const [here, there] = processes;
  if (!here || !there) throw new Error('There are no two');
  const token = await here.signUp();
  const conversationId = randomUUID();
  const window = await listen(token, there.url);
  await expect.poll(() => window.received).toHaveLength(1);
  await (await here.send(token, { conversationId, text: 'What is 6 * 7?' })).all();
  await expect.poll(() => window.last('reply-ended')?.conversationId).toBe(conversationId);
  await here.call('DELETE', `/api/chat/${conversationId}`, token);
  await expect.poll(() => window.last('deleted')?.conversationId).toBe(conversationId);
});
