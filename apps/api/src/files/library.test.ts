import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LibraryFile } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function list(token: string, query: string) {
  const { status, body } = await server.call('GET', `/api/files?${query}`, token);
  return { status, files: body.files as LibraryFile[], nextBefore: body.nextBefore as string | null };
}

it('the library has attached and drawn pictures with addresses that open, and other files, of their user only', async () => {
  const [token, stranger] = [await server.signUp(), await server.signUp()];
  const upload = await server.upload(token, 'plan.txt', 'text/plain', 'The plan is tea.');
  const { id: fileId } = upload.body.file as { id: string };
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] plan', attachmentIds: [fileId] })).all();
  await (await server.send(token, { conversationId, text: 'A lighthouse', selectedTool: 'image' })).all();

  const documents = await list(token, 'kind=documents');
  expect(documents.files).toEqual([expect.objectContaining({ id: fileId, name: 'plan.txt', conversationId })]);
  const [picture, ...more] = (await list(token, 'kind=pictures')).files;
  expect([picture?.conversationId, more.length]).toEqual([conversationId, 0]);
  expect((await fetch(server.url + picture?.url)).status).toBe(200);
  for (const kind of ['pictures', 'documents']) expect((await list(stranger, `kind=${kind}`)).files).toEqual([]);

  await server.call('DELETE', `/api/chat/${conversationId}`, token);
  expect((await list(token, 'kind=pictures')).files).toEqual([]);
});

it('a library of 31 files has two pages, and a damaged place of a page is refused', async () => {
  const token = await server.signUp();
  const ids: string[] = [];
  for (let count = 0; count < 31; count++) {
    const { body } = await server.upload(token, `${count}.txt`, 'text/plain', String(count));
    ids.push((body.file as { id: string }).id);
  }
  const conversationId = randomUUID();
  for (let from = 0; from < ids.length; from += 4) {
    const attachmentIds = ids.slice(from, from + 4);
    await (await server.send(token, { conversationId, text: '[[echo]] read', attachmentIds })).all();
  }
  const first = await list(token, 'kind=documents');
  const second = await list(token, `kind=documents&before=${first.nextBefore}`);
  expect([first.files.length, second.files.length, second.nextBefore]).toEqual([30, 1, null]);
  expect(new Set([...first.files, ...second.files].map(({ id }) => id))).toEqual(new Set(ids));
  for (const before of ['x', '1.', '.a', `1.${'a'.repeat(101)}`, '1.a%00'])
    expect((await list(token, `kind=documents&before=${before}`)).status).toBe(400);
  expect((await list(token, 'kind=songs')).status).toBe(400);
  expect((await server.call('GET', '/api/files?kind=pictures')).status).toBe(401);
});
