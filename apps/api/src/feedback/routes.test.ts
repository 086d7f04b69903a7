import { randomUUID } from 'node:crypto';
import type { FeedbackReport } from '@parley/core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { VERSION } from '../version.ts';

const ADMIN = 'boss@example.com';

let server: TestServer;
let admin: string;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: [ADMIN], emailsVerifiedAtOnce: true });
  admin = await server.signUp(ADMIN);
});
beforeEach(async () => {
  token = await server.signUp();
});
afterAll(() => server.close());

async function ask(text = 'Why is the sky blue?') {
  const conversationId: string = randomUUID();
  await (await server.send(token, { conversationId, text: `[[echo]] ${text}` })).all();
  const [question, reply] = await server.messages(token, conversationId);
  return { conversationId, questionId: question?.id ?? '', messageId: reply?.id ?? '' };
}

type Asked = Awaited<ReturnType<typeof ask>>;
const pathOf = ({ conversationId, messageId }: Asked) => `/api/feedback/${conversationId}/${messageId}`;
const rate = (asked: Asked, body: object, as = token) => server.call('PUT', pathOf(asked), as, body);
const read = async (asked: Asked, as = token) => (await server.call('GET', pathOf(asked), as)).body['feedback'];
const takeBack = async (asked: Asked, as = token) => (await server.call('DELETE', pathOf(asked), as)).status;
const report = async () => (await server.call('GET', '/api/admin/feedback', admin)).body as unknown as FeedbackReport;

it('keeps the last rating of a reply until it is taken back', async () => {
  const asked = await ask();
  expect(await read(asked)).toBeUndefined();
  expect((await rate(asked, { rating: 'good' })).status).toBe(200);
  expect(await read(asked)).toEqual({ rating: 'good', reasons: [], comment: '', sendsWords: false });
  const said = { rating: 'bad', reasons: ['clarity', 'correctness', 'clarity'], comment: '  Too long. ' };
  expect((await rate(asked, said)).status).toBe(200);
  const kept = { rating: 'bad', reasons: ['clarity', 'correctness'], comment: 'Too long.', sendsWords: false };
  expect(await read(asked)).toEqual(kept);
  expect(await takeBack(asked)).toBe(200);
  expect(await takeBack(asked)).toBe(404);
  expect(await read(asked)).toBeUndefined();
});

it('shows the operator counts and sentences, and words only when they were sent along', async () => {
  const [quiet, open] = [await ask('A secret?'), await ask('No secret.')];
  const before = (await report()).counts.find(({ mode, model }) => mode === 'normal' && model === 'demo');
  await rate(quiet, { rating: 'bad', reasons: ['relevance'], comment: 'Not what I asked.' });
  await rate(open, { rating: 'good', sendsWords: true });
  const { counts, notes } = await report();
  const after = counts.find(({ mode, model }) => mode === 'normal' && model === 'demo');
  expect(after).toMatchObject({ version: VERSION, good: (before?.good ?? 0) + 1, bad: (before?.bad ?? 0) + 1 });
  expect(after?.reasons.find(({ reason }) => reason === 'relevance')?.bad).toBeGreaterThan(0);
  const noteOf = (said: string) => notes.find(({ comment, question }) => comment === said || question?.includes(said));
  expect(noteOf('No secret.')).toMatchObject({
    rating: 'good',
    comment: '',
    reply: expect.stringContaining('No secret'),
  });
  expect(noteOf('Not what I asked.')).toMatchObject({
    rating: 'bad',
    reasons: ['relevance'],
    question: null,
    reply: null,
  });
  expect(JSON.stringify([counts, notes])).not.toContain('A secret');
  // Taking the words back needs no other call.
  await rate(open, { rating: 'good' });
  expect(JSON.stringify(await report())).not.toContain('No secret');
});

it('refuses questions, unknown replies, those of others, and everyone but admins the report', async () => {
  const asked = await ask();
  const [other, elsewhere] = [await server.signUp(), await ask()];
  for (const [wrong, as] of [
    [{ ...asked, messageId: asked.questionId }, token],
    [{ ...asked, messageId: randomUUID() }, token],
    [{ ...asked, conversationId: elsewhere.conversationId }, token],
    [{ ...asked, conversationId: 'c' }, token],
    [asked, other],
  ] as const) {
    expect((await rate(wrong, { rating: 'good' }, as)).status).toBe(404);
  }
  await rate(asked, { rating: 'good' });
  expect(await read(asked, other)).toBeUndefined();
  expect(await takeBack(asked, other)).toBe(404);
  expect((await server.call('GET', '/api/admin/feedback', token)).status).toBe(403);
});

it.each<[object, string]>([
  [{}, 'The field "rating" is missing.'],
  [{ rating: 'great' }, 'The field "rating" must be one of'],
  [{ rating: 'good', reasons: ['taste'] }, 'The field "reasons'],
  [{ rating: 'good', comment: 'x'.repeat(501) }, 'The field "comment" must have at most 500 characters.'],
  [{ rating: 'good', sendsWords: 'yes' }, 'The field "sendsWords"'],
])('says why a wrong rating is refused: %#', async (body, error) => {
  const ids = { conversationId: randomUUID(), messageId: randomUUID(), questionId: randomUUID() };
  const answer = await rate(ids, body);
  expect(answer.status).toBe(400);
  expect(answer.body['error']).toContain(error);
});

it('keeps the beginnings of a long question and reply only', async () => {
  const asked = await ask(`Long. ${'😀'.repeat(30_000)}`);
  await rate(asked, { rating: 'bad', sendsWords: true });
  const note = (await report()).notes.find(({ question }) => question?.includes('Long.'));
  expect(note?.question).toHaveLength(20_000);
  expect(note?.reply).toHaveLength(20_000);
  expect(note?.question?.isWellFormed()).toBe(true);
});
