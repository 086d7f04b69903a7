import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Conversation, ImportOutcome, Message } from '@parley/core';
import { startSandbox } from '@parley/sandbox';
import { findMongoTestServer, urlOf } from '../../storage/mongo/testing/find-mongo-test-server.ts';
import { startKillable } from '../../testing/processes/kill-during-replies.ts';
import { clientOf } from '../../testing/test-server.ts';

const CONVERSATIONS = 30;
const IN_BATCH = 5;
const MESSAGES = 8;

const mongo = await findMongoTestServer(process.env);
afterAll(() => mongo?.close());
const databases: [string, (folder: string) => string][] = [
  ['SQLite', (folder) => `sqlite:${join(folder, 'parley.db')}`],
  ...(mongo ? [[mongo.name, () => urlOf(mongo, `parley-test-${randomUUID()}`)] as [string, () => string]] : []),
];

function aTalk(index: number) {
  const base = { timestamp: '2024-05-01T10:00:00.000Z', status: 'complete' };
  const messages = Array.from({ length: MESSAGES }, (_, at) => ({
    ...base,
    id: `${at}`,
    parentId: at === 0 ? null : `${at - 1}`,
    isUser: at % 2 === 0,
    text: `${index} ${at}`,
  }));
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  const lastMessageId = `${MESSAGES - 1}`;
  return {
    source: 'chatgpt',
    id: `${index}`,
    title: `Talk ${index}`,
    ...flags,
    updatedAt: base.timestamp,
    lastMessageId,
    messages,
  };
}

it.each(databases)(
  'an import goes on after the server was killed in it, and no conversation is ever there in part: %s',
  { timeout: 120_000 },
  async (_name, databaseIn) => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const sandbox = await startSandbox({ faults: true });
    onTestFinished(() => sandbox.close());
    const place = { database: databaseIn(folder), folder: join(folder, 'files'), modelUrl: sandbox.urls.openai };
    const start = async () => {
      const started = await startKillable(place);
      onTestFinished(() => void started.process.kill('SIGKILL'));
      return { ...started, client: clientOf(started.url) };
    };
    const importId = randomUUID();
    const send = async ({ client }: Awaited<ReturnType<typeof start>>, token: string, from: number) => {
      const conversations = Array.from({ length: IN_BATCH }, (_, index) => aTalk(from + index));
      const { body } = await client.call('POST', '/api/chat/import', token, { importId, conversations });
      return body.outcomes as ImportOutcome[];
    };
    const starts = Array.from({ length: CONVERSATIONS / IN_BATCH }, (_, batch) => batch * IN_BATCH);

    const first = await start();
    const token = await first.client.signUp();
    const sent = starts.map((from) => send(first, token, from));
    await Promise.any(sent);
    const died = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await died;
    await Promise.allSettled(sent);

    const second = await start();
    const listed = async () => {
      const { body } = await second.client.call('GET', '/api/chat/history?messages=none&limit=200', token);
      return body.conversations as Conversation[];
    };
    const messagesOf = async ({ id }: Conversation) =>
      (await second.client.call('GET', `/api/chat/${id}`, token)).body.messages as Message[];
    const expectWhole = async (conversations: Conversation[]) => {
      for (const each of conversations) expect(await messagesOf(each)).toHaveLength(MESSAGES);
    };
    const kept = await listed();
    expect(kept.length).toBeGreaterThanOrEqual(IN_BATCH);
    await expectWhole(kept);
    const outcomes = (await Promise.all(starts.map((from) => send(second, token, from)))).flat();
    const same = outcomes.filter((outcome) => outcome === 'same');
    // The database may have carried out the last write of the killed server since.
    expect(same.length).toBeGreaterThanOrEqual(kept.length);
    expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(CONVERSATIONS - same.length);
    const all = await listed();
    expect(all).toHaveLength(CONVERSATIONS);
    await expectWhole(all);
  },
);
