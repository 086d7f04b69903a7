import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.signUp();
});
afterAll(() => server.close());

const ANSWERS = {
  goals: ['learning', 'research'],
  quiz: { hours: 'over-10', writing: 'sources', repetition: 'daily' },
};
const AT_FIRST = {
  success: true,
  answers: { goals: [], quiz: {} },
  step: 'welcome',
  hasSeen: false,
  hasDemo: true,
  prompts: [],
};
const read = async (who = token) => (await server.call('GET', '/api/onboarding', who)).body;
const write = (body: unknown, who = token) => server.call('PUT', '/api/onboarding', who, body);

it.each([
  ['GET', '/api/onboarding'],
  ['PUT', '/api/onboarding'],
  ['POST', '/api/onboarding/demo'],
])('%s %s requires a session', async (method, path) => {
  expect(await server.call(method, path)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  expect(await server.call(method, path, 'forged')).toMatchObject({ status: 401 });
});

it('a new user starts at the first step', async () => {
  expect(await read(await server.signUp())).toEqual(AT_FIRST);
});

it('answers are stored for their user and return suggested prompts', async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  expect((await write({ answers: ANSWERS, step: 'assessment' }, one)).body).toMatchObject({ answers: ANSWERS });
  expect((await write({ step: 'stories' }, one)).body).toMatchObject({ step: 'stories', hasSeen: false });
  await write({ hasSeen: true }, one);
  const kept = await read(one);
  expect(kept).toMatchObject({ answers: ANSWERS, step: 'stories', hasSeen: true, hasDemo: true });
  const [first, second, third] = kept.prompts as { mode: string; text: string }[];
  expect(first).toEqual({ mode: 'normal', text: 'Explain a topic in plain words, then in depth' });
  expect([second?.mode, third?.text]).toEqual(['web_search', 'Fact-check my text and list your sources']);
  expect(await read(other)).toEqual(AT_FIRST);
});

it('a set of answers replaces the previous one', async () => {
  const who = await server.signUp();
  await write({ answers: ANSWERS }, who);
  const fewer = { goals: ['writing'], quiz: {} };
  await write({ answers: fewer }, who);
  expect((await read(who)).answers).toEqual(fewer);
});

it.each<[string, unknown]>([
  ['an unknown question', { answers: { goals: [], quiz: { age: '7' } } }],
  ['an attempt to reset the demo', { hasDemo: true }],
  ['a field named after an Object property', '{"__proto__":{"hasSeen":true},"x":1}'],
])('the onboarding ignores %s', async (_name, body) => {
  const who = await server.signUp();
  expect((await write(body, who)).status).toBe(200);
  expect(await read(who)).toMatchObject({ answers: { goals: [], quiz: {} }, hasSeen: false, hasDemo: true });
});

describe('invalid onboarding requests', () => {
  it.each<[string, unknown]>([
    ['an unknown step', { step: 'nine' }],
    ['a number as the step', { step: 3 }],
    ['a Mongo operator', { step: { $ne: null } }],
    ['an unknown goal', { answers: { goals: ['juggling'], quiz: {} } }],
    ['a goal named after an Object property', { answers: { goals: ['__proto__'], quiz: {} } }],
    ['a repeated goal', { answers: { goals: ['writing', 'writing'], quiz: {} } }],
    ['more goals than exist', { answers: { goals: Array.from({ length: 500 }, () => 'writing'), quiz: {} } }],
    ['an unknown answer', { answers: { goals: [], quiz: { hours: 'all' } } }],
    ['the answer to another question', { answers: { goals: [], quiz: { hours: 'tone' } } }],
    ['an answer that is null', { answers: { goals: [], quiz: { hours: null } } }],
    ['answers without a quiz', { answers: { goals: [] } }],
    ['a list as the answers', { answers: [] }],
    ['an attempt to mark it as unseen', { hasSeen: false }],
    ['a string as the seen flag', { hasSeen: 'true' }],
    ['a list as the body', '[]'],
    ['a body that is not JSON', '{'],
  ])('the onboarding rejects %s', async (_, body) => {
    const before = await read();
    const answer = await write(body);
    expect(answer).toMatchObject({ status: 400, body: { success: false, code: 'invalid-request' } });
    expect(JSON.stringify(answer.body).length).toBeLessThan(500);
    expect(await read()).toEqual(before);
  });

  it('the onboarding rejects a body of one megabyte', async () => {
    expect((await write({ step: 'x'.repeat(1_000_000) })).status).toBe(413);
  });

  it.each([{}, { goal: 'juggling' }, { goal: ['writing'] }, '{', '[]'])(
    'the onboarding rejects a demo of %j without using up the real one',
    async (body) => {
      expect(await server.call('POST', '/api/onboarding/demo', token, body)).toMatchObject({ status: 400 });
      expect(await read()).toMatchObject({ hasDemo: true });
    },
  );
});
