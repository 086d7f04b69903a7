import { strFromU8, unzipSync } from 'fflate';
import type { Message } from '@parley/core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const download = (token: string) =>
  fetch(`${server.url}/api/account/export`, { headers: { Authorization: `Bearer ${token}` } });

it('is everything of mine in one ZIP file, and nothing of anybody else', async () => {
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

it('can be had once a day, and when next is told', async () => {
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
