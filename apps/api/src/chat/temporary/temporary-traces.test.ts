import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { pino } from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Attachment } from '@parley/core';
import { startSandbox } from '@parley/sandbox';
import { createKey } from '../../api-keys/testing.ts';
import { openRedisCluster } from '../../cluster/redis/open-redis-cluster.ts';
import { findMongoTestServer, urlOf } from '../../storage/mongo/testing/find-mongo-test-server.ts';
import { openGate } from '../../storage/mongo/testing/gate.ts';
import { dropDatabase, readDocuments } from '../../storage/mongo/testing/read-documents.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { LEASE_MS } from '../../testing/processes/instances.ts';
import { HAS_REDIS, startRedis } from '../../testing/processes/redis-server.ts';
import { fold } from '../../testing/reply-stream.ts';
import { METRICS_TOKEN, startTestServer } from '../../testing/test-server.ts';

/** Says everything that is stored. */
type Stored = () => Promise<string>;

const mongo = HAS_REDIS ? await findMongoTestServer(process.env) : null;
afterAll(() => mongo?.close());

async function filesBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')));
  return [...files, ...contents].join('\n');
}

function openSqlite(folder: string): { url: string; stored: Stored } {
  return { url: `sqlite:${join(folder, 'parley.db')}`, stored: () => filesBelow(folder) };
}

async function openMongo(folder: string): Promise<{ url: string; stored: Stored }> {
  if (!mongo) throw new Error('There is no MongoDB here.');
  const gate = mongo.isMongo ? null : await openGate(mongo.url);
  const name = `parley-test-${randomUUID()}`;
  const { url } = mongo;
  onTestFinished(async () => {
    await dropDatabase(url, name);
    await gate?.close();
  });
  const stored = async () => (await readDocuments(url, name)) + (await filesBelow(folder));
  return { url: urlOf(mongo, name, gate?.address), stored };
}

/** Records every command that this Redis gets from now on. */
async function monitor(url: string): Promise<() => string> {
  const child = spawn('redis-cli', ['-u', url, 'monitor']);
  onTestFinished(() => void child.kill());
  let commands = '';
  child.stdout.setEncoding('latin1').on('data', (text: string) => (commands += text));
  await expect.poll(() => commands).toContain('OK');
  return () => commands;
}

const databases = [['SQLite', openSqlite], ...(mongo ? [[mongo.name, openMongo] as const] : [])] as const;

it.runIf(HAS_REDIS).each(databases)(
  'no byte of a temporary chat is in %s, Redis, the logs, the metrics or the export, and other processes lack its reply',
  { timeout: 120_000 },
  async (_name, open) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-temporary-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [{ url, stored }, redis, sandbox] = [
      await open(folder),
      await startRedis(),
      await startSandbox({ faults: true }),
    ];
    onTestFinished(() => sandbox.close());
    const commands = await monitor(redis.url);
    const storage = await openStorage(url, { filesDir: join(folder, 'files') });
    onTestFinished(() => storage.close());
    const logged: string[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
    const start = async () => {
      const cluster = await openRedisCluster({ url: redis.url, logger, leaseMs: LEASE_MS });
      const server = await startTestServer({ storage: { ...storage, async close() {} }, cluster, sandbox, logger });
      onTestFinished(() => server.close());
      return server;
    };
    const [server, other] = [await start(), await start()];
    const token = await server.signUp();
    const conversationId = randomUUID();
    const upload = async (text: string) => {
      const { body } = await server.upload(token, 'paper.txt', 'text/plain', text);
      return (body.file as Attachment).id;
    };
    // What is stored, to see that each place is looked at.
    const kept = { conversationId, text: '[[echo]] pangolin', attachmentIds: [await upload('A pangolin paper.')] };
    await (await server.send(token, kept)).all();
    const before = await server.messages(token, conversationId);

    const paper = await upload('An axolotl paper.');
    const question = { role: 'user', content: '[[echo]] axolotl', attachmentIds: [paper] };
    // With the id of a stored conversation, too.
    const reply = await server.send(token, { conversationId, temporary: true, messages: [question] });
    const generationId = await reply.generationId();
    expect((await other.attach(token, generationId, -1)).status).toBe(404);
    expect((await other.call('POST', `/api/chat/stream/${generationId}/stop`, token)).status).toBe(404);
    expect(fold(await reply.all()).text).toContain('axolotl');
    const failed = await server.send(token, {
      temporary: true,
      messages: [{ role: 'user', content: '[[500]] axolotl' }],
    });
    expect(fold(await failed.all()).status).toBe('failed');
    await server.call('DELETE', `/api/files/${paper}`, token);
    const { secret } = await createKey(server, token);
    const completed = await server.call('POST', '/v1/chat/completions', secret, {
      model: 'normal',
      messages: [{ role: 'user', content: '[[echo]] axolotl' }],
    });
    expect(JSON.stringify(completed.body)).toContain('axolotl');

    expect(await server.messages(token, conversationId)).toEqual(before);
    const find = async (path: string) => JSON.stringify((await server.call('GET', path, token)).body);
    expect(await find('/api/chat/history')).toContain('pangolin');
    const lists = ['/api/chat/history', '/api/chat/search?q=axolotl', '/api/chat/trash', '/api/chat/active'];
    for (const path of lists) expect(await find(path)).not.toContain('axolotl');
    const exported = await fetch(`${server.url}/api/account/export`, { headers: { Authorization: `Bearer ${token}` } });
    const parts = Object.values(unzipSync(new Uint8Array(await exported.arrayBuffer()))).map((part) => strFromU8(part));
    const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    await expect.poll(async () => (await stored()).includes('axolotl'), { timeout: 30_000 }).toBe(false);
    for (const place of [await stored(), commands(), parts.join('\n')]) {
      expect([place.includes('pangolin'), place.includes('axolotl')]).toEqual([true, false]);
    }
    for (const place of [await stored(), commands(), logged.join('')]) expect(place).not.toContain(secret.slice(12));
    expect(logged.length).toBeGreaterThan(0);
    const measured = await metrics.text();
    expect(measured).toContain('process_');
    expect(logged.join('') + measured).not.toContain('axolotl');
  },
);
