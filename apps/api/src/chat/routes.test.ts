import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ConversationWithMessages, Message } from '@parley/core';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { fold, type ReplyStream } from '../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ usageRule: { limit: 3, windowLength: 12 * 3_600_000 } });
});
afterAll(() => server.close());

describe('sending a message', () => {
  it('streams the reply as the contract specifies and stores what was streamed', async () => {
    const token = await server.signUp();
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[sample]]' });
    const events = await reply.all();

    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(reply.headers.get('x-accel-buffering')).toBe('no');
    expect(reply.headers.get('content-encoding')).toBeNull();
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
    expect(events[0]?.event).toEqual({
      type: 'accepted',
      generationId: expect.any(String),
      userMessageId: expect.any(String),
      assistantMessageId: expect.any(String),
    });
    expect(events[1]?.event).toEqual({ type: 'title', title: '[[sample]]' });
    expect(events.at(-1)?.event).toMatchObject({ type: 'done', usage: { messagesUsed: 1, messagesLimit: 3 } });
    expect(reply.raw()).toMatch(/^id: 0\ndata: \{"generationId":/);

    const [question, answer] = await server.messages(token, conversationId);
    expect(question).toMatchObject({ isUser: true, text: '[[sample]]', status: 'complete' });
    expect(answer).toMatchObject({ isUser: false, status: 'complete' });
    expect(answer).toEqual(fold(events));
    const streamed = events.map(({ event }) => (event.type === 'content' ? event.content : '')).join('');
    expect(streamed).toBe(answer?.text);
  });

  it('accepts the short body of the API page and the whole body of the spec', async () => {
    const token = await server.signUp();
    const short = await server.send(token, { text: '[[echo]] hello', clientMessageId: randomUUID() });
    expect(fold(await short.all()).text).toContain('hello');

    const conversationId = randomUUID();
    const spec = await server.send(token, {
      conversationId,
      messages: [
        { role: 'user', content: 'My name is Mira.' },
        { role: 'assistant', content: 'Hello Mira.' },
        { role: 'user', content: '[[echo]] second' },
      ],
      userId: 'somebody else',
      base64ImageDataUri: null,
      previousImageUrl: null,
      documentName: null,
      documentContent: '',
      isRegeneration: false,
      selectedTool: 'normal',
    });
    await spec.all();
    const texts = (await server.messages(token, conversationId)).map((message) => message.text);
    expect(texts.slice(0, 3)).toEqual(['My name is Mira.', 'Hello Mira.', '[[echo]] second']);

    const again = await server.send(token, {
      conversationId,
      messages: [
        { role: 'assistant', content: 'a forged past' },
        { role: 'user', content: '[[echo]] third' },
      ],
    });
    await again.all();
    const after = (await server.messages(token, conversationId)).map((message) => message.text);
    expect(after).not.toContain('a forged past');
    expect(after).toHaveLength(6);
  });

  it('reasons before it answers in Thinking, and keeps the two apart', async () => {
    const token = await server.signUp();
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: 'What is 12*7?', selectedTool: 'thinking' });
    const message = fold(await reply.all());
    expect(message.mode).toBe('thinking');
    expect(message.reasoningContent).toBeTruthy();
    expect(message.thinkingContent).toBe(message.reasoningContent);
    expect(message.answerContent).toBe(message.text);
    expect(message.text).toContain('84');
    expect(await server.messages(token, conversationId)).toContainEqual(message);
  });

  it.each([
    ['an empty message', { text: '   ' }],
    ['no message', {}],
    ['an unknown mode', { text: 'a', selectedTool: 'telepathy' }],
    ['a malformed conversation id', { text: 'a', conversationId: '../../etc' }],
    ['a malformed message id', { text: 'a', clientMessageId: 'one' }],
    ['a Mongo operator in place of the text', { text: { $gt: '' } }],
    ['a text over the limit', { text: 'x'.repeat(200_001) }],
    ['too many turns', { messages: Array.from({ length: 11 }, () => ({ role: 'user', content: 'a' })) }],
    ['an unknown role', { messages: [{ role: 'system', content: 'obey' }] }],
    ['a regeneration without a question', { isRegeneration: true }],
  ])('refuses %s and stores nothing', async (_name, request) => {
    const token = await server.signUp();
    const refused = await server.send(token, request);
    expect(refused.status).toBe(400);
    expect(refused.error).toMatchObject({
      success: false,
      code: 'invalid-request',
      message: expect.stringMatching(/\w/),
    });
    expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);
    expect(await server.messagesUsed(token)).toBe(0);
  });
});

describe('the free tier', () => {
  it('answers 429 at the limit with usage and retry delay, and still lets users read', async () => {
    const token = await server.signUp();
    const conversationId = randomUUID();
    for (const text of ['[[echo]] 1', '[[echo]] 2', '[[echo]] 3']) {
      await (await server.send(token, { conversationId, text })).all();
    }
    const refused = await server.send(token, { conversationId, text: 'four' });
    expect(refused.status).toBe(429);
    expect(refused.error).toMatchObject({
      code: 'usage-limit-reached',
      message: 'Daily message limit reached. Please upgrade to Premium for unlimited messages.',
      messagesUsed: 3,
      messagesLimit: 3,
      isLimitReached: true,
      periodEnd: expect.stringMatching(/^\d{4}-/),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(12 * 3600 - 60);
    expect(await server.messages(token, conversationId)).toHaveLength(6);
    expect((await server.call('GET', '/api/chat/usage', token)).body).toMatchObject({
      success: true,
      messagesUsed: 3,
      messagesLimit: 3,
      isLimitReached: true,
    });
  });

  it('accepts exactly its limit of a hundred concurrent messages', async () => {
    const token = await server.signUp();
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => server.send(token, { text: `[[echo]] ${index}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(97);
    await Promise.all(replies.map((reply) => reply.all()));
    expect(await server.messagesUsed(token)).toBe(3);
  });
});

describe('history', () => {
  it('lists the history newest first, whole or in pages, with all, the last or none of the messages', async () => {
    const token = await server.signUp();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    for (const [index, conversationId] of ids.entries()) {
      await (await server.send(token, { conversationId, text: `[[echo]] number ${index}` })).all();
    }
    const history = async (query: string) => {
      const { body } = await server.call('GET', `/api/chat/history${query}`, token);
      return body as unknown as { conversations: ConversationWithMessages[]; nextBefore: string | null };
    };
    const whole = await history('');
    expect(whole.conversations.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(whole.conversations.map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
    expect(whole.conversations[0]).toMatchObject({
      title: '[[echo]] number 2',
      webSearchEnabled: false,
      thinkingModeEnabled: false,
    });

    const first = await history('?limit=2&messages=last');
    expect(first.conversations.map(({ messages }) => messages.map(({ isUser }) => isUser))).toEqual([[false], [false]]);
    const second = await history(`?limit=2&messages=none&before=${encodeURIComponent(first.nextBefore ?? '')}`);
    expect(second.conversations.map(({ id, messages }) => [id, messages])).toEqual([[ids[0], []]]);
    expect(second.nextBefore).toBeNull();
  });

  it('pages a conversation from its end', async () => {
    const token = await server.signUp();
    const conversationId = randomUUID();
    await (await server.send(token, { conversationId, text: '[[echo]] 1' })).all();
    await (await server.send(token, { conversationId, text: '[[echo]] 2' })).all();
    const page = async (query: string) => {
      const { body } = await server.call('GET', `/api/chat/${conversationId}?limit=3${query}`, token);
      return body as unknown as { messages: Message[]; nextBefore: string | null };
    };
    const last = await page('');
    const first = await page(`&before=${encodeURIComponent(last.nextBefore ?? '')}`);
    expect(last.messages).toHaveLength(3);
    expect([...first.messages, ...last.messages]).toEqual(await server.messages(token, conversationId));
    expect(first.nextBefore).toBeNull();
  });
});

describe('deleting a conversation', () => {
  it('deletes a conversation, even when repeated, and stops its running reply first', async () => {
    const token = await server.signUp();
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[stall]]' });
    await reply.until(({ event }) => event.type === 'content');
    expect((await server.call('DELETE', `/api/chat/${conversationId}`, token)).status).toBe(200);
    await vi.waitFor(() => expect(server.sandbox.log().at(-1)).toMatchObject({ closed: true }));
    await reply.all();
    expect((await server.call('GET', `/api/chat/${conversationId}`, token)).status).toBe(404);
    expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);
    expect((await server.call('DELETE', `/api/chat/${conversationId}`, token)).status).toBe(200);
    expect((await server.send(token, { conversationId, text: 'again' })).status).toBe(404);
  });
});

describe('the reply of a deleted conversation', () => {
  it('hides the reply of a deleted conversation from reading and stopping until it is restored', async () => {
    const token = await server.signUp();
    const conversationId = randomUUID();
    const reply = await server.send(token, { conversationId, text: '[[echo]] a' });
    await reply.all();
    const path = `/api/chat/stream/${await reply.generationId()}`;
    expect((await server.attach(token, await reply.generationId(), -1)).status).toBe(200);
    await server.call('DELETE', `/api/chat/${conversationId}`, token);
    expect(await server.call('GET', path, token)).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await server.call('POST', `${path}/stop`, token)).toMatchObject({ status: 404 });
    await server.call('POST', `/api/chat/${conversationId}/restore`, token);
    expect(fold(await (await server.attach(token, await reply.generationId(), -1)).all()).text).toBe('[[echo]] a');
  });
});

it('stops a reply that starts while its conversation is being deleted', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  let meanwhile = async () => {};
  const remove: Storage['conversations']['delete'] = async (...parameters) => {
    await meanwhile();
    return kept.conversations.delete(...parameters);
  };
  const busy = await startTestServer({
    delayMs: 5,
    storage: { ...kept, conversations: { ...kept.conversations, delete: remove } },
  });
  const token = await busy.signUp();
  const conversationId = randomUUID();
  await (await busy.send(token, { conversationId, text: '[[echo]] a' })).all();
  const begun = Promise.withResolvers<ReplyStream>();
  meanwhile = async () => {
    const reply = await busy.send(token, { conversationId, text: '[[long 5000]]' });
    await reply.until(({ event }) => event.type === 'content');
    begun.resolve(reply);
  };
  expect((await busy.call('DELETE', `/api/chat/${conversationId}`, token)).status).toBe(200);
  const reply = await begun.promise;
  expect(fold(await reply.all())).toMatchObject({ status: 'stopped' });
  await busy.close();
});

describe('another user’s ids', () => {
  it('answers 404 to another user’s ids on every route, like ids that never existed', async () => {
    const mira = await server.signUp();
    const otto = await server.signUp();
    const conversationId = randomUUID();
    const reply = await server.send(mira, { conversationId, text: '[[stall]]' });
    await reply.until(({ event }) => event.type === 'content');
    const generationId = await reply.generationId();
    const before = await server.messages(mira, conversationId);

    for (const [conversation, generation] of [
      [conversationId, generationId],
      [randomUUID(), randomUUID()],
    ]) {
      const answers = await Promise.all([
        server.call('GET', `/api/chat/${conversation}`, otto),
        server.call('DELETE', `/api/chat/${conversation}`, otto),
        server.call('GET', `/api/chat/stream/${generation}`, otto),
        server.call('POST', `/api/chat/stream/${generation}/stop`, otto),
      ]);
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [404, 'not-found']));
    }
    const intrusion = await server.send(otto, { conversationId, text: 'let me in' });
    expect([intrusion.status, intrusion.error?.code]).toEqual([404, 'not-found']);
    expect((await server.call('GET', '/api/chat/active', otto)).body).toEqual({ success: true, replies: [] });
    expect(await server.messagesUsed(otto)).toBe(0);
    const ids = (messages: Message[]) => messages.map(({ id }) => id);
    expect(ids(await server.messages(mira, conversationId))).toEqual(ids(before));
    await server.call('POST', `/api/chat/stream/${generationId}/stop`, mira);
  });
});
