import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { AppError } from '@parley/core';
import { fold } from '../../testing/reply-stream.ts';
import { METRICS_TOKEN } from '../../testing/test-server.ts';
import { BAD, moderatorOf, REFUSE, REFUSED, start, NOTE, STRICT } from './testing.ts';

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
  const deadlineMs = fault === 'stall' || fault === 'slow' ? 150 : 60_000;
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
  // One day, even around midnight.
  const now = Date.now();
  const admins = { adminEmails: ['boss@example.com'], emailsVerifiedAtOnce: true, now: () => now };
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
        { date: new Date(now).toISOString().slice(0, 10), flagged: 2, unchecked: 1 },
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
  await expect.poll(() => lines.join('')).toContain('questions could not be checked');
  const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await metrics.text();
  expect(text).toContain('parley_questions_flagged_total{category="violence"} 1');
  expect(text).toContain('parley_upstream_errors_total{part="moderation",code="model-failed"} 1');
  const figures = JSON.stringify(await server.storage.figures.daily(0, 1_000_000));
  for (const place of [lines.join(''), text, figures]) expect(place).not.toMatch(/pangolin|moderation (violence|500)/);
});
