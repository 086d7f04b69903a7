import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Attachment } from '@parley/core';
import { makePdf, drawText } from '../files/testing/make-pdf.ts';
import { openStorage } from '../storage/open-storage.ts';
import { writeBackup } from '../storage/sqlite/backup/write-backup.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A word that occurs nowhere else and is unchanged by the search index's folding. */
const marker = () => Array.from(randomBytes(16), (byte) => LETTERS[byte % 26]).join('');

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-gone-'));
  const [database, filesDir] = [join(folder, 'parley.db'), join(folder, 'files')];
  const server = await startTestServer({ storage: await openStorage(`sqlite:${database}`, { filesDir }) });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  return { server, folder, places: { database, filesDir, secretsDir: folder } };
}

/** The markers that occur in any file below this folder. */
async function found(markers: string[], folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  const names = files.map(({ name }) => name);
  return markers.filter((each) => [...contents, ...names].some((content) => content.includes(each)));
}

/** Creates a conversation with a marker in every field that holds text. */
async function talk(server: TestServer, token: string) {
  const conversationId = randomUUID();
  const [question, long, edited, title, name, words, inline, page] = Array.from({ length: 8 }, marker);
  const markers = [question, long, edited, title, name, words, inline, page].map(String);
  const upload = await server.upload(token, `${name}.txt`, 'text/plain', `A file about ${words}.`);
  const pdf = await server.upload(token, 'a.pdf', 'application/pdf', makePdf({ content: drawText(`Page ${page}`) }));
  const attachmentIds = [upload, pdf].map(({ body }) => (body.file as Attachment).id);
  const send = async (request: Record<string, unknown>) =>
    (await server.send(token, { conversationId, ...request })).all();
  await send({ text: `[[echo]] about ${question}`, attachmentIds });
  await send({ text: `[[echo]] ${long} ${'and more of it '.repeat(2_000)}`, selectedTool: 'thinking' });
  await send({ text: `[[echo]] ${edited}`, isRegeneration: true });
  await send({ text: 'What is in it?', documentName: 'b.txt', documentContent: `It says ${inline}.` });
  await server.call('PATCH', `/api/chat/${conversationId}`, token, { title: `All about ${title}` });
  return { conversationId, markers };
}

/** Stores a marker in everything that a user has beside conversations. */
async function settle(server: TestServer, token: string, conversationId: string) {
  const names = ['about', 'style', 'memory', 'corrected', 'project', 'instructions', 'file', 'inside'] as const;
  const marked = Object.fromEntries(names.map((name) => [name, marker()])) as Record<(typeof names)[number], string>;
  const call = async (method: string, path: string, body: object) =>
    expect((await server.call(method, path, token, body)).status, path).toBe(200);
  await call('PUT', '/api/account/preferences', { about: marked.about, answerStyle: marked.style });
  const [memory, project] = [randomUUID(), randomUUID()];
  await call('POST', '/api/account/memories', { id: memory, text: marked.memory });
  await call('PATCH', `/api/account/memories/${memory}`, { text: marked.corrected });
  await call('POST', '/api/projects', { id: project, name: marked.project, instructions: marked.instructions });
  const upload = await server.upload(token, `${marked.file}.txt`, 'text/plain', `It says ${marked.inside}.`);
  await call('POST', `/api/projects/${project}/files`, { fileId: (upload.body.file as Attachment).id });
  await call('PATCH', `/api/chat/${conversationId}`, { projectId: project });
  return { memory, project, marked, markers: Object.values(marked) };
}

const isIndexed = (server: TestServer, token: string, word: string) =>
  expect
    .poll(async () => (await server.call('GET', `/api/chat/search?q=${word}`, token)).body.hits, { timeout: 10_000 })
    .not.toEqual([]);

it(
  'no word of a deleted account remains in any file of DATA_DIR or in the next backup',
  { timeout: 60_000 },
  async () => {
    const { server, folder, places } = await start();
    const [mira, otto] = [await server.signUp(`${marker()}@example.com`), await server.signUp()];
    const address = `${marker()}@example.com`;
    const leaving = await server.signUp(address);
    const [one, two] = [await talk(server, leaving), await talk(server, leaving)];
    const [kept, other] = [await talk(server, mira), await talk(server, otto)];
    const own = await settle(server, leaving, one.conversationId);
    const miras = await settle(server, mira, kept.conversationId);
    const imagined = marker();
    const temporary = { temporary: true, messages: [{ role: 'user', content: `[[echo]] ${imagined}` }] };
    await (await server.send(leaving, temporary)).all();
    for (const { markers } of [one, two]) await isIndexed(server, leaving, String(markers[3]));
    await isIndexed(server, otto, String(other.markers[3]));
    await server.call('DELETE', `/api/chat/${two.conversationId}`, leaving);
    const { memory: _corrected, ...present } = own.marked;
    const shown = [...one.markers.slice(0, 5), address, ...Object.values(present)];
    const markers = [...one.markers, ...two.markers, address, ...own.markers, imagined];
    const before = await found(markers, folder);
    expect(before).toEqual(expect.arrayContaining(shown));
    expect(before).not.toContain(imagined);

    const { status } = await server.call('DELETE', '/api/account', leaving, { password: 'tangerine' });
    expect(status).toBe(200);
    await expect.poll(() => server.storage.deletions.listUnfinished(), { timeout: 10_000 }).toEqual([]);
    expect(await found(markers, folder)).toEqual([]);

    const backup = join(folder, 'backup');
    await writeBackup(places, backup, { begin() {}, advance() {}, end() {}, say() {} });
    expect(await found(markers, backup)).toEqual([]);
    // Other accounts lost nothing.
    const { memory: _was, ...miraHas } = miras.marked;
    expect(await found(Object.values(miraHas), folder)).toHaveLength(7);
    for (const [token, { conversationId, markers: words }] of [
      [mira, kept],
      [otto, other],
    ] as const) {
      expect(await server.messages(token, conversationId)).toHaveLength(6);
      await isIndexed(server, token, String(words[0]));
      await isIndexed(server, token, String(words[3]));
    }
  },
);

it(
  'no word of conversations remains once they are deleted for good, two requests at once',
  { timeout: 60_000 },
  async () => {
    const { server, folder } = await start();
    const token = await server.signUp();
    const [one, two, kept] = [await talk(server, token), await talk(server, token), await talk(server, token)];
    for (const { markers } of [one, two, kept]) await isIndexed(server, token, String(markers[3]));
    for (const { conversationId } of [one, two]) await server.call('DELETE', `/api/chat/${conversationId}`, token);
    const markers = [...one.markers, ...two.markers];
    expect(await found(markers, folder)).not.toEqual([]);
    const removeForGood = async ({ conversationId }: { conversationId: string }) =>
      (await server.call('DELETE', '/api/chat/trash', token, { ids: [conversationId, kept.conversationId] })).body.ids;
    const removed = await Promise.all([removeForGood(one), removeForGood(two)]);
    expect(removed).toEqual([[one.conversationId], [two.conversationId]]);
    expect(await found(markers, folder)).toEqual([]);
    expect(await server.messages(token, kept.conversationId)).toHaveLength(6);
    await isIndexed(server, token, String(kept.markers[0]));
  },
);

it(
  'no word of deleted memories, instructions and projects remains after the next purge',
  { timeout: 60_000 },
  async () => {
    const { server, folder } = await start();
    const token = await server.signUp();
    const { conversationId, markers: said } = await talk(server, token);
    const { memory, project, markers } = await settle(server, token, conversationId);
    await isIndexed(server, token, String(said[3]));
    expect(await found(markers, folder)).not.toEqual([]);
    const call = async (method: string, path: string, body?: object) =>
      expect((await server.call(method, path, token, body)).status, path).toBe(200);
    await call('PUT', '/api/account/preferences', { about: '', answerStyle: '' });
    await call('DELETE', `/api/account/memories/${memory}`);
    await call('DELETE', `/api/projects/${project}`);
    const later = Date.now() + 1_000;
    while ((await server.storage.projects.purge(later, 5)) > 0);
    while ((await server.storage.files.purgeUnsent(later, 5)) > 0);
    while ((await server.storage.conversations.purge(later, 5)) > 0);
    expect(await found(markers, folder)).toEqual([]);
    expect(await server.messages(token, conversationId)).toHaveLength(6);
  },
);

it('no word of corrected memories and instructions remains after the next purge', async () => {
  const { server, folder } = await start();
  const token = await server.signUp();
  const [about, memory, instructions] = [marker(), marker(), marker()];
  const [remembered, project] = [randomUUID(), randomUUID()];
  const call = async (method: string, path: string, body: object) =>
    expect((await server.call(method, path, token, body)).status, path).toBe(200);
  await call('PUT', '/api/account/preferences', { about });
  await call('POST', '/api/account/memories', { id: remembered, text: memory });
  await call('POST', '/api/projects', { id: project, name: 'Bees', instructions });
  const markers = [about, memory, instructions];
  expect(await found(markers, folder)).toEqual(markers);
  const changes: [string, string, object, string][] = [
    ['PUT', '/api/account/preferences', { about: 'A baker.' }, about],
    ['PATCH', `/api/account/memories/${remembered}`, { text: 'Bakes.' }, memory],
    ['PATCH', `/api/projects/${project}`, { instructions: 'Be brief.' }, instructions],
  ];
  for (const [method, path, body, was] of changes) {
    await call(method, path, body);
    await server.storage.conversations.purge(1, 5);
    expect(await found([was], folder), path).toEqual([]);
  }
});

it('no word of a conversation remains after its restore period has passed', { timeout: 60_000 }, async () => {
  const { server, folder } = await start();
  const token = await server.signUp();
  const [gone, kept] = [await talk(server, token), await talk(server, token)];
  await isIndexed(server, token, String(gone.markers[3]));
  await isIndexed(server, token, String(kept.markers[3]));
  await server.call('DELETE', `/api/chat/${gone.conversationId}`, token);
  expect(await found(gone.markers, folder)).not.toEqual([]);
  for (let count = 1; count > 0;) count = await server.storage.conversations.purge(Date.now() + 1_000, 5);
  expect(await found(gone.markers, folder)).toEqual([]);
  expect(await server.messages(token, kept.conversationId)).toHaveLength(6);
  await isIndexed(server, token, String(kept.markers[0]));
});
