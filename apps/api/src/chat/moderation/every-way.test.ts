import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import type { Attachment } from '@parley/core';
import { createKey } from '../../api-keys/testing.ts';
import { makePicture } from '../../files/testing/make-pictures.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { BAD, moderatorOf, REFUSE, REFUSED, start, STRICT } from './testing.ts';

it('every way of asking is checked', async () => {
  const { server, token, asked, counts } = await start(REFUSE);
  const conversationId = randomUUID();
  const first = await server.send(token, { conversationId, text: 'Kind.' });
  await first.all();
  const [question, reply] = await server.messages(token, conversationId);
  const { url: picture } = await flaggedPicture(server, token);
  const before = asked().length;
  const ways: Record<string, Record<string, unknown>> = {
    'a question': { text: BAD },
    'a plain question': { text: BAD, clientMessageId: undefined },
    'a follow-up': { conversationId, text: BAD },
    Thinking: { text: BAD, selectedTool: 'thinking' },
    Search: { text: BAD, selectedTool: 'web_search' },
    'a drawing': { text: BAD, selectedTool: 'image' },
    'a picture to edit': { text: 'Redder.', selectedTool: 'image', previousImageUrl: picture },
    'an edit': { conversationId, text: BAD, isRegeneration: true, originalMessageId: question?.id },
    'an earlier question': {
      text: 'Go on.',
      messages: [
        { role: 'user', content: BAD },
        { role: 'user', content: 'x' },
      ],
    },
    'a temporary chat': { temporary: true, messages: [{ role: 'user', content: BAD }] },
    'an earlier temporary question': {
      temporary: true,
      messages: [
        { role: 'user', content: BAD },
        { role: 'assistant', content: 'Yes?' },
        { role: 'user', content: 'Go on.' },
      ],
    },
    'an inline document': { text: 'Read.', documentName: 'a.txt', documentContent: BAD },
  };
  for (const [way, request] of Object.entries(ways)) {
    const { status, error } = await server.send(token, request);
    expect([way, status, error?.code]).toEqual([way, 400, 'message-refused']);
  }
  expect(asked()).toHaveLength(before);
  expect(await server.messagesUsed(token)).toBe(1);
  expect(await counts()).toMatchObject({ flagged: Object.keys(ways).length });
  // The refused edit has changed nothing.
  expect(await server.messages(token, conversationId)).toEqual([question, reply]);
});

it('a flagged file refuses its question, and stays for another', async () => {
  const { server, token } = await start(REFUSE);
  const { id } = await flaggedPicture(server, token);
  const document = (await server.upload(token, 'a.txt', 'text/plain', BAD)).body.file as Attachment;
  for (const attachmentIds of [[id], [document.id]]) {
    expect((await server.send(token, { text: 'What is this?', attachmentIds })).status).toBe(400);
    expect(await server.storage.files.find(attachmentIds[0] ?? '')).not.toBeNull();
  }
});

it('a program gets the refusal in OpenAI’s shape, for instructions, questions and pictures', async () => {
  const { server, token, asked } = await start(REFUSE);
  const { secret } = await createKey(server, token);
  const picture = await makePicture('png', { width: 66, height: 66 });
  const url = `data:image/png;base64,${picture.toString('base64')}`;
  const asks = [
    [{ role: 'user', content: BAD }],
    [
      { role: 'user', content: BAD },
      { role: 'user', content: 'Go on.' },
    ],
    [
      { role: 'system', content: BAD },
      { role: 'user', content: 'Go on.' },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url } },
        ],
      },
    ],
  ];
  for (const messages of asks) {
    for (const stream of [false, true]) {
      const answer = await server.call('POST', '/v1/chat/completions', secret, { model: 'normal', messages, stream });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: {
            message: REFUSED.message,
            type: 'invalid_request_error',
            param: null,
            code: 'content_policy_violation',
          },
        },
      });
    }
  }
  expect([await server.messagesUsed(token), asked()]).toEqual([0, []]);
});

it('a question that is asked again is checked again, wherever it is in the conversation', async () => {
  let isStrict = false;
  const moderator = moderatorOf(({ texts }) => (isStrict && texts.join().includes('pangolin') ? ['hate'] : []));
  const { server, token } = await start({ ...REFUSE, moderator });
  const conversationId = randomUUID();
  for (let turn = 0; turn < 12; turn++) {
    await (await server.send(token, { conversationId, text: turn === 0 ? 'pangolin' : 'Kind.' })).all();
  }
  const messages = await server.messages(token, conversationId);
  isStrict = true;
  const retry = { conversationId, text: '', isRegeneration: true };
  expect((await server.send(token, { ...retry, originalMessageId: messages[1]?.id })).status).toBe(400);
  expect(await server.messages(token, conversationId)).toEqual(messages);
  expect((await server.send(token, { ...retry, originalMessageId: messages[3]?.id })).status).toBe(200);
});

it('the copy of a shared conversation is continued through the same check', async () => {
  const { server, token } = await start(REFUSE);
  const conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: 'Kind.' })).all();
  const made = await server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId, expiresInDays: 7 });
  const { url } = made.body.share as { url: string };
  const reader = await server.signUp();
  const copied = await server.call('POST', '/api/shares/copies', reader, { token: url.split('/').at(-1) });
  const copy = String(copied.body.conversationId);
  expect((await server.send(reader, { conversationId: copy, text: BAD })).status).toBe(400);
  expect((await server.send(reader, { conversationId: copy, text: 'Kind.' })).status).toBe(200);
});

it('imported questions and the words of a project are checked with the next question that brings them along', async () => {
  const { server, token, checked } = await start(REFUSE);
  const statusOf = async (request: object) => {
    const reply = await server.send(token, { text: 'Kind.', ...request });
    await reply.all();
    return reply.status;
  };
  const timestamp = '2024-05-01T10:00:00.000Z';
  const base = { timestamp, status: 'complete' };
  const messages = [
    { ...base, id: 'q', parentId: null, isUser: true, text: BAD },
    { ...base, id: 'a', parentId: 'q', isUser: false, text: 'Which way?' },
  ];
  const flags = { webSearchEnabled: false, thinkingModeEnabled: false, pinned: false, archived: false };
  const talk = { ...flags, source: 'chatgpt', id: 't', title: 'T', updatedAt: timestamp, lastMessageId: 'a', messages };
  await server.call('POST', '/api/chat/import', token, { importId: randomUUID(), conversations: [talk] });
  const history = await server.call('GET', '/api/chat/history?messages=none', token);
  const conversationId = (history.body.conversations as { id: string }[])[0]?.id ?? '';
  const projectId = randomUUID();
  const project = { id: projectId, name: 'P', color: 'blue', instructions: BAD };
  expect((await server.call('POST', '/api/projects', token, project)).status).toBeLessThan(300);

  expect(await statusOf({ conversationId })).toBe(400);
  expect(await statusOf({ projectId })).toBe(400);
  expect(await statusOf({})).toBe(200);
  expect(checked()).toHaveLength(3);

  // A picture is drawn from its question alone, and an edit takes the place of the imported question.
  expect(await statusOf({ selectedTool: 'image' })).toBe(200);
  const [question] = await server.messages(token, conversationId);
  expect(await statusOf({ conversationId, isRegeneration: true, originalMessageId: question?.id })).toBe(200);
});

it('a client that leaves during the check finds the reply later, and a caller without a message id is not charged', async () => {
  let begun = Promise.withResolvers<void>();
  let gate = Promise.withResolvers<string[]>();
  const moderator = moderatorOf(() => {
    begun.resolve();
    return gate.promise;
  });
  const { server, token } = await start({ ...STRICT, moderator });
  const accepted = async () =>
    (await server.storage.figures.daily(0, 1_000_000)).find(({ name }) => name === 'messages')?.count ?? 0;
  const leave = async (message: object) => {
    const leaving = new AbortController();
    const request = fetch(`${server.url}/api/chat/stream`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(message),
    });
    await begun.promise;
    leaving.abort();
    await expect(request).rejects.toThrow('aborted');
    gate.resolve([]);
    begun = Promise.withResolvers();
    gate = Promise.withResolvers();
  };

  const conversationId = randomUUID();
  await leave({ conversationId, clientMessageId: randomUUID(), text: 'Hello' });
  const statusOfReply = async () => (await server.messages(token, conversationId))[1]?.status;
  await expect.poll(statusOfReply).toBe('complete');
  expect([await server.messagesUsed(token), await accepted()]).toEqual([1, 1]);

  await leave({ conversationId: randomUUID(), text: '[[stall]]' });
  await expect.poll(accepted).toBe(2);
  await expect.poll(() => server.messagesUsed(token)).toBe(1);
});

it.each(['/v1/chat/completions', '/api/chat/stream'])(
  'a caller of %s whose question is stored nowhere, and who hangs up during the check, is not charged',
  async (path) => {
    const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
    const giveBack = vi.spyOn(storage.usage, 'giveBack');
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<string[]>();
    const moderator = moderatorOf(() => {
      begun.resolve();
      return gate.promise;
    });
    const { server, token } = await start({ ...STRICT, moderator }, { storage });
    const { secret } = await createKey(server, token);
    const leaving = new AbortController();
    const messages = [{ role: 'user', content: '[[stall]]' }];
    const unstored = { conversationId: randomUUID(), temporary: true };
    const request = fetch(server.url + path, {
      method: 'POST',
      signal: leaving.signal,
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${path.startsWith('/v1') ? secret : token}`,
      },
      body: JSON.stringify(path.startsWith('/v1') ? { model: 'normal', messages } : { ...unstored, messages }),
    });
    await begun.promise;
    leaving.abort();
    await expect(request).rejects.toThrow('aborted');
    gate.resolve([]);
    await expect.poll(() => giveBack.mock.calls.length).toBe(1);
    await expect.poll(() => server.messagesUsed(token)).toBe(0);
  },
);

/** Uploads a picture that the sandbox flags. */
async function flaggedPicture(server: Awaited<ReturnType<typeof start>>['server'], token: string): Promise<Attachment> {
  const bytes = await makePicture('png', { width: 66, height: 66 });
  return (await server.upload(token, 'a.png', 'image/png', bytes)).body.file as Attachment;
}
