import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ rateLimits: { messages: 3, login: 2 }, apple: null });
  token = await server.signUp();
});
afterAll(() => server.close());

const shape = (code: string) => ({ success: false, code, message: expect.any(String), error: expect.any(String) });

describe('the common error shape', () => {
  it.each([
    ['malformed JSON', 'POST', '/api/auth/login', '{"email":', 400, 'invalid-request'],
    ['JSON that is not an object', 'POST', '/api/auth/login', '5', 400, 'invalid-request'],
    ['a body over the limit', 'POST', '/api/auth/login', `{"email":"${'x'.repeat(20_000)}"}`, 413, 'too-large'],
    ['a message over the limit', 'POST', '/api/chat/stream', `{"text":"${'x'.repeat(1_100_000)}"}`, 413, 'too-large'],
    ['an unknown path', 'GET', '/api/nothing', undefined, 404, 'not-found'],
    ['an unknown path that requires a session', 'POST', '/api/chat/a/b/c', {}, 404, 'not-found'],
    ['a method that a page does not allow', 'POST', '/', {}, 404, 'not-found'],
    ['a method that the API page does not allow', 'DELETE', '/api', undefined, 404, 'not-found'],
    ['a path that cannot be decoded', 'GET', '/api/chat/%E0%A4%A', undefined, 400, 'invalid-request'],
    ['an invalid page size', 'GET', '/api/chat/history?limit=0', undefined, 400, 'invalid-request'],
    ['a malformed id', 'GET', '/api/chat/none', undefined, 404, 'not-found'],
    ['a deletion of a malformed id', 'DELETE', '/api/chat/none', undefined, 404, 'not-found'],
  ])('answers in the common error shape for %s', async (_name, method, path, body, status, code) => {
    const answer = await server.call(method, path, token, body);
    expect(answer).toMatchObject({ status, body: shape(code) });
    expect(answer.body.message).toBe(answer.body.error);
  });

  it.each([
    ['/api/auth/login', 'text/plain', undefined, 400],
    ['/api/auth/login', 'application/x-www-form-urlencoded', undefined, 400],
    ['/api/auth/login', '', undefined, 400],
    ['/api/chat/stream', 'application/x-www-form-urlencoded', undefined, 400],
    ['/api/auth/login', 'application/json; charset=latin1', undefined, 415],
    ['/api/auth/login', 'application/json', 'compress', 415],
  ])('tells a program that sends %s something as “%s” how to send JSON', async (path, type, encoding, status) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': type,
        Authorization: `Bearer ${token}`,
        ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      },
      body: JSON.stringify({ email: 'a@b.de', password: 'tangerine', conversationId: crypto.randomUUID(), text: 'Hi' }),
    });
    const body = (await response.json()) as { message: string };
    expect([response.status, body.message]).toEqual([status, expect.stringContaining('application/json')]);
  });

  it('answers a flood in the common error shape, with the seconds to wait', async () => {
    const login = () => server.call('POST', '/api/auth/login', undefined, { email: 'a@b.de', password: 'tangerine' });
    await login();
    await login();
    const refused = await login();
    expect(refused).toMatchObject({ status: 429, body: shape('rate-limited') });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('rate-limits a flood of messages, but accepts a repeated message', async () => {
    const taken = { conversationId: crypto.randomUUID(), clientMessageId: crypto.randomUUID(), text: 'one' };
    await (await server.send(token, taken)).all();
    await (await server.send(token, { text: 'two' })).all();
    await (await server.send(token, { text: 'three' })).all();
    expect((await server.send(token, { text: 'four' })).error).toMatchObject(shape('rate-limited'));
    expect((await server.send(token, taken)).status).toBe(200);
  });
});

it('responses carry no headers that could mislead a page', async () => {
  const { headers } = await server.call('GET', '/api/auth/me');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).not.toContain('unsafe-inline');
  expect(headers.get('content-security-policy')).toContain("img-src 'self' blob:;");
  expect(headers.get('content-security-policy')).toContain("connect-src 'self';");
});

it('changes are limited per user and minute, whichever route, without affecting other users', async () => {
  const strict = await startTestServer({ rateLimits: { changes: 6 } });
  onTestFinished(() => strict.close());
  const [flooding, calm] = [await strict.signUp(), await strict.signUp()];
  const project = (as: string) => strict.call('POST', '/api/projects', as, { id: crypto.randomUUID(), name: '潮' });
  const memory = (as: string) =>
    strict.call('POST', '/api/account/memories', as, { id: crypto.randomUUID(), text: 'Χαίρε' });
  const removal = (as: string) => strict.call('DELETE', `/api/shares/${crypto.randomUUID()}`, as);
  const statuses: number[] = [];
  for (const change of [project, memory, project, memory, project, memory, removal, project, memory]) {
    statuses.push((await change(flooding)).status);
  }
  expect(statuses).toEqual([...Array(6).fill(200), 429, 429, 429]);
  expect((await project(flooding)).body.message).toMatch(
    /^Too many requests\. Try again in (\d\d seconds|1 minute)\.$/,
  );
  expect((await strict.call('GET', '/api/projects', flooding)).status).toBe(200);
  expect((await project(calm)).status).toBe(200);
});

it('reads are limited per user and minute, without affecting other users', async () => {
  const strict = await startTestServer({ rateLimits: { reads: 20, readsOfAddress: 45 } });
  onTestFinished(() => strict.close());
  const [flooding, calm] = [await strict.signUp(), await strict.signUp()];
  const read = (token: string) => strict.call('GET', '/api/chat/usage', token);
  const statuses: number[] = [];
  for (let index = 0; index < 22; index++) statuses.push((await read(flooding)).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  const refused = await read(flooding);
  expect(refused.body.message).toMatch(/^Too many requests\. Try again in (\d\d seconds|1 minute)\.$/);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(30);
  expect((await read(calm)).status).toBe(200);
  // Refused requests of one user, and requests with forged tokens, take nothing from the others at the address.
  for (let index = 0; index < 30; index++) expect((await read(flooding)).status).toBe(429);
  const [head, body] = calm.split('.');
  const forged: number[] = [];
  for (let index = 0; index < 50; index++) forged.push((await read(`${head}.${body}.forged`)).status);
  expect(forged).toEqual([...Array(45).fill(401), ...Array(5).fill(429)]);
  expect((await read(calm)).status).toBe(200);
  // Further accounts do not help: the address is limited, too.
  const further = await strict.signUp();
  const reads = [...Array(15).fill(calm), ...Array(15).fill(further)] as string[];
  const others = await Promise.all(reads.map(read));
  expect(others.filter(({ status }) => status === 200)).toHaveLength(45 - 20 - 2);
});
