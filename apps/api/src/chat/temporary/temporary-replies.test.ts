import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AppError, type Attachment } from '@parley/core';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/test-server.ts';
import type { Model, ModelRequest } from '../model/model.ts';

const HOUR = 3_600_000;

async function start(options: TestServerOptions = {}): Promise<{ server: TestServer; token: string }> {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return { server, token: await server.signUp() };
}

const question = (content: string) => ({ temporary: true, messages: [{ role: 'user', content }] });
const sends = (server: TestServer, token: string, content: string, more: object = {}) =>
  server.send(token, { ...question(content), ...more });

/** A server whose model runs a test's code before or instead of its own stream. */
const withModel = (stream: (own: Model) => Model['stream']): TestServerOptions => ({
  backends: ({ model }) => ({
    model: {
      stream: stream(model),
      complete: (request, signal) => model.complete(request, signal),
      capabilities: () => model.capabilities(),
      contextTokens: () => model.contextTokens(),
    },
  }),
});

it('a temporary chat is answered from the messages of its request, without memories', async () => {
  const asked: ModelRequest[] = [];
  const { server, token } = await start(
    withModel((own) => (request, emit, signal) => {
      asked.push(request);
      return own.stream(request, emit, signal);
    }),
  );
  await server.call('PUT', '/api/account/preferences', token, { about: 'I keep bees.', keepsMemories: true });
  const memory = { id: randomUUID(), text: 'Is called Zebedee.' };
  expect((await server.call('POST', '/api/account/memories', token, memory)).status).toBe(200);
  const messages = [
    { role: 'user', content: 'Say one.' },
    { role: 'assistant', content: 'One, as I never said.' },
    { role: 'user', content: 'And two?' },
  ];
  const reply = await server.send(token, { temporary: true, messages });
  expect(fold(await reply.all())).toMatchObject({ status: 'complete', isUser: false });
  const [request] = asked;
  expect(request?.messages.map(({ content }) => content)).toEqual(messages.map(({ content }) => content));
  const sent = JSON.stringify(request);
  expect(sent).toContain('I keep bees.');
  expect(sent).not.toContain('Zebedee');
  expect(request?.tools?.map(({ name }) => name) ?? []).not.toContain('draw_picture');
  expect(sent).not.toContain('"remember"');

  await (await server.send(token, { text: 'And in a chat that is kept?' })).all();
  const kept = JSON.stringify(asked.find(({ messages: [first] }) => first?.content === 'And in a chat that is kept?'));
  expect(kept).toContain('Zebedee');
  expect(kept).toContain('"remember"');
});

it('the model reads the files of each question, and goes on without earlier ones that are gone', async () => {
  const asked: ModelRequest[] = [];
  const { server, token } = await start(
    withModel((own) => (request, emit, signal) => {
      asked.push(request);
      return own.stream(request, emit, signal);
    }),
  );
  const upload = async (name: string, type: string, bytes: Uint8Array | string, as = token) => {
    const { body } = await server.upload(as, name, type, bytes);
    return (body['file'] as Attachment).id;
  };
  const paper = await upload('paper.txt', 'text/plain', 'The paper says quokka.');
  const picture = await upload(
    'a.png',
    'image/png',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  const first = { role: 'user', content: 'What does it say?', attachmentIds: [paper] };
  const messages = [first, { role: 'assistant', content: 'Quokka.' }, { role: 'user', content: 'And this?' }];
  const reply = await server.send(token, { temporary: true, messages, attachmentIds: [picture] });
  expect(fold(await reply.all())).toMatchObject({ status: 'complete' });
  const [request] = asked;
  expect(JSON.stringify(request?.messages[0])).toContain('The paper says quokka.');
  expect(JSON.stringify(request?.messages[2])).toMatch(/image/);
  expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);

  expect((await server.call('DELETE', `/api/files/${paper}`, token)).status).toBe(200);
  await (await server.send(token, { temporary: true, messages })).all();
  expect(JSON.stringify(asked[1]?.messages)).not.toContain('quokka.');
  const refused = await server.send(token, { ...question('Read it.'), attachmentIds: [paper] });
  expect(refused.error?.code).toBe('not-found');
  const foreign = await upload('b.txt', 'text/plain', 'Not yours.', await server.signUp());
  const stolen = await server.send(token, { ...question('Read it.'), attachmentIds: [foreign] });
  expect(stolen.error?.code).toBe('not-found');
  expect(await server.messagesUsed(token)).toBe(2);
});

it('a temporary message counts when something was delivered, and is given back otherwise', async () => {
  const { server, token } = await start({ usageRule: { limit: 2, windowLength: HOUR } });
  await (await sends(server, token, '[[500]]')).all();
  expect(await server.messagesUsed(token)).toBe(0);
  const last = (await (await sends(server, token, 'Hello')).all()).at(-1)?.event;
  expect(last).toMatchObject({ type: 'done', usage: { messagesUsed: 1 } });
  await (await server.send(token, { text: 'A stored one' })).all();
  const refused = await sends(server, token, 'One too many');
  expect([refused.status, refused.error?.code]).toEqual([429, 'usage-limit-reached']);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect(await server.messagesUsed(token)).toBe(2);
});

it('of thirty temporary messages at once, one passes where one is left', async () => {
  const { server, token } = await start({ usageRule: { limit: 3, windowLength: HOUR } });
  for (let sent = 0; sent < 2; sent++) await (await sends(server, token, 'Hello')).all();
  const replies = await Promise.all(Array.from({ length: 30 }, () => sends(server, token, 'At once')));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ error }) => error?.code === 'usage-limit-reached')).toHaveLength(29);
});

it('a temporary reply goes on without its reader, who reads the rest later without a gap', async () => {
  const { server, token } = await start({ delayMs: 5 });
  const other = await server.signUp();
  const reply = await sends(server, token, 'Write a long text.');
  await reply.until(({ event }) => event.type === 'content');
  const generationId = await reply.generationId();
  reply.leave();
  const { seq } = reply.events.at(-1) ?? { seq: -1 };
  expect((await server.attach(other, generationId, -1)).status).toBe(404);
  await delay(50);
  const rest = await (await server.attach(token, generationId, seq)).all();
  expect(rest[0]?.seq).toBe(seq + 1);
  const whole = await (await server.attach(token, generationId, -1)).all();
  expect(whole.map((event) => event.seq)).toEqual(whole.map((_, index) => index));
  expect(fold(whole)).toMatchObject({ status: 'complete' });
  expect(await server.messagesUsed(token)).toBe(1);
});

it('a temporary reply can be stopped, by its own user only', async () => {
  const { server, token } = await start({ delayMs: 20 });
  const other = await server.signUp();
  const reply = await sends(server, token, '[[long 5000]]');
  await reply.until(({ event }) => event.type === 'content');
  const path = `/api/chat/stream/${await reply.generationId()}/stop`;
  expect((await server.call('POST', path, other)).status).toBe(404);
  expect((await server.call('POST', path, token)).body).toMatchObject({ success: true, status: 'stopped' });
  expect(fold(await reply.all()).status).toBe('stopped');
});

it('the same temporary message again attaches to its reply and counts once; another under its id is refused', async () => {
  const { server, token } = await start({ delayMs: 5 });
  const clientMessageId = randomUUID();
  const both = await Promise.all([1, 2].map(() => sends(server, token, 'Hello', { clientMessageId })));
  const [first, second] = await Promise.all(both.map((reply) => reply.generationId()));
  expect(second).toBe(first);
  await both[0]?.all();
  expect(await server.messagesUsed(token)).toBe(1);
  const changed = await sends(server, token, 'Bye', { clientMessageId });
  expect(changed.error?.code).toBe('idempotency-mismatch');
});

it.each([
  ['without a question', { messages: [] }, 'invalid-request'],
  ['that ends with an answer', { messages: [{ role: 'assistant', content: 'Hm.' }] }, 'invalid-request'],
  ['with a blank question', { messages: [{ role: 'user', content: ' \n' }] }, 'invalid-request'],
  ['of the role system', { messages: [{ role: 'system', content: 'Obey.' }] }, 'invalid-request'],
  ['of 10,000 messages', { messages: Array(10_000).fill({ role: 'user', content: 'a' }) }, 'invalid-request'],
  ['of 1.5 MB', { messages: Array(10).fill({ role: 'user', content: 'a'.repeat(150_000) }) }, 'too-large'],
  ['that is temporary in words only', { temporary: 'yes' }, 'invalid-request'],
  ['with an unknown attachment', { attachmentIds: ['abc'] }, 'not-found'],
  [
    'with eleven attachments',
    { messages: [{ role: 'user', content: '', attachmentIds: Array(11).fill('abc') }] },
    'invalid-request',
  ],
  ['with a document', { documentName: 'a.txt', documentContent: 'axolotl' }, 'invalid-request'],
  ['that asks for a picture', { selectedTool: 'image' }, 'invalid-request'],
])('a temporary chat %s is refused and counts nothing', async (_, change, code) => {
  const { server, token } = await start();
  const { error } = await sends(server, token, 'Hello', change);
  expect(error).toMatchObject({ success: false, code });
  expect(await server.messagesUsed(token)).toBe(0);
  expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);
});

it('temporary messages are within the limits of messages and replies, and behind the verified address', async () => {
  const { server, token } = await start({ rateLimits: { messages: 1 } });
  await (await sends(server, token, 'Hello')).all();
  expect((await sends(server, token, 'Hello')).error?.code).toBe('rate-limited');

  const hourly = await start({ rateLimits: { replies: 1 } });
  await (await sends(hourly.server, hourly.token, 'Hello')).all();
  expect((await sends(hourly.server, hourly.token, 'Hello')).error?.code).toBe('rate-limited');
  expect(await hourly.server.messagesUsed(hourly.token)).toBe(1);

  const strict = await start({ verifiesFirst: true });
  expect((await sends(strict.server, strict.token, 'Hello')).status).toBe(403);
});

it('the end of an account ends its temporary replies', async () => {
  const { server, token } = await start({ delayMs: 20 });
  let isClosed = false;
  const reply = await sends(server, token, '[[long 5000]]');
  void reply.all().then(() => (isClosed = true));
  await reply.until(({ event }) => event.type === 'content');
  const deleted = await server.call('DELETE', '/api/account', token, { password: 'tangerine', confirm: 'DELETE' });
  expect(deleted.status, JSON.stringify(deleted.body)).toBe(200);
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

it('an error of the model is an error event, and the message is given back unless words had come', async () => {
  let hasWords = false;
  const { server, token } = await start(
    withModel(() => async (_request, emit) => {
      if (hasWords) emit({ type: 'text', delta: 'Dear' });
      throw new AppError('model-disconnected');
    }),
  );
  expect(fold(await (await sends(server, token, 'Hello')).all())).toMatchObject({ errorCode: 'model-disconnected' });
  expect(await server.messagesUsed(token)).toBe(0);
  hasWords = true;
  const withText = fold(await (await sends(server, token, 'Hello')).all());
  expect(withText).toMatchObject({ status: 'failed', text: 'Dear' });
});

it('a shutdown whose time is up interrupts a temporary reply at once, even while another message is still being checked', async () => {
  let modelSignal: AbortSignal | undefined;
  const flaggedIn = vi.fn<() => Promise<string[]>>(async () => []);
  const server = await startTestServer({
    moderation: { flagged: 'refuse', unchecked: 'allow', moderator: { flaggedIn } },
    ...withModel((own) => (request, emit, signal) => {
      modelSignal = signal;
      return own.stream(request, emit, signal);
    }),
  });
  const token = await server.signUp();
  await (await sends(server, token, '[[stall]]')).until(({ event }) => event.type === 'content');
  const held = Promise.withResolvers<string[]>();
  flaggedIn.mockReturnValueOnce(held.promise);
  sends(server, token, 'Hello').catch(() => {});
  await vi.waitFor(() => expect(flaggedIn).toHaveBeenCalledTimes(2));
  const closed = server.close();
  await vi.waitFor(() => expect(modelSignal?.aborted).toBe(true));
  held.resolve([]);
  await closed;
});
