import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Attachment, Message } from '@parley/core';
import { fold, type ReplyStream } from '../../../testing/reply-stream.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ delayMs: 2 });
  token = await server.signUp();
});
afterAll(() => server.close());

const ids = (messages: Message[]) => messages.map(({ id }) => id);
const texts = (messages: Message[]) => messages.map(({ text }) => text);

/** Starts a conversation with one answered question. */
async function talk(text: string, more: Record<string, unknown> = {}) {
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text, ...more })).all();
  const [question, answer] = await server.messages(token, conversationId);
  if (!question || !answer) throw new Error('there is no answer');
  const replace = (originalMessageId: string | undefined, request: Record<string, unknown> = {}) =>
    server.send(token, { conversationId, isRegeneration: true, originalMessageId, ...request });
  const messages = () => server.messages(token, conversationId);
  return { conversationId, question, answer, replace, messages };
}

async function begun(reply: ReplyStream): Promise<ReplyStream> {
  await reply.until(({ event }) => event.type === 'content');
  return reply;
}

describe('editing a question', () => {
  it('an edit is answered in place of the old question, which stays as a version that can be shown again', async () => {
    const { conversationId, question, answer, replace, messages } = await talk('[[echo]] old');
    await (await server.send(token, { conversationId, text: '[[echo]] next' })).all();
    await (await replace(question.id, { text: '[[echo]] new' })).all();
    const [edited, reply] = await messages();
    expect(texts(await messages())).toEqual(['[[echo]] new', expect.stringContaining('new')]);
    expect(edited?.versionIds).toEqual([question.id, edited?.id]);
    expect(reply?.versionIds).toBeUndefined();

    const shown = await server.call('POST', `/api/chat/${conversationId}/versions/${question.id}`, token);
    expect(shown).toMatchObject({ status: 200, body: { success: true, conversation: { id: conversationId } } });
    expect(ids(shown.body.messages as Message[]).slice(0, 2)).toEqual([question.id, answer.id]);
    expect(shown.body.messages).toHaveLength(4);
    expect(await messages()).toEqual(shown.body.messages);
  });

  it('an edit keeps the attachments unless it replaces them', async () => {
    const file = (await server.upload(token, 'a.txt', 'text/plain', 'the words of a')).body.file as Attachment;
    const other = (await server.upload(token, 'b.txt', 'text/plain', 'the words of b')).body.file as Attachment;
    const { question, replace, messages } = await talk('[[long 2]]', { attachmentIds: [file.id] });
    await (await replace(question.id, { text: '[[long 3]]' })).all();
    const [kept] = await messages();
    expect(kept?.attachments).toEqual([file]);
    await (await replace(kept?.id, { text: '[[long 4]]', attachmentIds: [other.id] })).all();
    const [changed] = await messages();
    expect(changed?.attachments).toEqual([other]);
    await (await replace(changed?.id, { text: '', attachmentIds: null })).all();
    const [bare] = await messages();
    expect(bare).toMatchObject({ text: '', attachments: [other] });
    await (await replace(bare?.id, { text: '[[long 5]]', attachmentIds: [] })).all();
    expect((await messages())[0]?.attachments).toBeUndefined();
  });

  it('an edit to an empty question is refused and counts nothing', async () => {
    const { question, replace, messages } = await talk('[[echo]] old');
    const used = await server.messagesUsed(token);
    const refused = await replace(question.id, { text: '  ' });
    expect([refused.status, refused.error?.code]).toEqual([400, 'invalid-request']);
    expect(await server.messagesUsed(token)).toBe(used);
    expect(ids(await messages())[0]).toBe(question.id);
  });
});

describe('regenerating a reply', () => {
  it('a regeneration keeps the question with its files, and the old reply as a version', async () => {
    const file = (await server.upload(token, 'a.txt', 'text/plain', 'the words of a')).body.file as Attachment;
    const { question, answer, replace, messages } = await talk('What is in it?', { attachmentIds: [file.id] });
    await (await replace(answer.id)).all();
    const [same, again] = await messages();
    expect(same).toEqual(question);
    expect(again?.versionIds).toEqual([answer.id, again?.id]);
    expect(JSON.stringify(server.sandbox.log().at(-1))).toContain('the words of a');
  });

  it('a regeneration finds no message of another conversation or user', async () => {
    const mine = await talk('[[echo]] a');
    const other = await talk('[[echo]] b');
    expect((await mine.replace(other.answer.id)).status).toBe(404);
    expect((await mine.replace(other.question.id, { text: 'x' })).status).toBe(404);
  });
});

describe('a client that knows only its own message ids', () => {
  it.each([
    ['an unknown id', randomUUID()],
    ['an id that is not a UUID', '1732283400000-user'],
    ['no id', undefined],
    ['the id of another user’s message', null],
  ])('edits the last question with %s', async (_name, id) => {
    const { answer } = await talk('[[echo]] foreign');
    const mira = await server.signUp();
    const conversationId = randomUUID();
    for (const text of ['[[echo]] first', '[[echo]] second']) {
      await (await server.send(mira, { conversationId, text })).all();
    }
    const edit = { conversationId, isRegeneration: true, originalMessageId: id === null ? answer.id : id };
    await (await server.send(mira, { ...edit, messages: [{ role: 'user', content: '[[echo]] edited' }] })).all();
    const edited = await server.messages(mira, conversationId);
    expect(texts(edited)).toEqual(['[[echo]] first', '[[echo]] first', '[[echo]] edited', '[[echo]] edited']);
    expect(edited[2]?.versionIds).toHaveLength(2);
  });

  it('regenerates the last reply when the question is the same', async () => {
    const { question, answer, replace, messages } = await talk('[[echo]] same');
    await (await replace(randomUUID(), { messages: [{ role: 'user', content: '[[echo]] same' }] })).all();
    const after = await messages();
    expect(after[0]).toEqual(question);
    expect(after[1]?.versionIds).toEqual([answer.id, after[1]?.id]);
  });

  it('accepts a retry of a first message that the server never received', async () => {
    const conversationId = randomUUID();
    const retry = { conversationId, isRegeneration: true, originalMessageId: randomUUID(), text: '[[echo]] again' };
    await (await server.send(token, retry)).all();
    expect(texts(await server.messages(token, conversationId))).toEqual(['[[echo]] again', '[[echo]] again']);
  });

  it('edits a question whose reply is still being written', async () => {
    const conversationId = randomUUID();
    const running = await begun(await server.send(token, { conversationId, text: '[[long 5000]]' }));
    const edit = { conversationId, isRegeneration: true, originalMessageId: randomUUID(), text: '[[echo]] instead' };
    await (await server.send(token, edit)).all();
    expect(fold(await running.all()).status).toBe('stopped');
    expect(texts(await server.messages(token, conversationId))).toEqual(['[[echo]] instead', '[[echo]] instead']);
  });
});

describe('while a reply is being written', () => {
  it('an edit stops the running reply first and keeps its question as a version', async () => {
    const { conversationId, messages } = await talk('[[echo]] first');
    const running = await begun(await server.send(token, { conversationId, text: '[[long 5000]]' }));
    const [, , question, unfinished] = await messages();
    const edited = await server.send(token, {
      conversationId,
      isRegeneration: true,
      originalMessageId: question?.id,
      text: '[[echo]] instead',
    });
    expect(fold(await running.all())).toMatchObject({ id: unfinished?.id, status: 'stopped' });
    await edited.all();
    await vi.waitFor(() => expect(server.sandbox.log().at(-2)).toMatchObject({ closed: true }));
    const after = await messages();
    expect(after).toHaveLength(4);
    expect(after[2]).toMatchObject({ text: '[[echo]] instead', versionIds: [question?.id, after[2]?.id] });
    expect(after.filter(({ status }) => status === 'streaming')).toEqual([]);
    const shown = await server.call('POST', `/api/chat/${conversationId}/versions/${question?.id}`, token);
    expect((shown.body.messages as Message[]).at(-1)).toMatchObject({ id: unfinished?.id, status: 'stopped' });
  });

  it.each([
    ['after some text arrived', '[[long 5000]]', true],
    ['before any text arrived', '[[stall 0]]', false],
  ])('a running reply can be regenerated, %s', async (_name, text, hasText) => {
    const { question, replace, messages } = await talk('[[long 2]]');
    const running = await replace(question.id, { text });
    await running.until(({ event }) => event.type === (hasText ? 'content' : 'accepted'));
    const again = await replace((await messages()).at(-1)?.id);
    expect([again.status, again.error]).toEqual([200, null]);
    expect(fold(await running.all()).status).toBe('stopped');
    await server.stop(token, again);
    await again.all();
    const after = await messages();
    expect(after).toHaveLength(2);
    expect(after.filter(({ status }) => status === 'streaming')).toEqual([]);
    expect((await server.call('GET', '/api/chat/active', token)).body.replies).toEqual([]);
  });

  it('an edit that exceeds the limit leaves the running reply alone', async () => {
    const strict = await startTestServer({ delayMs: 2, usageRule: { limit: 1, windowLength: 3_600_000 } });
    const mira = await strict.signUp();
    const conversationId = randomUUID();
    const running = await begun(await strict.send(mira, { conversationId, text: '[[long 150]]' }));
    const [question] = await strict.messages(mira, conversationId);
    const edit = { conversationId, isRegeneration: true, originalMessageId: question?.id, text: '[[echo]] b' };
    const refused = await strict.send(mira, edit);
    expect([refused.status, refused.error?.code]).toEqual([429, 'usage-limit-reached']);
    expect(fold(await running.all())).toMatchObject({ status: 'complete' });
    expect(await strict.messages(mira, conversationId)).toHaveLength(2);
    await strict.close();
  });

  it('switching versions is refused while a reply is written', async () => {
    const { conversationId, question, answer, replace } = await talk('[[echo]] a');
    await (await replace(question.id, { text: '[[echo]] b' })).all();
    const running = await begun(await server.send(token, { conversationId, text: '[[long 5000]]' }));
    const refused = await server.call('POST', `/api/chat/${conversationId}/versions/${answer.id}`, token);
    expect([refused.status, refused.body.code]).toEqual([409, 'reply-in-progress']);
    await server.stop(token, running);
  });

  it('a delete ends the running reply and leaves nothing behind, and undo restores the conversation', async () => {
    const { conversationId, messages } = await talk('[[echo]] a');
    const running = await begun(await server.send(token, { conversationId, text: '[[long 5000]]' }));
    await server.call('DELETE', `/api/chat/${conversationId}`, token);
    expect(fold(await running.all())).toMatchObject({ status: 'stopped' });
    expect((await server.call('GET', '/api/chat/active', token)).body.replies).toEqual([]);
    expect((await server.call('POST', `/api/chat/${conversationId}/restore`, token)).status).toBe(200);
    const restored = await messages();
    expect(restored.map(({ status }) => status)).toEqual(['complete', 'complete', 'complete', 'stopped']);
    expect(fold(await (await server.send(token, { conversationId, text: '[[echo]] b' })).all()).status).toBe(
      'complete',
    );
  });

  it('an edit of a question that another edit has replaced is refused, and the reply goes on', async () => {
    const { conversationId, question, replace, messages } = await talk('[[echo]] a');
    const running = await begun(await replace(question.id, { text: '[[long 5000]]' }));
    expect((await replace(question.id, { text: '[[echo]] b' })).status).toBe(404);
    expect((await messages()).at(-1)).toMatchObject({ status: 'streaming' });
    await server.stop(token, running);
    expect((await server.send(token, { conversationId, text: '[[echo]] c' })).status).toBe(200);
  });

  it('only one of two concurrent edits is answered, and nothing is duplicated', async () => {
    const { question, replace, messages } = await talk('[[echo]] a');
    const used = await server.messagesUsed(token);
    const replies = await Promise.all(
      ['1', '2', '3'].map((n) => replace(question.id, { text: `[[slow]] [[long 3]] ${n}` })),
    );
    await Promise.all(replies.map((reply) => reply.all()));
    const after = await messages();
    expect(after).toHaveLength(2);
    expect(after.at(-1)?.status).toBe('complete');
    expect(replies.every(({ status }) => status === 200 || status === 404 || status === 409)).toBe(true);
    expect(await server.messagesUsed(token)).toBeLessThanOrEqual(used + 3);
  });
});

it('counts every answer in the window it was requested in, including regenerated ones', async () => {
  let time = Date.now();
  const hour = 3_600_000;
  const strict = await startTestServer({ now: () => time, usageRule: { limit: 2, windowLength: hour } });
  const mira = await strict.signUp();
  const conversationId = randomUUID();
  await (await strict.send(mira, { conversationId, text: '[[echo]] a' })).all();
  const again = async () => {
    const answer = (await strict.messages(mira, conversationId)).at(-1);
    const reply = await strict.send(mira, { conversationId, isRegeneration: true, originalMessageId: answer?.id });
    await reply.all();
    return reply.status;
  };
  const begin = time;
  time = begin + hour - 1;
  expect([await again(), await again()]).toEqual([200, 429]);
  expect(await strict.messagesUsed(mira)).toBe(2);
  time = begin + hour;
  expect([await again(), await strict.messagesUsed(mira)]).toEqual([200, 1]);
  time = begin;
  expect([await again(), await strict.messagesUsed(mira)]).toEqual([200, 2]);
  expect(await again()).toBe(429);
  await strict.close();
});
