import { strFromU8, unzipSync } from 'fflate';
import { AppError, type Message } from '@parley/core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const download = (token: string) =>
  fetch(`${server.url}/api/account/export`, { headers: { Authorization: `Bearer ${token}` } });

it('the export holds everything of the user in one ZIP file, and nothing of other users', async () => {
  const token = await server.signUp('mine@example.com');
  const stranger = await server.signUp('other@example.com');
  await (await server.send(stranger, { text: 'not yours' })).all();

  const conversationId = crypto.randomUUID();
  const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const upload = await server.upload(token, '../ünsafe\nname.png', 'image/png', new Uint8Array(picture));
  const file = upload.body.file as { id: string };
  await (await server.send(token, { conversationId, text: 'What is 6 * 7?', attachmentIds: [file.id] })).all();
  const [question] = await server.messages(token, conversationId);
  const again = { conversationId, text: 'What is 6 * 8?', originalMessageId: question?.id, isRegeneration: true };
  await (await server.send(token, again)).all();
  const archived = crypto.randomUUID();
  await (await server.send(token, { conversationId: archived, text: 'an old one' })).all();
  await server.call('PATCH', `/api/chat/${archived}`, token, { archived: true, title: '../../etc/passwd' });

  const response = await download(token);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Parley \d{4}-\d\d-\d\d\.zip"$/);
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const names = Object.keys(files);
  expect(names.filter((name) => name.includes('..') || name.startsWith('/') || name.includes('\n'))).toEqual([]);
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
  expect(names.filter((name) => name.startsWith('conversations/'))).toHaveLength(4);
  const textOf = (fits: (name: string) => boolean) => {
    const bytes = files[names.find(fits) ?? ''];
    return bytes ? strFromU8(bytes) : '';
  };

  expect(JSON.parse(textOf((name) => name === 'account.json'))).toMatchObject({
    user: { email: 'mine@example.com' },
    sessions: [{ device: expect.any(String) }],
  });
  const id = conversationId.slice(0, 13);
  const whole = JSON.parse(textOf((name) => name.includes(id) && name.endsWith('.json'))) as {
    currentBranch: string[];
    messages: (Message & { parentId: string | null })[];
  };
  expect(whole.messages.map(({ text }) => text)).toEqual([
    'What is 6 * 7?',
    expect.any(String),
    'What is 6 * 8?',
    expect.any(String),
  ]);
  expect(whole.messages.map(({ parentId }) => parentId)).toEqual([
    null,
    whole.messages[0]?.id,
    null,
    whole.messages[2]?.id,
  ]);
  expect(whole.currentBranch).toEqual(whole.messages.slice(2).map((message) => message.id));
  const markdown = textOf((name) => name.includes(id) && name.endsWith('.md'));
  expect(markdown).toMatch(/^# .+\n\n## You, .+ UTC\n\n/);
  expect(markdown).toContain('What is 6 * 8?');
  expect(markdown.split('\n').slice(1).join('\n')).not.toContain('6 * 7');
  for (const bytes of Object.values(files)) expect(strFromU8(bytes)).not.toContain('not yours');
});

/** The names of a download's entries, and the JSON of one of them. */
async function unpack(response: Response) {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  const names = Object.keys(files);
  function json(start: string) {
    const name = names.find((each) => each.startsWith(start) && each.endsWith('.json')) ?? '';
    const text = strFromU8(files[name] ?? new Uint8Array());
    return JSON.parse(text) as { id: string; deletedAt?: string; messages: Message[] };
  }
  return { names, json };
}

it('the export holds deleted conversations that can still be restored, with their files', async () => {
  const token = await server.signUp();
  const conversationId = crypto.randomUUID();
  const upload = await server.upload(token, 'a.txt', 'text/plain', 'words of a file');
  const { id: fileId } = upload.body.file as { id: string };
  await (await server.send(token, { conversationId, text: 'regretted', attachmentIds: [fileId] })).all();
  await (await server.send(token, { text: 'kept' })).all();
  await server.call('DELETE', `/api/chat/${conversationId}`, token);
  const { names, json } = await unpack(await download(token));
  expect(names.map((name) => name.split('/')[0]).toSorted()).toEqual([
    'account.json',
    'conversations',
    'conversations',
    'deleted',
    'deleted',
    'files',
  ]);
  expect(json('deleted/')).toMatchObject({ id: conversationId, deletedAt: expect.stringMatching(/^20\d\d-.*Z$/) });
  expect(json('deleted/').messages.map(({ text }) => text)).toEqual(['regretted', expect.any(String)]);
  expect(json('conversations/')).not.toHaveProperty('deletedAt');
});

it('the export can be unpacked on every system, whatever titles and files are called', async () => {
  const token = await server.signUp();
  const conversationId = crypto.randomUUID();
  await (await server.send(token, { conversationId, text: 'hello' })).all();
  await server.call('PATCH', `/api/chat/${conversationId}`, token, { title: 'Why: "5 < 6 | 7 > 6"? *' });
  await server.upload(token, 'what? <1>:2|"3"*.txt', 'text/plain', 'words');
  const { names } = await unpack(await download(token));
  expect(names.filter((name) => /[<>:"|?*\\]/.test(name))).toEqual([]);
  expect(names.some((name) => name.includes(' Why 5 6 7 6 '))).toBe(true);
  expect(names.some((name) => name.endsWith(' what_ _1__2__3__.txt'))).toBe(true);
});

it('the export includes conversations that are changed, archived, deleted or restored while it runs', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  let meanwhile = async () => {};
  const storage: Storage = {
    ...kept,
    conversations: {
      ...kept.conversations,
      async tree(userId, id) {
        await meanwhile();
        return kept.conversations.tree(userId, id);
      },
    },
  };
  const own = await startTestServer({ storage });
  onTestFinished(() => own.close());
  const token = await own.signUp();
  const ids = Array.from({ length: 4 }, () => crypto.randomUUID());
  for (const conversationId of ids) await (await own.send(token, { conversationId, text: 'hello' })).all();
  const [oldest = '', archived = '', deleted = ''] = ids;
  await own.call('PATCH', `/api/chat/${archived}`, token, { archived: true });
  await own.call('DELETE', `/api/chat/${deleted}`, token);
  let step = 0;
  meanwhile = async () => {
    step++;
    if (step !== 1) return;
    // The list was read to its end before these requests.
    await own.call('DELETE', `/api/chat/${oldest}`, token);
    await own.call('PATCH', `/api/chat/${archived}`, token, { archived: false });
    await own.call('POST', `/api/chat/${deleted}/restore`, token);
  };
  const response = await fetch(`${own.url}/api/account/export`, { headers: { Authorization: `Bearer ${token}` } });
  const { names } = await unpack(response);
  const found = ids.filter((id) => names.some((name) => name.endsWith(`${id.slice(0, 13)}.json`)));
  expect(found).toEqual(ids);
  expect(new Set(names).size).toBe(names.length);
});

/** A server whose exports fail while `isAway`, and an export of one of its users. */
async function failingExports() {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const failing = { isAway: true };
  const storage: Storage = {
    ...kept,
    usage: {
      ...kept.usage,
      async window(userId) {
        if (failing.isAway) throw new AppError('unavailable');
        return kept.usage.window(userId);
      },
    },
  };
  const own = await startTestServer({ storage });
  onTestFinished(() => own.close());
  const headers = { Authorization: `Bearer ${await own.signUp()}` };
  return { failing, start: () => fetch(`${own.url}/api/account/export`, { headers }) };
}

it('a failed export does not count against the daily limit', async () => {
  const { failing, start } = await failingExports();
  expect((await start()).status).toBe(503);
  failing.isAway = false;
  expect((await start()).status).toBe(200);
});

it('an export that always fails can be started ten times a day', async () => {
  const { failing, start } = await failingExports();
  for (let times = 0; times < 10; times++) expect((await start()).status).toBe(503);
  failing.isAway = false;
  const refused = await start();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000);
});

it('the export is available once a day, and the response says when next', async () => {
  const token = await server.signUp();
  const nextAt = async () => (await server.call('GET', '/api/account', token)).body.nextExportAt as string | null;
  expect(await nextAt()).toBeNull();
  expect((await download(token)).status).toBe(200);
  expect(Date.parse((await nextAt()) ?? '') - Date.now()).toBeGreaterThan(80_000_000);
  const refused = await download(token);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(80_000);
  expect((await download('none')).status).toBe(401);
});

it('a request for the headers of an export alone does not use up the export of the day', async () => {
  const token = await server.signUp();
  const headers = { Authorization: `Bearer ${token}` };
  const head = await fetch(`${server.url}/api/account/export`, { method: 'HEAD', headers });
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const response = await download(token);
  expect(response.status).toBe(200);
  await response.body?.cancel();
});
