import { MAILED_PAGES, type AccountSession } from '@parley/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, mailTo, tokenIn } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let now = Date.UTC(2026, 10, 21, 12, 0, 30);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => now, delayMs: 5 });
});
afterAll(() => server.close());

const call = (method: string, path: string, token?: string, body?: unknown) =>
  server.call(method, `/api/account${path}`, token, body);
const login = async (email: string, password = 'tangerine', headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ email, password }),
  });
  return (await response.json()) as { token?: string; code?: string };
};
const isSignedIn = async (token: string | undefined) =>
  (await server.call('GET', '/api/auth/me', token ?? 'none')).status === 200;

describe('preferences', () => {
  it('preferences keep the fields that a change leaves out, and hold the longest text in its longest spelling', async () => {
    const token = await server.signUp();
    const about = '😀'.repeat(750);
    const body = `{"about":"${'\\ud83d\\ude00'.repeat(750)}","answerStyle":"${'\\u0061'.repeat(1500)}"}`;
    const response = await fetch(`${server.url}/api/account/preferences`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
    });
    expect(response.status).toBe(200);
    await call('PUT', '/preferences', token, { answerStyle: ' Short.\n', searchesByItself: false });
    expect((await call('GET', '', token)).body).toMatchObject({
      about,
      answerStyle: 'Short.',
      searchesByItself: false,
    });
    await call('PUT', '/preferences', token, { about: 'cut \ud83d' });
    expect((await call('GET', '', token)).body).toMatchObject({ about: 'cut \ufffd', searchesByItself: false });
  });

  it('preferences have the language of the account, which every answer with the account names from then on', async () => {
    const token = await server.signUp();
    expect((await call('GET', '', token)).body.user).not.toHaveProperty('language');
    await call('PUT', '/preferences', token, { language: 'pt-BR' });
    expect((await call('GET', '', token)).body.user).toMatchObject({ language: 'pt-BR' });
    expect((await server.call('GET', '/api/auth/me', token)).body.user).toMatchObject({ language: 'pt-BR' });
  });

  it.each([
    [{ language: 'xx' }, 'The field "language" must be one of en, de, fr, es, pt-BR, ja, ar.'],
    [{ language: ['de'] }, 'The field "language" must be one of en, de, fr, es, pt-BR, ja, ar.'],
    [{ language: `de${'x'.repeat(8000)}` }, 'The field "language" must be one of en, de, fr, es, pt-BR, ja, ar.'],
    [{ about: 'x'.repeat(1501) }, 'This can be up to 1,500 characters.'],
    [{ answerStyle: null }, 'The field "answerStyle" must be text.'],
    [{}, 'The request names no preference.'],
  ])('preferences refuse %j', async (body, error) => {
    const token = await server.signUp();
    expect(await call('PUT', '/preferences', token, body)).toMatchObject({ status: 400, body: { error } });
  });
});

describe('the list of sessions', () => {
  it('lists sessions with their devices in words, last used first', async () => {
    const email = 'sessions@example.com';
    const first = await server.signUp(email);
    now += 60_000;
    const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0'.padEnd(
      100_000 / 10,
      'x',
    );
    const { token: second = '' } = await login(email, 'tangerine', { 'User-Agent': userAgent });
    const { body } = await call('GET', '/sessions', first);
    expect(body.sessions).toEqual([
      {
        id: expect.any(String),
        createdAt: '2026-11-21T12:01:30.000Z',
        lastSeenAt: '2026-11-21T12:01:00.000Z',
        device: 'Firefox on macOS',
        isCurrent: false,
      },
      expect.objectContaining({ device: expect.any(String), isCurrent: true }),
    ]);
    now += 5 * 60_000;
    await call('GET', '/sessions', first);
    await expect
      .poll(async () => ((await call('GET', '/sessions', first)).body.sessions as AccountSession[])[0])
      .toMatchObject({ isCurrent: true, lastSeenAt: '2026-11-21T12:06:00.000Z' });
    expect(await isSignedIn(second)).toBe(true);
  });

  it('ends one session, or all others', async () => {
    const email = 'ends@example.com';
    const own = await server.signUp(email);
    const others = await Promise.all([login(email), login(email), login(email)]);
    const sessions = (await call('GET', '/sessions', own)).body.sessions as AccountSession[];
    const other = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await call('DELETE', `/sessions/${other}`, own)).status).toBe(200);
    expect((await call('DELETE', `/sessions/${other}`, own)).status).toBe(404);
    expect((await Promise.all(others.map(({ token }) => isSignedIn(token)))).filter(Boolean)).toHaveLength(2);
    expect((await call('DELETE', '/sessions', own)).status).toBe(200);
    expect((await Promise.all(others.map(({ token }) => isSignedIn(token)))).filter(Boolean)).toHaveLength(0);
    expect(await isSignedIn(own)).toBe(true);
  });
});

describe('changing the password', () => {
  it('changing the password requires the current one and ends all other sessions', async () => {
    const email = 'change@example.com';
    const own = await server.signUp(email);
    const { token: other } = await login(email);
    const change = (currentPassword: string, newPassword: string) =>
      call('POST', '/password', own, { currentPassword, newPassword });
    expect(await change('wrong', 'clementine')).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    expect((await change('tangerine', 'short')).status).toBe(400);
    expect(await isSignedIn(other)).toBe(true);
    expect((await change('tangerine', 'clementine')).status).toBe(200);
    expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, false]);
    expect((await login(email)).code).toBe('wrong-credentials');
    expect((await login(email, 'clementine')).token).toBeDefined();
    await mailTo(server, email, 'password was changed');
  });

  it('changing the password revokes links that were mailed before', async () => {
    const email = 'stale@example.com';
    const own = await server.signUp(email);
    await server.call('POST', '/api/auth/forgot', undefined, { email });
    const token = tokenIn(await mailTo(server, email, 'Reset'), MAILED_PAGES.reset);
    await call('POST', '/password', own, { currentPassword: 'tangerine', newPassword: 'clementine' });
    const reset = await server.call('POST', '/api/auth/reset', undefined, { token, password: 'mandarine' });
    expect(reset.body.code).toBe('invalid-link');
  });

  it('changing the password is rate-limited after five wrong passwords', async () => {
    const own = await server.signUp('guess@example.com');
    const guess = () => call('POST', '/password', own, { currentPassword: 'wrong', newPassword: 'clementine' });
    for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(403);
    const refused = await guess();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(20);
  });
});

describe('changing the address', () => {
  const change = (token: string, email: string, password = 'tangerine') =>
    call('POST', '/email', token, { password, email });

  it('changes the address once the new one is confirmed, and notifies the old one', async () => {
    const own = await server.signUp('old@example.com');
    const verify = (token: string) => server.call('POST', '/api/auth/verify', own, { token });
    await verify(tokenIn(await mailTo(server, 'old@example.com', 'Confirm'), MAILED_PAGES.verify));
    expect((await change(own, 'new@example.com', 'wrong')).status).toBe(403);
    expect((await change(own, 'no address')).status).toBe(400);
    expect((await change(own, ' NEW@example.com ')).status).toBe(200);
    await mailTo(server, 'old@example.com', 'about to change');
    expect((await login('old@example.com')).token).toBeDefined();
    const token = tokenIn(await mailTo(server, 'new@example.com', 'Confirm your new'), MAILED_PAGES.verify);
    expect((await verify(token)).body).toEqual({ success: true, email: 'new@example.com' });
    expect((await verify(token)).body.code).toBe('invalid-link');
    const user = (await server.call('GET', '/api/auth/me', own)).body.user;
    expect(user).toMatchObject({ email: 'new@example.com', emailVerified: true });
    expect((await login('old@example.com')).code).toBe('wrong-credentials');
    await mailTo(server, 'old@example.com', 'was changed');
  });

  it('does not reveal whether a new address has an account, but notifies its owner', async () => {
    await server.signUp('taken@example.com');
    const own = await server.signUp('mover@example.com');
    const [taken, free] = [await change(own, 'taken@example.com'), await change(own, 'free@example.com')];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
    await mailTo(server, 'free@example.com', 'Confirm your new');
    await mailTo(server, 'taken@example.com', 'already have');
    expect((await mailsTo(server, 'taken@example.com')).some(({ subject }) => subject.includes('new'))).toBe(false);
  });

  it('rejects an address that another account took before it was confirmed', async () => {
    const own = await server.signUp('slow@example.com');
    await change(own, 'wanted@example.com');
    const token = tokenIn(await mailTo(server, 'wanted@example.com', 'Confirm your new'), MAILED_PAGES.verify);
    await server.signUp('wanted@example.com');
    const answer = await server.call('POST', '/api/auth/verify', own, { token });
    expect(answer).toMatchObject({ status: 409, body: { code: 'email-taken' } });
  });
});
