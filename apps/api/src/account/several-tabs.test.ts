import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { MAX_MEMORIES, type ImportOutcome, type MemoriesResponse } from '@parley/core';
import { findMongoTestServer, urlOf } from '../storage/mongo/testing/find-mongo-test-server.ts';
import { openGate } from '../storage/mongo/testing/gate.ts';
import { dropDatabase } from '../storage/mongo/testing/read-documents.ts';
import { openStorage } from '../storage/open-storage.ts';
import { startTestServer } from '../testing/test-server.ts';

const TABS = 4;

const mongo = await findMongoTestServer(process.env);
afterAll(() => mongo?.close());

async function openMongo(): Promise<string> {
  if (!mongo) throw new Error('There is no MongoDB here.');
  const gate = mongo.isMongo ? null : await openGate(mongo.url);
  const name = `parley-test-${randomUUID()}`;
  onTestFinished(async () => {
    await dropDatabase(mongo.url, name);
    await gate?.close();
  });
  return urlOf(mongo, name, gate?.address);
}

const databases: [string, (folder: string) => string | Promise<string>][] = [
  ['SQLite', (folder) => `sqlite:${join(folder, 'parley.db')}`],
  ...(mongo ? [[mongo.name, openMongo] as [string, typeof openMongo]] : []),
];

describe.each(databases)('one user in several tabs, on %s', (_name, databaseIn) => {
  async function start() {
    const folder = mkdtempSync(join(tmpdir(), 'parley-tabs-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const storage = await openStorage(await databaseIn(folder), { filesDir: join(folder, 'files') });
    const server = await startTestServer({ storage });
    onTestFinished(() => server.close());
    return { server, token: await server.signUp() };
  }

  it('several tabs import each conversation once, and none fails', { timeout: 120_000 }, async () => {
    const { server, token } = await start();
    const conversations = ['a', 'b', 'c', 'd', 'e'].map(aTalk);
    const send = () => server.call('POST', '/api/chat/import', token, { importId: randomUUID(), conversations });
    const answers = await Promise.all(Array.from({ length: TABS }, send));
    expect(answers.map(({ status }) => status)).toEqual(Array(TABS).fill(200));
    const outcomes = answers.flatMap(({ body }) => body.outcomes as ImportOutcome[]);
    expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(conversations.length);
    expect(outcomes.filter((outcome) => outcome === 'same')).toHaveLength(conversations.length * (TABS - 1));
    const { body } = await server.call('GET', '/api/chat/history?messages=all', token);
    const stored = body.conversations as { messages: unknown[] }[];
    expect(stored.map(({ messages }) => messages.length)).toEqual(conversations.map(() => 2));
  });

  it('several tabs add exactly as many memories as there is room for', { timeout: 120_000 }, async () => {
    const { server, token } = await start();
    const path = '/api/account/memories';
    const add = (text: string) => server.call('POST', path, token, { id: randomUUID(), text });
    for (let n = 1; n < MAX_MEMORIES; n++) await add(`Fact ${n}.`);
    const answers = await Promise.all(Array.from({ length: TABS }, (_, tab) => add(`From tab ${tab}.`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const { memories } = (await server.call('GET', path, token)).body as unknown as MemoriesResponse;
    expect(memories).toHaveLength(MAX_MEMORIES);
  });
});

function aTalk(id: string) {
  const base = { timestamp: '2024-05-01T10:00:00.000Z', status: 'complete' };
  return {
    source: 'chatgpt',
    id,
    title: `About ${id}`,
    webSearchEnabled: false,
    thinkingModeEnabled: false,
    pinned: false,
    archived: false,
    updatedAt: base.timestamp,
    lastMessageId: 'reply',
    messages: [
      { ...base, id: 'question', parentId: null, isUser: true, text: 'Why?' },
      { ...base, id: 'reply', parentId: 'question', isUser: false, text: 'Because.' },
    ],
  };
}
