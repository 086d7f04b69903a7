import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import type { Attachment, Message } from '@parley/core';
import { startTestServer } from '../../testing/test-server.ts';
import type { Model } from '../model/model.ts';
import type { Turn } from './mode.ts';
import { modelMessages } from './prompt/model-messages.ts';

const CONTEXT = 20_000;
const TEXT = '漢<'.repeat(500_000);

const fileOf = (id: string) => ({ id, name: `${id}.txt`, kind: 'text', type: 'text/plain', size: 9 }) as Attachment;

/** A turn whose earlier messages name these files, with the number of texts that were read. */
function aTurn(earlier: string[][]) {
  const reads: string[] = [];
  const text = async (id: string) => {
    reads.push(id);
    return `${id} ${TEXT}`;
  };
  const messages = [...earlier, []].map((ids, index) => ({
    id: String(index),
    isUser: index % 2 === earlier.length % 2,
    text: `words ${index}`,
    ...(ids.length > 0 && { attachments: ids.map(fileOf) }),
  }));
  const turn = { messages: messages as Message[], files: { text } } as unknown as Turn;
  return { turn, reads };
}

const model = { capabilities: async () => ({ readsPdf: false, seesPictures: { ok: false } }) } as unknown as Model;

/** Milliseconds of this thread's processor time, which other processes do not change. */
async function millisecondsOf(turn: Turn): Promise<number> {
  const before = process.threadCpuUsage();
  await modelMessages(turn, model, CONTEXT);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it('reads a document once, and takes no longer when many messages name it', async () => {
  const few = aTurn(Array(4).fill(['a']));
  await millisecondsOf(few.turn);
  const floor = await millisecondsOf(few.turn);
  const many = aTurn(Array(60).fill(Array(2).fill('a')));
  expect(await millisecondsOf(many.turn)).toBeLessThan(3 * floor + 50);
  expect(many.reads).toEqual(['a']);
});

it('reads the documents of the newest messages until the context is full, and names the others', async () => {
  const { turn, reads } = aTurn(Array.from({ length: 12 }, (_, index) => [`f${index}`]));
  const { messages, sizes } = await modelMessages(turn, model, CONTEXT);
  expect(reads.length).toBeLessThan(12);
  expect(reads).toEqual(Array.from(reads, (_, age) => `f${11 - age}`));
  const [oldest, newest] = [messages[0]?.content, messages.at(-2)?.content];
  expect(oldest).toBe('[attached: f0.txt]\n\nwords 0');
  expect(newest).toContain('f11 漢<');
  expect(newest).toContain('words 11');
  expect(sizes()).toHaveLength(13);
  expect(
    sizes()
      .slice(-reads.length - 1)
      .reduce((sum, size) => sum + size, 0),
  ).toBeGreaterThan(CONTEXT);
});

it('reads more documents of one message than a question may have only while they fit', async () => {
  const { turn, reads } = aTurn([Array.from({ length: 30 }, (_, index) => `f${index}`)]);
  await modelMessages(turn, model, CONTEXT);
  expect(reads).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
});

it('gives each message that names a document its text, so that a dropped older one takes it from none', async () => {
  const { turn } = aTurn([['a'], [], ['a']]);
  const { messages } = await modelMessages(turn, model, CONTEXT * 100);
  expect(messages.map(({ content }) => content.includes('漢'))).toEqual([true, false, true, false]);
});

it('a message of an import and of a temporary chat has a file once, however often it names it', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const { body } = await server.upload(token, 'a.txt', 'text/plain', 'A quokka.');
  const file = body.file as Attachment;
  const timestamp = '2024-05-01T10:00:00.000Z';
  const question = { id: 'q', parentId: null, isUser: true, text: 'Why?', timestamp, status: 'complete' };
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  const messages = [{ ...question, attachments: Array(100).fill(file) }];
  const talk = { ...flags, source: 'chatgpt', id: 't', title: 'T', updatedAt: timestamp, lastMessageId: 'q', messages };
  await server.call('POST', '/api/chat/import', token, { importId: randomUUID(), conversations: [talk] });
  const history = await server.call('GET', '/api/chat/history?messages=none', token);
  const [imported] = history.body.conversations as { id: string }[];
  const [stored] = await server.messages(token, imported?.id ?? '');
  expect(stored?.attachments).toEqual([file]);

  const turn = { role: 'user', content: 'Why?', attachmentIds: Array(5).fill(file.id) };
  await (await server.send(token, { temporary: true, messages: [turn] })).all();
  const asked = server.sandbox.log().findLast(({ kind }) => kind === 'reply');
  expect(JSON.stringify(asked).split('quokka')).toHaveLength(2);
});
