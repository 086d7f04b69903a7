import { Writable } from 'node:stream';
import { AppError } from '@parley/core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openLog } from './open-log.ts';

interface Line {
  time: string;
  userId?: string;
  requestId?: string;
  generationId?: string;
  msg: string;
  code?: string;
  at?: string;
  res?: { status: number };
}

let written = '';
const destination = new Writable({
  write(chunk: Buffer, _encoding, done) {
    written += chunk.toString();
    done();
  },
});
const lines = () =>
  written
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

let server: TestServer;
let broken: AppError | null = null;
/** Makes the list of conversations fail until the end of the test. */
function breakStore(error: AppError): void {
  broken = error;
  onTestFinished(() => void (broken = null));
}

beforeAll(async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const { conversations } = storage;
  const list: typeof conversations.list = (...asked) =>
    broken ? Promise.reject(broken) : conversations.list(...asked);
  server = await startTestServer({
    storage: { ...storage, conversations: { ...conversations, list } },
    logger: openLog('trace', destination),
    namesConversations: true,
    // An unexpected error in the middle of a reply.
    backends: ({ model }) => ({
      model: {
        ...model,
        capabilities: () => model.capabilities(),
        complete: (...request) => model.complete(...request),
        async stream(request, emit, signal) {
          await model.stream(request, emit, signal);
          if (request.messages.at(-1)?.content.includes('burst')) throw new RangeError('something broke');
        },
      },
    }),
  });
});
afterAll(() => server.close());

it('a request gets an id, from its proxy if that sent a valid one', async () => {
  const ask = async (name?: string) => {
    const headers: Record<string, string> = name === undefined ? {} : { 'X-Request-Id': name };
    const response = await fetch(`${server.url}/healthz`, { headers });
    return response.headers.get('X-Request-Id');
  };
  expect(await ask('from-the-proxy:42')).toBe('from-the-proxy:42');
  const [made, other] = [await ask(), await ask()];
  expect(made).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).not.toBe(made);
  for (const bad of ['two words', '{"a":1}', 'x'.repeat(129)]) expect(await ask(bad)).toMatch(/^[0-9a-f-]{36}$/);
});

it('every log line of a reply, including its end, has the id of its request', async () => {
  const token = await server.signUp();
  const ask = async (id: string, text: string) => {
    const response = await fetch(`${server.url}/api/chat/stream`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'X-Request-Id': id },
      body: JSON.stringify({ conversationId: crypto.randomUUID(), clientMessageId: crypto.randomUUID(), text }),
    });
    await response.text();
  };
  await Promise.all([ask('first', 'burst'), ask('second', 'Hello')]);
  const messagesOf = (id: string) => lines().flatMap(({ requestId, msg }) => (requestId === id ? [msg] : []));
  await expect
    .poll(() => messagesOf('first').toSorted())
    .toEqual(['reply ended', 'reply failed unexpectedly', 'request completed']);
  await expect.poll(() => messagesOf('second').toSorted()).toEqual(['reply ended', 'request completed']);
});

it('a failed reply is logged with the error codes of its cause', async () => {
  const token = await server.signUp();
  const { user } = (await server.call('GET', '/api/auth/me', token)).body as { user: { _id: string } };
  const hasty = await startTestServer({
    logger: openLog('trace', destination),
    modelLimits: { betweenEventsMs: 1_000 },
  });
  onTestFinished(() => hasty.close());
  const failed = async (text: string, at = server, as = token) => {
    const reply = await at.send(as, { text });
    await reply.all();
    const generationId = await reply.generationId();
    const line = (each: Line) => each.msg === 'reply failed' && each.generationId === generationId;
    return lines().filter(line);
  };
  expect(await failed('[[401]]')).toMatchObject([
    {
      level: 40,
      userId: user._id,
      code: 'model-auth',
      upstream: { status: 401, code: 'invalid_api_key' },
    },
  ]);
  expect(await failed('[[cut]]')).toMatchObject([{ code: 'model-disconnected', upstream: { code: 'ECONNRESET' } }]);
  expect(await failed('[[stall]]', hasty, await hasty.signUp())).toMatchObject([{ code: 'model-stalled' }]);
  expect(await failed('Hello')).toEqual([]);
});

it('log lines have ISO times, and request lines the user’s id', async () => {
  const token = await server.signUp();
  const { user } = (await server.call('GET', '/api/auth/me', token)).body as { user: { _id: string } };
  const ownLines = () => lines().filter(({ userId }) => userId === user._id);
  await expect.poll(() => ownLines().length).toBeGreaterThan(0);
  expect(ownLines()[0]).toMatchObject({ msg: 'request completed', req: { path: '/api/auth/me' } });
  for (const { time } of lines()) expect(new Date(time).toISOString()).toBe(time);
});

describe('the log line of a response from 500 on', () => {
  const failed = (code: string) => lines().findLast((line) => line.res?.status === 503 && line.code === code);

  it.each([
    [Object.assign(new Error('database or disk is full'), { errcode: 13 }), { code: 'SQLITE_FULL' }],
    [Object.assign(new Error('disk I/O error'), { errcode: 778 }), { code: 'SQLITE_IOERR' }],
    [
      Object.assign(new Error('ENOSPC: no space left, write the-words-of-a-question'), {
        code: 'ENOSPC',
        syscall: 'write',
      }),
      { code: 'ENOSPC', syscall: 'write' },
    ],
    [
      Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:27017'), { name: 'MongoServerSelectionError' }),
      { name: 'MongoServerSelectionError', message: 'connect ECONNREFUSED 127.0.0.1:27017' },
    ],
  ])('the log line of a failed response names its cause: %s', async (cause, described) => {
    breakStore(new AppError('unavailable', { cause }));
    const token = await server.signUp();
    expect((await server.call('GET', '/api/chat/history', token)).status).toBe(503);
    await expect
      .poll(() => failed('unavailable'))
      .toMatchObject({ level: 50, userId: expect.any(String), cause: described });
  });

  it('the log line of a failed response names the location of an error without a cause', async () => {
    breakStore(new AppError('unavailable'));
    const token = await server.signUp();
    await server.call('GET', '/api/chat/history', token);
    await expect.poll(() => failed('unavailable')?.at).toMatch(/^log\.test\.ts:\d+$/);
  });
});

it('the log never contains a password, a token, a text or an address', async () => {
  const secrets = ['sesame-opens-it', 'the-words-of-a-question', 'somebody@example.org', 'nobody@example.org'];
  const [password = '', text = '', email = '', unknown = ''] = secrets;
  const body = { email, password };
  const { token } = (await server.call('POST', '/api/auth/register', undefined, body)).body as { token: string };
  await server.call('POST', '/api/auth/login', undefined, { ...body, password: `${password}!` });
  await server.call('POST', '/api/auth/login', undefined, { email: unknown, password });
  await server.call('POST', '/api/auth/login', undefined, `{"email":"${email}","password":"${password}"`);
  await server.call('GET', `/api/chat/search?q=${text}`, token);
  await server.call('GET', `/api/chat/history?limit=${text}`, token);
  for (const fault of ['', '[[401]]', '[[500]]', '[[mid500]]', '[[badjson]]', '[[cut]]', 'burst']) {
    await (await server.send(token, { text: `${text} ${fault}` })).all();
  }
  await server.call('POST', '/api/chat/stream', token, { text: { [text]: text } });
  await server.call('GET', '/api/auth/logout', token);
  const isQuiet = () => lines().at(-1)?.msg === 'request completed';
  await expect.poll(isQuiet).toBe(true);
  expect(lines().length).toBeGreaterThan(20);
  for (const secret of [...secrets, token]) expect(written.includes(secret), secret).toBe(false);
});

it('a rejection because of load is logged as a warning without a stack', async () => {
  const token = await server.signUp();
  await server.replies.drain(AbortSignal.abort());
  const { status } = await server.call('POST', '/api/onboarding/demo', token, { goal: 'writing' });
  expect(status).toBe(503);
  const isIt = (line: Line) => line.res?.status === 503;
  await expect.poll(() => lines().findLast(isIt)).toMatchObject({ level: 40, req: { path: '/api/onboarding/demo' } });
  expect(lines().findLast(isIt)).not.toHaveProperty('err');
  await server.call('GET', '/readyz');
  await expect.poll(() => lines().findLast(isIt)).toMatchObject({ level: 40, req: { path: '/readyz' } });
});
