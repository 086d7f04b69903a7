import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ImportedConversation } from '@parley/core';
import { ExportFile, ImportResponse, ImportsResponse } from '@parley/core/api';
import { readEntry } from '@parley/core/import';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Exported = ExportFile['conversations'][number];

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
});
afterAll(() => server.close());

async function call(method: string, path: string, by: string, body?: unknown) {
  const response = await fetch(`${server.url}/api/chat${path}`, {
    method,
    headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

async function exported(id: string, by: string) {
  const { body } = await call('POST', '/export', by, { ids: [id], as: 'json' });
  return ExportFile.parse(body).conversations[0] ?? expect.fail('It is missing.');
}

async function add(by: string, conversations: unknown[], importId: string = randomUUID()) {
  const { body } = await call('POST', '/import', by, { importId, conversations });
  return ImportResponse.parse(body).outcomes;
}

function aTalk(changes: Partial<ImportedConversation> = {}): ImportedConversation {
  const timestamp = '2024-05-01T10:00:00.000Z';
  const base = { timestamp, status: 'complete' } as const;
  return {
    source: 'chatgpt',
    id: 'talk',
    title: 'A talk',
    webSearchEnabled: false,
    thinkingModeEnabled: false,
    pinned: false,
    archived: false,
    updatedAt: timestamp,
    lastMessageId: 'a',
    messages: [
      { ...base, id: 'q', parentId: null, isUser: true, text: 'Why?' },
      { ...base, id: 'a', parentId: 'q', isUser: false, text: 'Because.' },
    ],
    ...changes,
  };
}

/** Expects the copy to be equal to the original, but for its IDs and its source. */
function expectCopy(copy: Exported, original: Exported): void {
  const { importedFrom, importId: _import, ...rest } = copy;
  expect(importedFrom).toBe('parley');
  const ids = new Map([[original.id, copy.id]]);
  for (const [index, { id }] of original.messages.entries()) ids.set(id, copy.messages[index]?.id ?? '');
  const renamed = [...ids].reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(original));
  expect(rest).toEqual(JSON.parse(renamed));
  expect(new Set(ids.values()).size).toBe(original.messages.length + 1);
}

it('another account imports a JSON export equal to the letter, but for its IDs', async () => {
  const conversationId = randomUUID();
  const say = async (text: string, more: object = {}) =>
    (await server.send(token, { conversationId, text, ...more })).all();
  await say('[[echo]] first </script> \ud800');
  await say('[[echo]] second');
  await say('[[echo]] otherwise', { isRegeneration: true });
  await say('[[500]] fails');
  await call('PATCH', `/${conversationId}`, token, { unread: false });
  const before = await exported(conversationId, token);

  const other = await server.signUp();
  const entry = readEntry(before, Date.now());
  if (typeof entry === 'string' || !entry) expect.fail('It cannot be read.');
  expect(await add(other, [entry.conversation])).toEqual(['new']);
  const { body } = await call('GET', '/history?messages=none', other);
  const [listed] = (body as { conversations: { id: string }[] }).conversations;
  const after = await exported(listed?.id ?? '', other);

  expectCopy(after, before);
  expect(before.messages).toHaveLength(8);

  expect(await add(other, [entry.conversation])).toEqual(['same']);
  expect(await add(token, [entry.conversation])).toEqual(['same']);
  await call('DELETE', `/${conversationId}`, token);
  expect(await add(token, [entry.conversation])).toEqual(['deleted']);
});

it('another account imports several conversations of one export, each equal to the letter but for its IDs', async () => {
  const by = await server.signUp();
  for (const text of ['one', 'two', 'three']) {
    const conversationId = randomUUID();
    await (await server.send(by, { conversationId, text: `[[echo]] ${text}` })).all();
    await (await server.send(by, { conversationId, text: `[[echo]] ${text} again` })).all();
    await call('PATCH', `/${conversationId}`, by, { unread: false, pinned: text === 'two' });
  }
  const all = async (of: string) => {
    const { body } = await call('GET', '/history?messages=none', of);
    const ids = (body as { conversations: { id: string }[] }).conversations.map(({ id }) => id);
    return ExportFile.parse((await call('POST', '/export', of, { ids, as: 'json' })).body).conversations;
  };
  const before = await all(by);
  const other = await server.signUp();
  const entries = before.map((each) => readEntry(each, Date.now()));
  const conversations = entries.map((entry) =>
    typeof entry === 'object' && entry ? entry.conversation : expect.fail(),
  );
  expect(await add(other, conversations)).toEqual(['new', 'new', 'new']);
  const after = await all(other);
  expect(after.map(({ title, pinned }) => ({ title, pinned }))).toEqual(
    before.map(({ title, pinned }) => ({ title, pinned })),
  );
  expect(before).toHaveLength(3);
  for (const [index, conversation] of after.entries())
    expectCopy(conversation, before[index] ?? expect.fail('It is missing.'));
});

it('a dry run stores nothing, an import costs no usage, and a conversation can be continued after it', async () => {
  const by = await server.signUp();
  const foresee = async (...conversations: unknown[]) =>
    (await call('POST', '/import', by, { importId: randomUUID(), conversations, dryRun: true })).body;
  expect(await foresee(aTalk())).toMatchObject({ outcomes: ['new'] });
  expect(await call('GET', '/history', by)).toMatchObject({ body: { conversations: [] } });
  await add(by, [aTalk()]);
  const [q, a] = aTalk().messages;
  const grown = aTalk({ messages: [q, a, { ...q, id: 'q2', parentId: 'a' }] as ImportedConversation['messages'] });
  expect(await foresee(aTalk(), grown)).toMatchObject({ outcomes: ['same', 'grown'] });
  expect(await call('GET', '/usage', by)).toMatchObject({ body: { messagesUsed: 0 } });
  const { body } = await call('GET', '/history?messages=none', by);
  const [listed] = (body as { conversations: { id: string }[] }).conversations;
  await (await server.send(by, { conversationId: listed?.id ?? '', text: '[[echo]] more' })).all();
  expect((await exported(listed?.id ?? '', by)).messages.map(({ text }) => text)).toHaveLength(4);
});

it('a dry run reads the ids of a conversation once, however often the request has it', async () => {
  const { conversations } = server.storage;
  const reads: string[] = [];
  const counted = <Args extends unknown[], Result>(name: string, method: (...args: Args) => Result) => {
    return (...args: Args) => (reads.push(name), method(...args));
  };
  const tree = counted('tree', conversations.tree);
  const findDeleted = counted('findDeleted', conversations.findDeleted);
  const messageIds = counted('messageIds', conversations.messageIds);
  const storage = {
    ...server.storage,
    conversations: { ...conversations, tree, findDeleted, messageIds },
    async close() {},
  };
  const own = await startTestServer({ sandbox: server.sandbox, storage });
  onTestFinished(() => own.close());
  const warnings: string[] = [];
  const onWarning = ({ name }: Error) => warnings.push(name);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));

  const by = await server.signUp();
  await add(by, [aTalk(), aTalk({ id: 'deleted', title: 'Deleted' })]);
  const { body } = await server.call('GET', '/api/chat/history?messages=none', by);
  const listed = body.conversations as { id: string; title: string }[];
  const deleted = listed.find(({ title }) => title === 'Deleted')?.id ?? expect.fail('It is missing.');
  await server.call('DELETE', `/api/chat/${deleted}`, by);
  const talks = Array.from({ length: 15 }, () => [aTalk(), aTalk({ source: 'parley', id: deleted })]).flat();
  const request = { importId: randomUUID(), conversations: talks, dryRun: true };
  const foreseen = await own.call('POST', '/api/chat/import', by, request);
  expect(foreseen.body.outcomes).toEqual(Array.from({ length: 15 }, () => ['same', 'deleted']).flat());
  expect(reads).toEqual(['messageIds', 'messageIds']);
  expect(warnings).toEqual([]);
});

it('cycles, missing parents, repeated IDs, an unknown end and a future date are put in order', async () => {
  const by = await server.signUp();
  const [q, a] = aTalk().messages;
  if (!q || !a) expect.fail('They are missing.');
  const messages = [{ ...q, parentId: 'a' }, a, { ...a, text: 'again' }, { ...q, id: 'lost', parentId: 'nowhere' }];
  const timestamp = '2100-01-01T00:00:00.000Z';
  const talk = aTalk({ messages, lastMessageId: 'unknown', updatedAt: timestamp, title: ' \n' });
  expect(await add(by, [talk])).toEqual(['new']);
  const { body } = await call('GET', '/history', by);
  const [listed] = (body as { conversations: { title: string; updatedAt: string; messages: unknown[] }[] })
    .conversations;
  expect(listed?.title).toBe('New Chat');
  expect(Date.parse(listed?.updatedAt ?? '')).toBeLessThanOrEqual(Date.now());
  expect(listed?.messages.length).toBeGreaterThan(0);
});

it('a request without conversations, with a streaming message’s fields or of 5 MB is refused or cleaned', async () => {
  const by = await server.signUp();
  expect((await call('POST', '/import', by, { importId: randomUUID(), conversations: [] })).status).toBe(400);
  expect((await call('POST', '/import', by, '{"importId":')).status).toBe(400);
  expect((await call('POST', '/import', by, ' '.repeat(5 * 1024 * 1024))).status).toBe(413);
  const [q] = aTalk().messages;
  const reply = { ...q, id: 'a', parentId: 'q', isUser: false, status: 'streaming', generationId: 'g', seq: 3 };
  const foreign = { id: 'AAAA', kind: 'image', name: 'x', type: 'image/png', size: 1, url: '/api/files/AAAA' };
  const asked = { ...q, attachments: [foreign], previousImageUrl: 'https://example.com/x.png' };
  expect(await add(by, [{ ...aTalk(), messages: [asked, { ...reply, imageUrl: '/api/files/AAAA' }] }])).toEqual([
    'new',
  ]);
  const { body } = await call('GET', '/history', by);
  const [listed] = (body as { conversations: { messages: object[] }[] }).conversations;
  expect(listed?.messages[1]).toMatchObject({ status: 'interrupted' });
  expect(JSON.stringify(listed)).not.toMatch(/AAAA|example\.com|generationId/);
});

it.each([
  ['400', 'messages that are none', [aTalk({ messages: Array(15_000).fill({}) })], 'conversations[0].messages[0].id'],
  [
    '400',
    'a late message that is none',
    [aTalk(), aTalk({ messages: [...aTalk().messages, {} as never] })],
    'conversations[1].messages[2].id',
  ],
  ['400', 'too many messages', [aTalk({ messages: Array(20_001).fill(0) })], 'conversations[0].messages'],
  [
    '400',
    'too many sources',
    [aTalk({ messages: [{ ...aTalk().messages[1], sources: Array(300_000).fill(1) } as never] })],
    'sources',
  ],
  ['413', 'a million values', [aTalk({ messages: Array(500_000).fill({}) })], ''],
])(
  'answers %s at once to an import with %s, while others are answered',
  async (status, _what, conversations, field) => {
    const body = JSON.stringify({ importId: randomUUID(), conversations });
    const began = process.cpuUsage();
    const [refused, health] = await Promise.all([call('POST', '/import', token, body), fetch(`${server.url}/healthz`)]);
    expect([refused.status, health.status]).toEqual([Number(status), 200]);
    expect(JSON.stringify(refused.body)).toContain(field);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1500);
  },
);

it('of imported sources, web pages alone are kept, each with its own title', async () => {
  const by = await server.signUp();
  const [q, a] = aTalk().messages;
  const sources = ['javascript:alert(1)', 'https://example.com/a', 'null', '', 'https://example.com/b'];
  const sourceTitles = ['Script', 'Page A', 'Nothing', 'Empty'];
  const talk = aTalk({ messages: [q, { ...a, sources, sourceTitles }] as ImportedConversation['messages'] });
  expect(await add(by, [talk])).toEqual(['new']);
  const { body } = await call('GET', '/history', by);
  const [listed] = (body as { conversations: { messages: object[] }[] }).conversations;
  expect(listed?.messages[1]).toMatchObject({
    sources: ['https://example.com/a', 'https://example.com/b'],
    sourceTitles: ['Page A', ''],
  });
});

it('imports make one conversation grow 16 times a day at most, and others as before', async () => {
  const by = await server.signUp();
  const grown = (count: number) =>
    aTalk({
      messages: [
        ...aTalk().messages,
        ...Array.from({ length: count }, (_, n) => ({ ...aTalk().messages[0]!, id: `n${n}` })),
      ],
    });
  for (let count = 0; count <= 16; count++) {
    expect(await add(by, [grown(count)])).toEqual([count === 0 ? 'new' : 'grown']);
  }
  const importId = randomUUID();
  const refused = await call('POST', '/import', by, { importId, conversations: [grown(17)] });
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('daily limit for imports') } });
  expect(await add(by, [aTalk({ id: 'another' })])).toEqual(['new']);
});

it('an import is listed, and removing it deletes its conversations, which can be restored', async () => {
  const by = await server.signUp();
  const importId = randomUUID();
  await add(by, [aTalk(), aTalk({ id: 'other' })], importId);
  const list = async () => ImportsResponse.parse((await call('GET', '/imports', by)).body).imports;
  expect(await list()).toMatchObject([{ importId, source: 'chatgpt', conversations: 2 }]);
  expect(await call('DELETE', `/imports/${importId}`, by)).toMatchObject({ body: { count: 2 } });
  expect(await list()).toEqual([]);
  const { body } = await call('GET', '/trash', by);
  expect((body as { conversations: unknown[] }).conversations).toHaveLength(2);
  expect(await add(by, [aTalk()], importId)).toEqual(['deleted']);
});

it('removing an import stops the replies in its conversations, and no others', async () => {
  const by = await server.signUp();
  const importId = randomUUID();
  await add(by, [aTalk()], importId);
  const { body } = await server.call('GET', '/api/chat/history?messages=none', by);
  const [imported] = body.conversations as { id: string }[];
  const ask = async (conversationId: string | undefined) => {
    const reply = await server.send(by, { conversationId, text: '[[long 400]] [[slow]]' });
    await reply.until(({ event }) => event.type === 'content');
    return reply;
  };
  const [inside, outside] = [await ask(imported?.id), await ask(randomUUID())];
  await call('DELETE', `/imports/${importId}`, by);
  expect((await inside.all()).at(-1)?.event).toMatchObject({ type: 'done', message: { status: 'stopped' } });
  expect((await server.call('GET', '/api/chat/active', by)).body.replies).toHaveLength(1);
  await server.stop(by, outside);
});

it('removing what an import has from one product leaves what it has from another', async () => {
  const by = await server.signUp();
  const importId = randomUUID();
  await add(by, [aTalk(), aTalk({ source: 'claude' })], importId);
  expect(await call('DELETE', `/imports/${importId}?source=elsewhere`, by)).toMatchObject({ status: 400 });
  expect(await call('DELETE', `/imports/${importId}?source=chatgpt`, by)).toMatchObject({ body: { count: 1 } });
  const { imports } = ImportsResponse.parse((await call('GET', '/imports', by)).body);
  expect(imports).toMatchObject([{ source: 'claude', conversations: 1 }]);
});
