import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { OutgoingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isLastEvent } from '@parley/core';
import { fold } from '../../testing/reply-stream.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describe.each(['responses', 'chat'] as const)('a reply over the %s API', (api) => {
  let server: TestServer;
  let hasty: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ api });
    hasty = await startTestServer({ api, modelLimits: { betweenEventsMs: 1_000 } });
    token = await server.signUp();
  });
  afterAll(() => Promise.all([server.close(), hasty.close()]));

  it.each([
    ['[[401]]', 'model-auth', ''],
    ['[[429]]', 'model-rate-limited', ''],
    ['[[quota]]', 'model-quota', ''],
    ['[[500]]', 'model-failed', ''],
    ['[[ctx]]', 'model-too-long', ''],
    ['[[html200]]', 'model-garbled', ''],
    ['[[mid500]]', 'model-failed', 'some'],
    ['[[cut]]', 'model-disconnected', 'some'],
    ['[[eof]]', 'model-disconnected', 'some'],
    ['[[badjson]]', 'model-garbled', 'some'],
    ['[[stall]]', 'model-stalled', 'some'],
  ])(
    '%s fails with a sentence and the text received, and counts only if there was any',
    async (word, code, received) => {
      const at = code === 'model-stalled' ? hasty : server;
      const by = await at.signUp();
      const conversationId = randomUUID();
      const reply = await at.send(by, { conversationId, text: word });
      const events = await reply.all();
      const message = fold(events);
      expect(events.at(-1)?.event).toMatchObject({ type: 'error', code });
      expect(message).toMatchObject({ status: 'failed', isError: true, errorCode: code });
      expect(message.error).toMatch(/^[A-Z“‘].{20,}[.!]$/s);
      expect(message.text).toMatch(received === '' ? /^Error: / : /^(?!Error: )./s);
      const stored = (await at.messages(by, conversationId)).at(-1);
      expect(stored).toMatchObject({ text: message.text, status: 'failed', errorCode: code, error: message.error });
      expect(await at.messagesUsed(by)).toBe(received === '' ? 0 : 1);
    },
  );

  it.each([['[[think]]'], ['[[tags]]']])('%s separates the reasoning in tags from the answer', async (word) => {
    const message = fold(await (await server.send(token, { text: word, selectedTool: 'thinking' })).all());
    expect(message.status).toBe('complete');
    expect(message.reasoningContent).toBeTruthy();
    expect(message.text).not.toMatch(/<\/?(think|thinking|answer)>/);
    expect(message.reasoningContent).not.toMatch(/^<|<\/think/);
  });

  it('completes a refusal and a reply cut at its length', async () => {
    expect(fold(await (await server.send(token, { text: '[[refuse]]' })).all())).toMatchObject({ status: 'complete' });
    expect(fold(await (await server.send(token, { text: '[[length]]' })).all())).toMatchObject({ status: 'complete' });
  });

  it('stopping a reply closes the socket to the model and stores the text before the response', async () => {
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[stall]]' });
    await reply.until(({ event }) => event.type === 'content');
    const stop = await server.stop(token, reply);
    expect(stop.body).toEqual({ success: true, status: 'stopped' });
    await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ closed: true }));
    const stored = (await server.messages(token, conversationId)).at(-1);
    expect(stored).toMatchObject({ status: 'stopped' });
    expect(stored?.text).not.toBe('');
    expect(fold(await reply.all())).toEqual(stored);
    const again = await server.stop(token, reply);
    expect(again.body).toEqual({ success: true, status: 'stopped' });
  });
});

describe('the timestamp of a reply', () => {
  it('dates a reply by its first event, later than its question, in the stream and in the store', async () => {
    let time = Date.now();
    const server = await startTestServer({ now: () => time++ });
    const token = await server.signUp();
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[stall]]' });
    await reply.until(({ event }) => event.type === 'content');
    await vi.waitFor(async () => expect((await server.messages(token, conversationId))[1]?.seq).toBeGreaterThan(0));
    const [question, running] = await server.messages(token, conversationId);
    await server.stop(token, reply);
    const done = fold(await reply.all());
    expect(Date.parse(done.timestamp)).toBeGreaterThan(Date.parse(question?.timestamp ?? ''));
    expect(running?.timestamp).toBe(done.timestamp);
    expect((await server.messages(token, conversationId))[1]).toEqual(done);
    await server.close();
  });

  it('dates a reply later than its question even when the clock stands still', async () => {
    const time = Date.now();
    const server = await startTestServer({ now: () => time });
    const token = await server.signUp();
    const conversationId = randomUUID();
    await (await server.send(token, { conversationId, text: '[[echo]] a' })).all();
    const [question, reply] = await server.messages(token, conversationId);
    expect(Date.parse(reply?.timestamp ?? '')).toBe(Date.parse(question?.timestamp ?? '') + 1);
    await server.close();
  });
});

it('completes a reply that only thinks, in a tag that is never closed', async () => {
  const server = await startTestServer({ api: 'chat' });
  const token = await server.signUp();
  const reply = await server.send(token, { text: '[[echo]] Hm, let me see.\n<think>' });
  expect(fold(await reply.all())).toMatchObject({
    status: 'complete',
    text: '',
    reasoningContent: expect.stringMatching(/Hm/),
  });
  await server.close();
});

describe('a reply on the server', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ delayMs: 4 });
    token = await server.signUp();
  });
  afterAll(() => server.close());

  const stopOf = (generationId: string) => server.call('POST', `/api/chat/stream/${generationId}/stop`, token);

  it('a reply continues when all its readers have left, and can be read later', async () => {
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[long 40]]' });
    await reply.until(({ event }) => event.type === 'content');
    reply.leave();
    const generationId = await reply.generationId();
    const message = fold(await (await server.attach(token, generationId, -1)).all());
    expect(message).toMatchObject({ status: 'complete' });
    expect((await server.messages(token, conversationId)).at(-1)).toEqual(message);
    await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ ended: true }));
  });

  it('a reply is the same bytes, in order and once, wherever and however often a reader resumes', async () => {
    const whole = await server.send(token, { text: '[[long 150]]' });
    const generationId = await whole.generationId();
    const text: string[] = [];
    let after = -1;
    for (let visit = 0; ; visit++) {
      const byAddress = () => server.attach(token, generationId, after);
      const byHeader = () => server.attach(token, generationId, -1, { 'Last-Event-ID': String(after) });
      const part = await (visit % 2 === 0 ? byAddress() : byHeader());
      const enough = after + 7;
      await part.until((each) => each.seq >= enough || isLastEvent(each.event));
      part.leave();
      const seen = part.events.filter(({ seq }) => seq <= Math.max(enough, part.events.at(-1)?.seq ?? 0));
      text.push(...seen.map((each) => JSON.stringify(each)));
      after = seen.at(-1)?.seq ?? after;
      const last = seen.at(-1);
      if (last && isLastEvent(last.event)) break;
    }
    const events = await whole.all();
    expect(text).toEqual(events.map((each) => JSON.stringify(each)));
  });

  it('a reply is read from its first event when `after` is empty', async () => {
    const generationId = await (await server.send(token, { text: 'Hi' })).generationId();
    const headers = { Authorization: `Bearer ${token}` };
    const read = async (query: string) =>
      (await fetch(`${server.url}/api/chat/stream/${generationId}${query}`, { headers })).text();
    expect(await read('?after=')).toBe(await read(''));
  });

  it('a reply reaches two devices with the same events', async () => {
    const first = await server.send(token, { text: '[[long 60]]' });
    await first.until(({ seq }) => seq > 10);
    const second = await server.attach(token, await first.generationId(), -1);
    await Promise.all([first.all(), second.all()]);
    expect(second.raw()).toBe(first.raw());
  });

  it('a user can open a limited number of readers of a reply', async () => {
    const reply = await server.send(token, { text: '[[long 20000]]' });
    const generationId = await reply.generationId();
    const attach = () => server.attach(token, generationId, -1);
    const readers = await Promise.all(Array.from({ length: 100 }, attach));
    const refused = readers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, error }) => [status, error?.code])).toEqual([[429, 'rate-limited']]);
    for (const reader of readers) reader.leave();
    const statusOfOneMore = async () => {
      const late = await attach();
      late.leave();
      return late.status;
    };
    await expect.poll(statusOfOneMore).toBe(200);
    await stopOf(generationId);
  });

  it('a reply resumes from the checkpoint in the history without gap or overlap', async () => {
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[long 20000]]' });
    await reply.until(({ seq }) => seq > 25);
    const stored = await vi.waitFor(async () => {
      const last = (await server.messages(token, conversationId)).at(-1);
      expect(last?.seq).toBeGreaterThan(0);
      return last;
    });
    expect(stored).toMatchObject({ status: 'streaming', generationId: await reply.generationId() });
    expect(stored?.text).not.toBe('');
    const active = (await server.call('GET', '/api/chat/active', token)).body;
    expect(active.replies).toContainEqual({
      generationId: stored?.generationId,
      conversationId,
      assistantMessageId: stored?.id,
    });
    const rest = await server.attach(token, stored?.generationId ?? '', stored?.seq ?? 0);
    await rest.until(({ event }) => event.type === 'content');
    await stopOf(stored?.generationId ?? '');
    const tail = (await rest.all()).map(({ event }) => (event.type === 'content' ? event.content : '')).join('');
    expect((stored?.text ?? '') + tail).toBe(fold(await reply.all()).text);
  });

  it('a message is one reply, one question and one counted message, however often it is sent', async () => {
    const used = await server.messagesUsed(token);
    const request = { conversationId: randomUUID(), clientMessageId: randomUUID(), text: '[[long 20]]' };
    const asked = server.sandbox.log().length;
    const replies = await Promise.all(Array.from({ length: 5 }, () => server.send(token, request)));
    replies.push(await server.send(token, request));
    const texts = await Promise.all(replies.map(async (reply) => fold(await reply.all()).text));
    expect(new Set(texts).size).toBe(1);
    expect(await server.messages(token, request.conversationId)).toHaveLength(2);
    expect(await server.messagesUsed(token)).toBe(used + 1);
    expect(server.sandbox.log().length).toBe(asked + 1);

    const other = await server.send(token, { ...request, text: 'something else' });
    expect([other.status, other.error?.code]).toEqual([422, 'idempotency-mismatch']);
    const stranger = await server.send(await server.signUp(), { ...request, conversationId: randomUUID() });
    expect(stranger.status).toBe(200);
    stranger.leave();
  });

  it('a conversation has only one running reply', async () => {
    const conversationId = randomUUID();
    const first = await server.send(token, { conversationId, text: '[[stall]]' });
    await first.until(({ event }) => event.type === 'content');
    const second = await server.send(token, { conversationId, text: 'me too' });
    expect([second.status, second.error?.code]).toEqual([409, 'reply-in-progress']);
    expect(second.error?.generationId).toBe(await first.generationId());
    await stopOf(await first.generationId());
    expect(await server.messages(token, conversationId)).toHaveLength(2);
  });

  it('a reply is refunded when it is stopped before any text, and counted after', async () => {
    const used = await server.messagesUsed(token);
    const silent = await server.send(token, { text: '[[stall 0]]' });
    await stopOf(await silent.generationId());
    expect(fold(await silent.all())).toMatchObject({ status: 'stopped', text: '' });
    expect(await server.messagesUsed(token)).toBe(used);

    const spoken = await server.send(token, { text: '[[long 500]]' });
    await spoken.until(({ event }) => event.type === 'content');
    await stopOf(await spoken.generationId());
    expect(await server.messagesUsed(token)).toBe(used + 1);
  });

  it('a reply is stopped when a plain API caller hangs up', async () => {
    const reply = await server.send(token, { text: '[[long 2000]]', clientMessageId: undefined });
    await reply.until(({ event }) => event.type === 'content');
    reply.leave();
    const ended = await server.attach(token, await reply.generationId(), -1);
    expect(fold(await ended.all())).toMatchObject({ status: 'stopped' });
  });

  it('a reply is regenerated in place of the old one, which returns if the attempt fails', async () => {
    const conversationId = randomUUID();
    await (await server.send(token, { conversationId, text: 'What is 2+3?' })).all();
    const [question, answer] = await server.messages(token, conversationId);
    const retry = (originalMessageId?: string) =>
      server.send(token, { conversationId, isRegeneration: true, ...(originalMessageId ? { originalMessageId } : {}) });
    await (await retry(answer?.id)).all();
    const messages = await server.messages(token, conversationId);
    expect(messages.map(({ id }) => id)).toEqual([question?.id, expect.not.stringContaining(answer?.id ?? '')]);
  });
});

it('sends nothing to the model when the conversation is deleted right after its question was accepted', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const accept: Storage['replies']['accept'] = async (request) => {
    const result = await kept.replies.accept(request);
    await kept.conversations.delete(request.userId, request.conversationId, request.now);
    // As in MongoDB, where another process may delete it.
    if ('branchEnd' in result) delete result.branchEnd;
    return result;
  };
  const server = await startTestServer({ storage: { ...kept, replies: { ...kept.replies, accept } } });
  const token = await server.signUp();
  const events = await (await server.send(token, { text: 'Hello' })).all();
  expect(events.at(-1)?.event).toMatchObject({ type: 'error', code: 'not-found' });
  expect(server.sandbox.log()).toEqual([]);
  expect(await server.messagesUsed(token)).toBe(0);
  await server.close();
});

it('asks the model without another read once the question is stored', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  let isStored = false;
  const unlessStored =
    <Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      if (isStored) throw new Error('This read delays the model.');
      return read(...args);
    };
  const { conversations, memories, replies } = kept;
  const server = await startTestServer({
    storage: {
      ...kept,
      conversations: {
        ...conversations,
        find: unlessStored(conversations.find),
        messages: unlessStored(conversations.messages),
      },
      memories: { ...memories, list: unlessStored(memories.list) },
      replies: {
        ...replies,
        async accept(request) {
          const result = await replies.accept(request);
          isStored = true;
          return result;
        },
      },
    },
  });
  const token = await server.signUp();
  const conversationId = randomUUID();
  for (const text of ['What is 2+3?', 'And 4+5?', 'And 6+7?']) {
    const reply = await server.send(token, { conversationId, text });
    await reply.until(({ event }) => event.type === 'content');
    isStored = false;
    expect(fold(await reply.all())).toMatchObject({ status: 'complete' });
  }
  await server.close();
});

it('reads the conversation and the memories while the store accepts the message', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const { conversations, memories, replies } = kept;
  const messages = vi.fn<typeof conversations.messages>(conversations.messages);
  const list = vi.fn<typeof memories.list>(memories.list);
  const server = await startTestServer({
    storage: {
      ...kept,
      conversations: { ...conversations, messages },
      memories: { ...memories, list },
      replies: {
        ...replies,
        async accept(request) {
          await vi.waitUntil(() => messages.mock.calls.length > 0 && list.mock.calls.length > 0);
          return replies.accept(request);
        },
      },
    },
  });
  const reply = await server.send(await server.signUp(), { text: 'What is 2+3?' });
  expect(fold(await reply.all())).toMatchObject({ status: 'complete' });
  await server.close();
});

it('asks the model before it sends the first event', async () => {
  const server = await startTestServer();
  const token = await server.signUp();
  await (await server.send(token, { text: 'The first question opens the connection.' })).all();
  const order: string[] = [];
  // The server's own requests; those of this test go through fetch.
  const onRequest = () => void order.push('asked');
  subscribe('http.client.request.start', onRequest);
  const flushHeaders = vi.spyOn(ServerResponse.prototype, 'flushHeaders').mockImplementation(function (
    this: ServerResponse<Request>,
  ) {
    if (this.req.originalUrl === '/api/chat/stream') order.push('opened');
    OutgoingMessage.prototype.flushHeaders.call(this);
  });
  await (await server.send(token, { text: 'What is 2+3?' })).all();
  unsubscribe('http.client.request.start', onRequest);
  flushHeaders.mockRestore();
  expect(order.slice(0, 2)).toEqual(['asked', 'opened']);
  await server.close();
});

it('cuts an endless reply at the length of a stream line and closes the connection to the model', async () => {
  const server = await startTestServer();
  const token = await server.signUp();
  const message = fold(await (await server.send(token, { text: '[[long 60000]]' })).all());
  expect(message.status).toBe('complete');
  expect(message.text).toHaveLength(192 * 1024);
  await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ closed: true }));
  await server.close();
});
