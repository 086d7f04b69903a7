import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { findMongoTestServer, urlOf } from '../../storage/mongo/testing/find-mongo-test-server.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { CrashPoint } from '../../testing/processes/crashing-server.ts';
import { startKillable, startKilled, type KillableServer } from '../../testing/processes/kill-during-replies.ts';
import { fold } from '../../testing/reply-stream.ts';
import { clientOf } from '../../testing/test-server.ts';

const QUESTION = '[[long 60]]';
// Each test starts two processes.
vi.setConfig({ testTimeout: 60_000 });

const mongo = await findMongoTestServer(process.env);
afterAll(() => mongo?.close());
const databases = [
  { name: 'SQLite' },
  ...(mongo ? [{ name: mongo.name, urlOf: () => urlOf(mongo, `parley-test-${randomUUID()}`) }] : []),
];

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true, delayMs: 8 });
  folder = mkdtempSync(join(tmpdir(), 'parley-crash-'));
});
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const serverOf = (name: string, database = `sqlite:${join(folder, `${name}.db`)}`): KillableServer => ({
  database,
  folder: join(folder, name),
  modelUrl: sandbox.urls.openai,
});

async function startProcess(name: string, point: CrashPoint): Promise<{ process: ChildProcess; url: string }> {
  const started = await startKillable(serverOf(name), point);
  onTestFinished(() => void started.process.kill('SIGKILL'));
  return started;
}

it.each<[CrashPoint, string]>([
  ['after_accept', 'interrupted'],
  ['first_token', 'interrupted'],
  ['before_done', 'interrupted'],
  ['after_done', 'complete'],
])('a server killed %s has stored the message, and its reply is %s', async (point, status) => {
  const request = { conversationId: randomUUID(), clientMessageId: randomUUID(), text: QUESTION };

  const first = await startProcess(point, point);
  const before = clientOf(first.url);
  const token = await before.signUp('mira@example.com');
  const died = once(first.process, 'exit');
  // The server dies before, during or after its answer; everything received from it must be found again.
  const seen = await before.send(token, request).then(
    (reply) => reply.all(),
    () => [],
  );
  expect((await died)[1]).toBe('SIGKILL');

  const second = await startProcess(point, 'none');
  const after = clientOf(second.url);
  const [question, reply] = await after.messages(token, request.conversationId);
  expect(question).toMatchObject({ isUser: true, text: QUESTION });
  expect(reply).toMatchObject({ isUser: false, status });
  expect(await after.messagesUsed(token)).toBe(reply?.isError && reply.text.startsWith('Error: ') ? 0 : 1);
  expect((await after.call('GET', '/api/chat/active', token)).body.replies).toEqual([]);
  if (point === 'before_done') expect(reply?.text).toContain('word20');
  if (point === 'first_token') expect(reply?.text).toContain('word1');
  const lastSeen = seen.findLast(({ event }) => event.type === 'accepted');
  if (point !== 'after_accept') expect(lastSeen).toBeDefined();

  // The client does not know what happened and resends: it gets the stored reply, and nothing is counted twice.
  const repeat = await after.send(token, request);
  const events = await repeat.all();
  expect(events.at(-1)?.event.type).toBe(status === 'complete' ? 'done' : 'error');
  expect(await after.messages(token, request.conversationId)).toHaveLength(2);

  // The conversation can continue.
  const next = await after.send(token, { conversationId: request.conversationId, text: '[[echo]] still there?' });
  expect((await next.all()).at(-1)?.event.type).toBe('done');
});

it('a server killed in the middle of a reply has stored every word that it sent', async () => {
  const request = { conversationId: randomUUID(), clientMessageId: randomUUID(), text: '[[long 400]]' };
  const first = await startProcess('outside', 'none');
  const before = clientOf(first.url);
  const token = await before.signUp('mira@example.com');
  const reply = await before.send(token, request);
  const isSeen = (words: number) => () => reply.raw().includes(`word${words} `);
  await reply.until(isSeen(45));
  first.process.kill('SIGKILL');
  const shown = fold(await reply.all());

  const after = clientOf((await startProcess('outside', 'none')).url);
  const stored = (await after.messages(token, request.conversationId)).at(-1);
  expect(stored).toMatchObject({ status: 'interrupted', errorCode: 'interrupted' });
  expect(shown.text).toContain('word45 ');
  expect(stored?.text.startsWith(shown.text)).toBe(true);
  // Text that reached the user counts, however the reply ended.
  expect(await after.messagesUsed(token)).toBe(1);
});

const COSTLY = '[[stall 0]] What does this cost?';
it.each([
  ['a message', { text: COSTLY }],
  ['a temporary message', { temporary: true, messages: [{ role: 'user', content: COSTLY }] }],
])(
  'a server killed as soon as it has asked the model for %s has stored what that costs, once',
  async (name, request) => {
    sandbox.reset();
    const first = await startProcess(name, 'none');
    const token = await clientOf(first.url).signUp('mira@example.com');
    const sent = clientOf(first.url).send(token, request);
    const isAsked = () => sandbox.log().some((asked) => JSON.stringify(asked).includes(COSTLY));
    await expect.poll(isAsked, { interval: 1 }).toBe(true);
    const died = once(first.process, 'exit');
    first.process.kill('SIGKILL');
    await Promise.all([died, sent.then((reply) => reply.all()).catch(() => [])]);
    for (let restart = 0; restart < 2; restart++) {
      const next = await startProcess(name, 'none');
      const ended = once(next.process, 'exit');
      next.process.kill('SIGKILL');
      await ended;
    }
    const storage = await openStorage(serverOf(name).database, { filesDir: folder });
    onTestFinished(() => storage.close());
    const [spent, ...more] = await storage.spending.daily(0, 1_000_000);
    expect(spent).toMatchObject({ mode: 'normal', requests: 1, estimatedRequests: 1 });
    expect(spent?.inputTokens).toBeGreaterThan(0);
    expect(more).toEqual([]);
  },
);

const KILLS = process.env.PARLEY_TEST_ALL ? 2 : 1;

// The storages of a MongoDB are killed in other tests too, so without `--all` SQLite is enough.
it.each(process.env.PARLEY_TEST_ALL ? databases : databases.slice(0, 1))(
  'every word that many readers got is stored after kills at any moment, in $name',
  async ({ name, urlOf }) => {
    const server = await startKilled(serverOf(name, urlOf?.()));
    onTestFinished(server.close);
    for (let kill = 0; kill < KILLS; kill++) {
      const { shown, lost } = await server.kill({ replies: 30, ms: 50 + Math.random() * 600 });
      expect(shown).toBeGreaterThan(0);
      expect(lost).toBe(0);
    }
  },
);

it.each<[CrashPoint, boolean]>([
  ['picture_kept', false],
  ['before_done', true],
])(
  'a server killed %s while it draws leaves an interrupted reply with the whole picture or none',
  async (point, hasPicture) => {
    const request = { conversationId: randomUUID(), text: 'a red fox', selectedTool: 'image' };
    const first = await startProcess(`picture-${point}`, point);
    const before = clientOf(first.url);
    const token = await before.signUp('mira@example.com');
    const died = once(first.process, 'exit');
    await before.send(token, request).then(
      (reply) => reply.all(),
      () => [],
    );
    expect((await died)[1]).toBe('SIGKILL');

    const { url } = await startProcess(`picture-${point}`, 'none');
    const after = clientOf(url);
    const [question, reply] = await after.messages(token, request.conversationId);
    expect(question).toMatchObject({ text: 'a red fox', status: 'complete' });
    expect(reply).toMatchObject({ status: 'interrupted', isError: true });
    expect(reply?.toolCalls).toBeUndefined();
    if (reply?.imageUrl) expect((await fetch(url + reply.imageUrl)).status).toBe(200);
    expect(reply?.imageUrl !== undefined).toBe(hasPicture);
    // The provider had already been asked to draw.
    expect(await after.messagesUsed(token)).toBe(1);

    const again = { conversationId: request.conversationId, isRegeneration: true, originalMessageId: reply?.id };
    const events = await (await after.send(token, { ...again, selectedTool: 'image' })).all();
    expect(events.at(-1)?.event).toMatchObject({ type: 'done', message: { imagePrompt: 'a red fox' } });
    expect(await after.messages(token, request.conversationId)).toHaveLength(2);
  },
);
