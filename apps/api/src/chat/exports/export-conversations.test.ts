import { randomUUID } from 'node:crypto';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExportFile } from '@parley/core/api';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const EMAIL = 'mira@example.com';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp(EMAIL);
});
afterAll(() => server.close());

async function talk(...texts: string[]): Promise<string> {
  const conversationId = randomUUID();
  for (const text of texts) await (await server.send(token, { conversationId, text })).all();
  return conversationId;
}

async function download(ids: string[], as: string, by = token) {
  const response = await fetch(`${server.url}/api/chat/export`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${by}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids, as }),
  });
  const name = response.headers.get('Content-Disposition') ?? '';
  return { status: response.status, name, bytes: Buffer.from(await response.arrayBuffer()) };
}

it('JSON has every version of every message and reads back equal to what is stored', async () => {
  const one = await talk('[[echo]] first', '[[echo]] second');
  const isRegeneration = true;
  await (await server.send(token, { conversationId: one, text: '[[echo]] other second', isRegeneration })).all();
  const two = await talk('[[echo]] half a pair: \ud800 </script>');
  const { status, name, bytes } = await download([one, two, one], 'json');
  expect([status, name]).toEqual([200, expect.stringMatching(/^attachment; filename="Parley 20[\d-]+\.json"$/)]);
  const read: unknown = JSON.parse(bytes.toString());
  const file = ExportFile.parse(read);
  expect(file).toEqual(read);
  const { conversations, users } = server.storage;
  const userId = (await users.findByEmail(EMAIL))?.id ?? '';
  for (const [index, id] of [one, two].entries()) {
    const { messages, currentBranch, ...conversation } = file.conversations[index] ?? expect.fail('It is missing.');
    expect(conversation).toEqual(await conversations.find(userId, id));
    const tree = messages.map(({ parentId, ...message }) => ({ parentId, message }));
    expect(tree).toEqual(await conversations.tree(userId, id));
    const branch = await conversations.messages(userId, id, { limit: 99 });
    expect(currentBranch).toEqual(branch?.items.map((message) => message.id));
  }
  expect(file.conversations[0]?.messages).toHaveLength(6);
  expect(file.conversations).toHaveLength(2);
});

it('Markdown has the shown branch, with a title that is only text', async () => {
  const id = await talk('[[echo]] first', '[[echo]] second');
  await (await server.send(token, { conversationId: id, text: '[[echo]] better', isRegeneration: true })).all();
  await server.call('PATCH', `/api/chat/${id}`, token, { title: '<img src=x onerror=alert(1)> [a](b) / CON: *x*y' });
  const { name, bytes } = await download([id], 'markdown');
  expect(name).toMatch(
    /^attachment; filename="20[\d-]+ img src=x onerror=alert\(1\) \[a\]\(b\) CON x y [\da-f-]{13}\.md"$/,
  );
  const text = bytes.toString();
  expect(text).toMatch(/^# \\<img src=x onerror=alert\(1\)\\> \\\[a\\\]\(b\) \/ CON: \\\*x\\\*y\n\n## You, /);
  expect(text).toContain('better');
  expect(text).not.toContain('second');
});

it('several conversations are a ZIP file whose names every system can store, without those that are gone', async () => {
  const [one, two, gone] = [await talk('[[echo]] a'), await talk('[[echo]] b'), await talk('[[echo]] c')];
  for (const id of [one, two]) await server.call('PATCH', `/api/chat/${id}`, token, { title: '漢'.repeat(120) });
  await server.call('DELETE', `/api/chat/${gone}`, token);
  const { name, bytes } = await download([gone, one, two], 'markdown');
  expect(name).toMatch(/\.zip"$/);
  const names = Object.keys(unzipSync(new Uint8Array(bytes)));
  expect(names).toHaveLength(2);
  for (const each of names) expect(Buffer.byteLength(each)).toBeLessThan(256);
});

it('only the owner exports a conversation, and only known ones', async () => {
  const id = await talk('[[echo]] mine');
  const stranger = await server.signUp();
  expect((await download([id], 'json', stranger)).status).toBe(404);
  await server.call('DELETE', `/api/chat/${id}`, token);
  for (const as of ['json', 'markdown']) expect((await download([id, randomUUID()], as)).status).toBe(404);
  expect((await download([], 'json')).status).toBe(400);
  expect((await download([id], 'pdf')).status).toBe(400);
});
