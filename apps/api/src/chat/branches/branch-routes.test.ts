import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { AppError, type Conversation, type Message } from '@parley/core';
import { ownProcess } from '../../cluster/own-process.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({});
  token = await server.signUp();
});
afterAll(() => server.close());

interface Opened {
  conversation: Conversation;
  messages: Message[];
}

const open = async (id: string) => (await server.call('GET', `/api/chat/${id}`, token)).body as unknown as Opened;
const branch = (conversationId: string, body: unknown, as = token) =>
  server.call('POST', `/api/chat/${conversationId}/branch`, as, body);

async function talk(...texts: string[]): Promise<string> {
  const conversationId = randomUUID();
  for (const text of texts) await (await server.send(token, { conversationId, text })).all();
  return conversationId;
}

it('copies the branch up to a message, and the original stays as it is', async () => {
  const source = await talk('[[echo]] one', '[[echo]] two');
  const before = await open(source);
  const id = randomUUID();
  const { status, body } = await branch(source, { id, messageId: before.messages[1]?.id });
  expect(status).toBe(200);
  const { title } = before.conversation;
  expect(body.conversation).toMatchObject({ id, title: `Branch of ${title}`, unread: false, pinned: false });
  const copy = await open(id);
  expect(copy.messages.map(({ text }) => text)).toEqual(before.messages.slice(0, 2).map(({ text }) => text));
  expect(copy.conversation).not.toHaveProperty('importedFrom');

  await (await server.send(token, { conversationId: id, text: '[[echo]] three' })).all();
  expect((await open(id)).messages).toHaveLength(4);
  expect(await open(source)).toEqual(before);
  const again = await branch(id, { id: randomUUID(), messageId: copy.messages[1]?.id });
  expect(again.body.conversation).toMatchObject({ title: `Branch of ${title}` });
});

it('a user makes at most 20 copies a minute', async () => {
  const someone = await server.signUp();
  const conversationId = randomUUID();
  await (await server.send(someone, { conversationId, text: '[[echo]] one' })).all();
  const [, reply] = await server.messages(someone, conversationId);
  const copy = () => branch(conversationId, { id: randomUUID(), messageId: reply?.id }, someone);
  for (let count = 0; count < 20; count++) expect((await copy()).status).toBe(200);
  expect((await copy()).body.code).toBe('rate-limited');
});

it('returns the same copy when the request is repeated, also at the same time and after a change', async () => {
  const source = await talk('[[echo]] one');
  const [, reply] = (await open(source)).messages;
  const body = { id: randomUUID(), messageId: reply?.id };
  const both = await Promise.all([branch(source, body), branch(source, body)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await server.call('PATCH', `/api/chat/${body.id}`, token, { title: 'Tides' });
  expect((await branch(source, body)).body.conversation).toMatchObject({ title: 'Tides' });
  expect((await open(body.id)).messages).toHaveLength(2);
});

it('returns the same copy from two processes at the same time, in a storage that imports one at a time', async () => {
  const { conversations, ...storage } = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  let isImporting = false;
  // As MongoDB's storage does.
  const importOne: typeof conversations.import = async (...given) => {
    if (isImporting) throw new AppError('unavailable');
    isImporting = true;
    await delay(50);
    return conversations.import(...given).finally(() => (isImporting = false));
  };
  const shared = { ...storage, conversations: { ...conversations, import: importOne }, close: async () => {} };
  const options = { storage: shared, cluster: ownProcess() };
  const [a, b] = [await startTestServer(options), await startTestServer(options)];
  onTestFinished(async () => {
    for (const each of [a, b, storage]) await each.close();
  });
  const user = await a.signUp();
  const source = randomUUID();
  await (await a.send(user, { conversationId: source, text: '[[fast]] one' })).all();
  const { messages } = (await a.call('GET', `/api/chat/${source}`, user)).body as unknown as Opened;
  const body = { id: randomUUID(), messageId: messages[1]?.id };
  const both = await Promise.all([a, b].map((each) => each.call('POST', `/api/chat/${source}/branch`, user, body)));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

it('copies the files of its messages, which outlive the original', async () => {
  const { body: uploaded } = await server.upload(token, 'notes.txt', 'text/plain', 'walnut');
  const fileId = (uploaded.file as { id: string }).id;
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] read', attachmentIds: [fileId] })).all();
  const { messages } = await open(conversationId);
  const id = randomUUID();
  await branch(conversationId, { id, messageId: messages[1]?.id });
  await server.call('DELETE', `/api/chat/${conversationId}`, token);
  await server.call('DELETE', '/api/chat/trash', token, { ids: [conversationId] });
  const [question] = (await open(id)).messages;
  expect(question?.attachments).toMatchObject([{ id: fileId }]);
  const headers = { Authorization: `Bearer ${token}` };
  expect(await (await fetch(`${server.url}/api/files/${fileId}`, { headers })).text()).toBe('walnut');
});

it('refuses what it cannot copy', async () => {
  const [source, other] = [await talk('[[echo]] one'), await talk('[[echo]] other')];
  const messageId = (await open(source)).messages[1]?.id;
  const code = async (reply: ReturnType<typeof branch>) => {
    const { status, body } = await reply;
    return [status, body.code];
  };
  const stranger = await server.signUp();
  expect(await code(branch(source, { id: randomUUID(), messageId }, stranger))).toEqual([404, 'not-found']);
  expect(await code(branch(source, { id: randomUUID(), messageId: randomUUID() }))).toEqual([404, 'not-found']);
  expect(await code(branch(source, { id: other, messageId }))).toEqual([422, 'idempotency-mismatch']);
  expect(await code(branch(source, { id: source, messageId }))).toEqual([422, 'idempotency-mismatch']);
  expect(await code(branch(source, { id: 'x', messageId }))).toEqual([400, 'invalid-request']);
  const id = randomUUID();
  await branch(source, { id, messageId });
  await server.call('DELETE', `/api/chat/${id}`, token);
  expect(await code(branch(source, { id, messageId }))).toEqual([404, 'not-found']);
});

it('counts what it copies as text of its user, and makes no copy beyond the daily limit', async () => {
  const strict = await startTestServer({ rateLimits: { textBytes: 100_000 } });
  onTestFinished(() => strict.close());
  const user = await strict.signUp();
  const source = randomUUID();
  await (await strict.send(user, { conversationId: source, text: `[[fast]] ${'ひ'.repeat(10_000)}` })).all();
  const { messages } = (await strict.call('GET', `/api/chat/${source}`, user)).body as unknown as Opened;
  const copy = () =>
    strict.call('POST', `/api/chat/${source}/branch`, user, { id: randomUUID(), messageId: messages[0]?.id });
  expect([(await copy()).status, (await copy()).status]).toEqual([200, 200]);
  const refused = await copy();
  expect(refused.status).toBe(429);
  expect(refused.body.message).toMatch(/^You’ve reached the daily limit for text\. Try again in \d+ hours\.$/);
  const { conversations } = (await strict.call('GET', '/api/chat/history', user)).body;
  expect(conversations).toHaveLength(3);
});
