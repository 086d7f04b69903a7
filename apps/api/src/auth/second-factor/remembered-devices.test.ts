import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAILED_PAGES } from '@parley/core';
import { mailTo, tokenIn } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { appPeople, testClock } from './testing.ts';

const DAY_MS = 24 * 3_600_000;
const clock = testClock();
let server: TestServer;
let people: ReturnType<typeof appPeople>;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now });
  people = appPeople(server, clock);
});
afterAll(() => server.close());

const NEEDED = { status: 401, body: { code: 'second-factor-needed' } };

async function post(path: string, body: object, cookie = '') {
  const headers = { 'Content-Type': 'application/json', Cookie: cookie, 'User-Agent': FIREFOX };
  const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: answer, setCookie: response.headers.get('set-cookie') ?? '' };
}
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const login = (email: string, cookie = '', password = 'tangerine') =>
  post('/api/auth/login', { email, password }, cookie);
const cookieOf = ({ setCookie }: { setCookie: string }) => setCookie.split(';')[0] ?? '';

/** Signs in with a code, in a browser that has this cookie and asks to be remembered. */
async function rememberIn(person: { email: string; nextCode: () => string }, cookie = '') {
  const ticket = String((await login(person.email, cookie)).body.ticket);
  return post('/api/auth/second-factor', { ticket, code: person.nextCode(), remember: true }, cookie);
}
async function remembered() {
  const person = await people.signUp();
  const answer = await rememberIn(person);
  const devicesOf = async () => (await people.status(person.token)).devices as { id: string }[];
  return { ...person, answer, cookie: cookieOf(answer), devicesOf };
}

describe('remembered devices', () => {
  it('a remembered device signs in with the password alone, only for its user, for 30 days', async () => {
    const { id, email, cookie, answer } = await remembered();
    expect(answer.setCookie).toMatch(
      /^__Host-remembered=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect((await login(email, cookie)).status).toBe(200);
    expect((await login(email, cookie, 'not it')).body.code).toBe('wrong-credentials');
    const other = await people.signUp();
    expect(await login(other.email, cookie)).toMatchObject(NEEDED);
    for (const forged of ['', `__Host-remembered=${'A'.repeat(43)}`, `remembered=${cookie.split('=')[1]}`]) {
      expect(await login(email, forged)).toMatchObject(NEEDED);
    }
    clock.pass(30 * DAY_MS);
    expect(await login(email, cookie)).toMatchObject(NEEDED);
    expect(await server.storage.rememberedDevices.list(id, clock.now())).toEqual([]);
  });

  it('a remembered device is remembered only when its user asks, with a right code', async () => {
    const person = await people.signUp();
    const ticket = await people.ticketOf(person.email);
    const wrong = await post('/api/auth/second-factor', { ticket, code: '12345', remember: true });
    expect([wrong.status, wrong.setCookie]).toEqual([403, '']);
    const right = await post('/api/auth/second-factor', { ticket, code: person.nextCode() });
    expect([right.status, right.setCookie]).toEqual([200, '']);
  });

  it('a remembered device is listed with its last use, stored as a hash, and can be made to ask again', async () => {
    const { id: userId, email, token, cookie, devicesOf } = await remembered();
    const [device] = await devicesOf();
    expect(device).toEqual({
      id: expect.any(String),
      name: 'Firefox on Linux',
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      lastUsedAt: null,
    });
    await login(email, cookie);
    expect(await devicesOf()).toMatchObject([{ lastUsedAt: expect.any(String) }]);
    const stored = await server.storage.rememberedDevices.list(userId, clock.now());
    expect(JSON.stringify(stored)).not.toContain(cookie.split('=')[1]);
    expect((await server.call('DELETE', `${people.own}/devices/${device?.id}`, token)).status).toBe(200);
    expect(await login(email, cookie)).toMatchObject(NEEDED);
    expect((await server.call('DELETE', `${people.own}/devices/${randomUUID()}`, token)).status).toBe(404);
  });

  it('a remembered device is one browser for several users', async () => {
    const first = await remembered();
    const second = await people.signUp();
    const both = cookieOf(await rememberIn(second, first.cookie));
    for (const { email } of [first, second]) expect((await login(email, both)).status).toBe(200);
  });

  it('a remembered device asks again after a new password', async () => {
    const { email, token, cookie, nextCode } = await remembered();
    const change = { currentPassword: 'tangerine', newPassword: 'clementine', code: nextCode() };
    expect((await server.call('POST', '/api/account/password', token, change)).status).toBe(200);
    expect(await login(email, cookie, 'clementine')).toMatchObject(NEEDED);
  });

  it('a remembered device asks again after a password reset', async () => {
    const { id, email, cookie } = await remembered();
    await server.storage.users.setVerified(id, email);
    await post('/api/auth/forgot', { email });
    const token = tokenIn(await mailTo(server, email, 'Reset your'), MAILED_PAGES.reset);
    expect((await post('/api/auth/reset', { token, password: 'clementine' })).status).toBe(200);
    expect(await login(email, cookie, 'clementine')).toMatchObject(NEEDED);
  });

  it('a remembered device is forgotten with the app, and not remembered by the next one', async () => {
    const { email, token, cookie, nextCode } = await remembered();
    const off = await server.call('DELETE', people.own, token, { password: 'tangerine', code: nextCode() });
    expect(off.status).toBe(200);
    const { setup, secret } = (await people.start(token)).body as { setup: string; secret: string };
    const code = people.codeNow(secret);
    expect((await server.call('POST', people.own, token, { setup, code })).status).toBe(200);
    expect(await login(email, cookie)).toMatchObject(NEEDED);
  });
});
