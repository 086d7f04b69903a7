import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import type { Attachment } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import { openRedisCluster } from '../cluster/redis/open-redis-cluster.ts';
import { makePdf, drawText } from '../files/testing/make-pdf.ts';
import { openStorage } from '../storage/open-storage.ts';
import { writeBackup } from '../storage/sqlite/backup/write-backup.ts';
import { readTables } from '../storage/sqlite/database/read-tables.ts';
import { HAS_REDIS, startRedis } from '../testing/processes/redis-server.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { marker, RECOVERY_CODE, storePerson, tablesOfPeople } from './testing.ts';

const PROOF = { password: 'tangerine', code: RECOVERY_CODE };

async function start(cluster: Cluster | null = null) {
  const folder = await mkdtemp(join(tmpdir(), 'parley-gone-'));
  const [database, filesDir] = [join(folder, 'parley.db'), join(folder, 'files')];
  const storage = await openStorage(`sqlite:${database}`, { filesDir });
  const server = await startTestServer({ storage, ...(cluster && { cluster }) });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  return { server, folder, places: { database, filesDir, secretsDir: folder } };
}

/**
 * The markers that occur in any file below this folder. The search index keeps only that part of a word that differs from
 * the word before it.
 */
async function found(markers: string[], folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(0);
  const contents = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
  const names = files.map(({ name }) => name);
  return markers.filter((each) => [...contents, ...names].some((content) => content.includes(tail(each))));
}

const tail = (word: string) => (word.length < 15 ? word : word.slice(6));

/** Waits for the scrub, which pauses for thirty times the length of the one before it, and five minutes at most. */
const isGone = (markers: string[], folder: string, message = '') =>
  expect.poll(() => found(markers, folder), { message, timeout: 320_000 }).toEqual([]);

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

/** The markers that occur in Redis. */
async function inRedis(markers: string[], url: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-redis-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const command = (...words: string[]) => promisify(execFile)('redis-cli', ['-u', url, ...words]);
  await command('config', 'set', 'rdbcompression', 'no');
  await command('--rdb', join(folder, 'dump.rdb'));
  return found(markers, folder);
}

/** The texts in the tables of people, each with its column, without the tables that stay, which name no person. */
function textsOf(database: ReturnType<typeof readTables>): [column: string, text: string][] {
  const tables = tablesOfPeople(database.names()).filter((table) => table !== 'spending' && table !== 'audits');
  return tables.flatMap((table) =>
    database
      .rows(table)
      .flatMap((row) =>
        Object.entries(row).flatMap(([column, value]): [string, string][] =>
          typeof value === 'string' ? [[`${table}.${column}`, value]] : [],
        ),
      ),
  );
}

const isIndexed = (server: TestServer, token: string, word: string) =>
  expect.poll(async () => (await server.call('GET', `/api/chat/search?q=${word}`, token)).body.hits).not.toEqual([]);

/**
 * Columns whose texts are none of a person: the user's id, which the record of the deletion keeps, choices from a list,
 * and words of the server or the model.
 */
const WORDLESS =
  /\.(user_id|role|mode|status|step|color|rating|reasons|scopes|transports|model|version|document|subscription_tier)$|^(users\.id|budgets\.id|budgets\.open|sessions\.device|identities\.provider|messages\.reasoning|replies\.owner|onboarding\.answers|shares\.reports|api_keys\.ending)$/;

/** Every word of at least eight letters in the tables of people, with the columns that have it. */
function words(database: ReturnType<typeof readTables>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [column, text] of textsOf(database)) {
    for (const [word] of text.matchAll(/[\p{L}\p{N}@._-]{8,}/gu)) found.set(word, [...(found.get(word) ?? []), column]);
  }
  return found;
}

it(
  'no word in any column of a deleted person remains in DATA_DIR, Redis or the next backup',
  { timeout: 400_000 },
  async () => {
    const redis = HAS_REDIS ? await startRedis() : null;
    const logger = pino({ level: 'silent' });
    const { server, folder, places } = await start(redis && (await openRedisCluster({ url: redis.url, logger })));
    const database = readTables(places.database);
    onTestFinished(() => database.close());
    const kept = await storePerson(server);
    await isIndexed(server, kept.token, kept.word);
    const before = words(database);
    const leaving = await storePerson(server);
    const imagined = marker();
    const temporary = { temporary: true, messages: [{ role: 'user', content: `[[echo]] ${imagined}` }] };
    await (await server.send(leaving.token, temporary)).all();
    await isIndexed(server, leaving.token, leaving.word);
    const own = [...words(database)].filter(([word]) => !before.has(word) && word !== leaving.userId);
    const columns = new Set(own.flatMap(([, named]) => named));
    const bare = textsOf(database).filter(([column]) => !columns.has(column) && !WORDLESS.test(column));
    expect([...new Set(bare.map(([column]) => column))], 'put a word of the person into each').toEqual([]);
    const markers = own.map(([word]) => word);
    expect(await found(markers, folder)).toEqual(markers);

    const { status } = await server.call('DELETE', '/api/account', leaving.token, PROOF);
    expect(status).toBe(200);
    await expect.poll(() => server.storage.deletions.listUnfinished()).toEqual([]);
    await isGone([...markers, imagined], folder);
    // Redis keeps the number of an ended reply for an hour, so that no process writes to it.
    const isNumber = (column: string) => column.endsWith('.generation_id');
    const personal = own.filter(([, named]) => !named.some(isNumber)).map(([word]) => word);
    expect(redis && (await inRedis([...personal, imagined], redis.url))).toEqual(redis && []);
    const backup = join(folder, 'backup');
    await writeBackup(places, backup, { begin() {}, advance() {}, end() {}, say() {} });
    expect(await found([...markers, imagined], backup)).toEqual([]);
    // The other person lost nothing.
    expect([...words(database).keys()]).toEqual(expect.arrayContaining([...before.keys()]));
    await isIndexed(server, kept.token, kept.word);
  },
);

it(
  'no word of conversations remains once they are deleted for good, two requests at once',
  { timeout: 400_000 },
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
    await isGone(markers, folder);
    expect(await server.messages(token, kept.conversationId)).toHaveLength(6);
    await isIndexed(server, token, String(kept.markers[0]));
  },
);

it(
  'no word of deleted memories, instructions and projects remains after the next purge',
  { timeout: 400_000 },
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
    await isGone(markers, folder);
    expect(await server.messages(token, conversationId)).toHaveLength(6);
  },
);

it(
  'no word of a file remains once it is deleted on its own, unsent or of a project',
  { timeout: 400_000 },
  async () => {
    const { server, folder, places } = await start();
    const database = readTables(places.database);
    onTestFinished(() => database.close());
    const token = await server.signUp();
    const project = randomUUID();
    const call = async (method: string, path: string, body?: object) =>
      expect((await server.call(method, path, token, body)).status, path).toBe(200);
    await call('POST', '/api/projects', { id: project, name: 'Bees' });
    const before = words(database);
    const upload = async () => {
      const { body } = await server.upload(token, `${marker()}.txt`, 'text/plain', `It says ${marker()}.`);
      return (body.file as Attachment).id;
    };
    const [unsent, ofProject] = [await upload(), await upload()];
    await call('POST', `/api/projects/${project}/files`, { fileId: ofProject });
    const markers = [...words(database).keys()].filter((word) => !before.has(word));
    expect(markers.length).toBeGreaterThan(5);
    expect(await found(markers, folder)).toEqual(markers);

    await call('DELETE', `/api/files/${unsent}`);
    await call('DELETE', `/api/projects/${project}/files/${ofProject}`);
    await isGone(markers, folder);
  },
);

it('no word of corrected memories and instructions remains after the next purge', { timeout: 400_000 }, async () => {
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
    await isGone([was], folder, path);
  }
});

it('no word of a conversation remains after its restore period has passed', { timeout: 400_000 }, async () => {
  const { server, folder } = await start();
  const token = await server.signUp();
  const [gone, kept] = [await talk(server, token), await talk(server, token)];
  await isIndexed(server, token, String(gone.markers[3]));
  await isIndexed(server, token, String(kept.markers[3]));
  await server.call('DELETE', `/api/chat/${gone.conversationId}`, token);
  expect(await found(gone.markers, folder)).not.toEqual([]);
  for (let count = 1; count > 0;) count = await server.storage.conversations.purge(Date.now() + 1_000, 5);
  await isGone(gone.markers, folder);
  expect(await server.messages(token, kept.conversationId)).toHaveLength(6);
  await isIndexed(server, token, String(kept.markers[0]));
});
