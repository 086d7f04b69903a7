import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { AppError, type Conversation } from '@parley/core';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import type { Model } from '../../model/model.ts';

let server: TestServer;
let token: string;
afterEach(() => server.close());

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer({ namesConversations: true, ...options });
  token = await server.signUp();
}

const naming = (complete: Model['complete']): TestServerOptions => ({
  backends: (own) => ({ model: { ...own.model, complete } }),
});
const titleOf = async (id: string) =>
  ((await server.call('GET', `/api/chat/${id}`, token)).body.conversation as Conversation).title;

it('titles a new conversation by its first words until the model has named it, in the stream too', async () => {
  await start({ delayMs: 5 });
  const conversationId = randomUUID();
  const reply = await server.send(token, { conversationId, text: 'Tell me how wombats sleep in winter [[long 400]]' });
  const events = await reply.all();
  const titles = events.flatMap(({ event }) => (event.type === 'title' ? [event.title] : []));
  expect(titles).toEqual(['Tell me how wombats sleep in', expect.stringMatching(/wombats/i)]);
  expect(events.at(-1)?.event.type).toBe('done');
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  expect(await titleOf(conversationId)).toBe(titles[1]);

  await (await server.send(token, { conversationId, text: 'And in summer?' })).all();
  const asked = server.sandbox.log().filter(({ kind }) => kind === 'title');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.instructions).toMatch(/^Name this conversation/);
});

it('asks for a title with at most 2,000 characters, and early enough for a picture reply', async () => {
  const asked: string[] = [];
  await start({
    delayMs: 5,
    ...naming(async ({ text }) => {
      asked.push(text);
      return '"A good title."';
    }),
  });
  const conversationId = randomUUID();
  const text = `a fox ${'x'.repeat(5000)}`;
  const events = await (await server.send(token, { conversationId, text, selectedTool: 'image' })).all();
  expect(events.map(({ event }) => event)).toContainEqual({ type: 'title', title: 'A good title.' });
  expect(await titleOf(conversationId)).toBe('A good title.');
  expect(asked).toEqual([expect.stringMatching(/^a fox x{1994}$/)]);
});

it.each<[string, Model['complete']]>([
  ['an empty title', async () => ' "" '],
  ['a failed request', () => Promise.reject(new AppError('model-failed'))],
  ['an unexpected exception', () => Promise.reject(new TypeError('undefined is not a function'))],
])('%s keeps the first words as title', async (_name, complete) => {
  await start(naming(complete));
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] first words' })).all();
  await server.replies.drain(AbortSignal.abort());
  expect(await titleOf(conversationId)).toBe('[[echo]] first words');
});

it('keeps a title that the user set meanwhile', async () => {
  const name = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<void>();
  await start({
    delayMs: 5,
    ...naming(() => {
      asked.resolve();
      return name.promise;
    }),
  });
  const conversationId = randomUUID();
  const reply = await server.send(token, { conversationId, text: '[[long 50]]' });
  await asked.promise;
  await server.call('PATCH', `/api/chat/${conversationId}`, token, { title: 'Mine' });
  name.resolve('The model’s');
  const events = await reply.all();
  expect(events.filter(({ event }) => event.type === 'title')).toHaveLength(1);
  await server.replies.drain(AbortSignal.abort());
  expect(await titleOf(conversationId)).toBe('Mine');
});

it('aborts the title request when the reply is stopped', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  await start({
    delayMs: 5,
    ...naming((_request, signal) => {
      asked.resolve(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve('Too late')));
    }),
  });
  const conversationId = randomUUID();
  const reply = await server.send(token, { conversationId, text: '[[long 5000]]' });
  const signal = await asked.promise;
  await server.stop(token, reply);
  expect(signal.aborted).toBe(true);
  await reply.all();
  await server.replies.drain(AbortSignal.abort());
  expect(await titleOf(conversationId)).toBe('[[long 5000]]');
});

it('shuts the server down without waiting for a title', async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  await start(
    naming((_request, signal) => {
      asked.resolve(signal);
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }),
  );
  await (await server.send(token, { text: '[[echo]] a' })).all();
  const signal = await asked.promise;
  await server.replies.drain(new AbortController().signal);
  // Not a `TimeoutError`: the shutdown ended the request, not its time limit.
  expect(signal.reason).toMatchObject({ name: 'AbortError' });
});

it('requests no title when the operator disabled them or the reply failed', async () => {
  await start({ namesConversations: false });
  await (await server.send(token, { text: '[[echo]] a' })).all();
  expect(server.sandbox.log().map(({ kind }) => kind)).not.toContain('title');
  await server.close();
  await start();
  await (await server.send(token, { text: '[[500]]' })).all();
  expect(server.sandbox.log().map(({ kind }) => kind)).not.toContain('title');
});
