import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AppError, type Attachment } from '@parley/core';
import { createKey } from '../../api-keys/testing.ts';
import { makePicture } from '../../files/testing/make-pictures.ts';
import { fold } from '../../testing/reply-stream.ts';
import { METRICS_TOKEN, startTestServer, type TestServerOptions } from '../../testing/test-server.ts';
import type { ModeratedContent, Moderator } from '../model/moderator.ts';

const REFUSE = { flagged: 'refuse', unchecked: 'allow' } as const;
const STRICT = { flagged: 'refuse', unchecked: 'refuse' } as const;
const NOTE = { flagged: 'note', unchecked: 'allow' } as const;
const REFUSED = {
  success: false,
  code: 'message-refused',
  message: 'This server’s rules don’t allow this message.',
};
const BAD = 'pangolin [[moderation violence]]';

async function start(moderation: TestServerOptions['moderation'], more: TestServerOptions = {}) {
  const server = await startTestServer({ ...more, ...(moderation && { moderation }) });
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const counts = async () => {
    const days = await server.storage.figures.daily(0, 1_000_000);
    const own = days.filter(({ name }) => name.startsWith('flagged') || name === 'unchecked');
    return Object.fromEntries(own.map(({ name, count }) => [name, count]));
  };
  const asked = () => server.sandbox.log().filter(({ kind }) => kind !== 'moderation');
  const checked = () => server.sandbox.log().filter(({ kind }) => kind === 'moderation');
  return { server, token, counts, asked, checked };
}

/** A moderator that flags what the test says. */
function moderatorOf(flaggedIn: (content: ModeratedContent) => string[] | Promise<string[]>): Moderator {
  return { flaggedIn: async (content) => flaggedIn(content) };
}

it('a flagged question is refused before it is stored, counted or sent to the model', async () => {
  const { server, token, counts, asked } = await start(REFUSE);
  const conversationId = randomUUID();
  const { status, error } = await server.send(token, { conversationId, text: BAD });
  expect([status, error]).toMatchObject([400, REFUSED]);
  expect(asked()).toEqual([]);
  expect(await server.messagesUsed(token)).toBe(0);
  expect((await server.call('GET', '/api/chat/history', token)).body.conversations).toEqual([]);
  expect(await counts()).toEqual({ flagged: 1, 'flagged:violence': 1 });
  expect(fold(await (await server.send(token, { conversationId, text: 'A kind question.' })).all()).status).toBe(
    'complete',
  );
  expect(await server.messagesUsed(token)).toBe(1);
});

it('nothing is checked by default', async () => {
  const { server, token, counts, checked } = await start(undefined);
  expect(fold(await (await server.send(token, { text: BAD })).all()).status).toBe('complete');
  expect([checked(), await counts()]).toEqual([[], {}]);
});

it('with note, a flagged question is answered while it is being checked, and counted', async () => {
  const gate = Promise.withResolvers<string[]>();
  const { server, token, counts } = await start({ ...NOTE, moderator: moderatorOf(() => gate.promise) });
  expect(fold(await (await server.send(token, { text: 'Hello' })).all()).status).toBe('complete');
  expect(await counts()).toEqual({});
  gate.resolve(['hate', 'harassment']);
  await expect.poll(counts).toEqual({ flagged: 1, 'flagged:harassment': 1, 'flagged:hate': 1 });
});

const FAULTS = ['401', '429', '500', 'cut', 'eof', 'badjson', 'html200', 'empty', 'stall', 'slow'];
it.each(FAULTS)('while the service is down with %s, the operator’s choice decides', async (fault) => {
  const text = `[[moderation ${fault}]] ${fault === 'stall' || fault === 'slow' ? '' : BAD}`;
  const deadlineMs = fault === 'stall' || fault === 'slow' ? 150 : 5_000;
  const strict = await start({ ...STRICT, deadlineMs });
  expect(await strict.server.send(strict.token, { text })).toMatchObject({
    status: 503,
    error: { code: 'unavailable', message: 'Messages can’t be checked right now. Please try again in a moment.' },
  });
  expect([await strict.server.messagesUsed(strict.token), strict.asked()]).toEqual([0, []]);
  const lenient = await start({ ...REFUSE, deadlineMs });
  expect(fold(await (await lenient.server.send(lenient.token, { text })).all()).status).toBe('complete');
  for (const { counts } of [strict, lenient]) expect(await counts()).toEqual({ unchecked: 1 });
});

it('a service that keeps failing is set aside where questions pass unchecked, and asked again later', async () => {
  let calls = 0;
  let clock = Date.now();
  const failing = moderatorOf(() => {
    calls++;
    throw new AppError('model-timeout');
  });
  const { server, token } = await start({ ...REFUSE, moderator: failing }, { now: () => clock });
  const ask = async () => (await server.send(token, { text: 'Hello' })).all();
  for (let time = 0; time < 5; time++) await ask();
  expect(calls).toBe(3);
  clock += 31_000;
  await ask();
  expect(calls).toBe(4);
});

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

it('thirty questions at once are checked a few at a time, and only the flagged ones are refused', async () => {
  let running = 0;
  let most = 0;
  const moderator = moderatorOf(async ({ texts }) => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    return texts.join().includes('odd') ? ['hate'] : [];
  });
  const { server, token, counts, asked } = await start({ ...STRICT, moderator });
  const sent = await Promise.all(
    Array.from({ length: 30 }, (_, index) => server.send(token, { text: index % 2 ? 'odd' : 'even [[fast]]' })),
  );
  await Promise.all(sent.map((reply) => (reply.status === 200 ? reply.all() : [])));
  expect(sent.map(({ status }) => status)).toEqual(sent.map((_, index) => (index % 2 ? 400 : 200)));
  expect(most).toBeLessThanOrEqual(8);
  expect([await counts(), asked().length, await server.messagesUsed(token)]).toEqual([
    { flagged: 15, 'flagged:hate': 15 },
    15,
    15,
  ]);
});

it('the same message sent many times at once is stored and counted once', async () => {
  const { server, token } = await start(STRICT);
  const message = { conversationId: randomUUID(), clientMessageId: randomUUID(), text: 'Kind. [[fast]]' };
  const sent = await Promise.all(Array.from({ length: 10 }, () => server.send(token, message)));
  await Promise.all(sent.map((reply) => reply.all()));
  expect([await server.messagesUsed(token), (await server.messages(token, message.conversationId)).length]).toEqual([
    1, 2,
  ]);
});

it('who leaves during the check finds the reply later, and a caller without an id of the message is not charged', async () => {
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

it('long messages are checked to their end, in pieces', async () => {
  const { server, token, checked } = await start(REFUSE);
  const long = `${'word '.repeat(39_000)} ${BAD}`;
  expect((await server.send(token, { text: long })).status).toBe(400);
  const [{ input } = {}] = checked();
  expect((input as string[]).map(({ length }) => length)).toEqual([
    ...Array<number>(19).fill(10_000),
    expect.any(Number),
  ]);
});

it('the figures of an admin have the counts by day and category while questions are checked', async () => {
  const admins = { adminEmails: ['boss@example.com'], emailsVerifiedAtOnce: true };
  const figuresOf = async ({ server }: Awaited<ReturnType<typeof start>>) =>
    (await server.call('GET', '/api/admin/figures?days=2', await server.signUp('boss@example.com'))).body;
  const on = await start(STRICT, admins);
  await on.server.send(on.token, { text: `${BAD} [[moderation hate]]` });
  await on.server.send(on.token, { text: BAD });
  await on.server.send(on.token, { text: '[[moderation 500]]' });
  expect(await figuresOf(on)).toMatchObject({
    moderation: {
      days: [
        { flagged: 0, unchecked: 0 },
        { date: new Date().toISOString().slice(0, 10), flagged: 2, unchecked: 1 },
      ],
      categories: [
        { category: 'violence', count: 2 },
        { category: 'hate', count: 1 },
      ],
    },
  });
  expect(await figuresOf(await start(undefined, admins))).not.toHaveProperty('moderation');
});

it('no words are stored, logged or measured, only categories and codes', async () => {
  const lines: string[] = [];
  const write = (chunk: Buffer, _encoding: string, done: () => void) => (lines.push(chunk.toString()), done());
  const logger = pino({ level: 'trace' }, new Writable({ write }));
  const { server, token } = await start(STRICT, { logger });
  await server.send(token, { text: BAD });
  await server.send(token, { text: 'pangolin [[moderation 500]]' });
  await vi.waitFor(() => expect(lines.join('')).toContain('questions could not be checked'));
  const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await metrics.text();
  expect(text).toContain('parley_questions_flagged_total{category="violence"} 1');
  expect(text).toContain('parley_upstream_errors_total{part="moderation",code="model-failed"} 1');
  const figures = JSON.stringify(await server.storage.figures.daily(0, 1_000_000));
  for (const place of [lines.join(''), text, figures]) expect(place).not.toMatch(/pangolin|moderation (violence|500)/);
});

/** Uploads a picture that the sandbox flags. */
async function flaggedPicture(server: Awaited<ReturnType<typeof start>>['server'], token: string): Promise<Attachment> {
  const bytes = await makePicture('png', { width: 66, height: 66 });
  return (await server.upload(token, 'a.png', 'image/png', bytes)).body.file as Attachment;
}
