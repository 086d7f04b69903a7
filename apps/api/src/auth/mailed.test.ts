import { MAILED_PAGES } from '@parley/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, mailTo, tokenIn } from '../testing/mailbox.ts';
import { rawPost } from '../testing/raw-post.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let now = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: () => now });
});
afterAll(() => server.close());

const post = (path: string, body: unknown, token?: string) => server.call('POST', path, token, body);
const login = (email: string, password: string) => post('/api/auth/login', { email, password });
const me = async (token: string) => (await server.call('GET', '/api/auth/me', token)).body.user;

async function forgot(email: string): Promise<string> {
  expect(await post('/api/auth/forgot', { email })).toMatchObject({ status: 200, body: { success: true } });
  return tokenIn(await mailTo(server, email, 'Reset your'), MAILED_PAGES.reset);
}

describe('address verification', () => {
  it('a new account gets a verification mail, whose link works once', async () => {
    const session = await server.signUp('vera@example.com');
    const mail = await mailTo(server, 'vera@example.com', 'Confirm your email');
    const token = tokenIn(mail, MAILED_PAGES.verify);
    expect(mail.html).toContain(`href="https://parley.example.com${MAILED_PAGES.verify}#${token}"`);
    expect(mail.from).toBe('hello@example.com');
    expect(await me(session)).toMatchObject({ emailVerified: false });
    expect((await post('/api/auth/verify', { token }, session)).body).toEqual({
      success: true,
      email: 'vera@example.com',
    });
    expect(await me(session)).toMatchObject({ emailVerified: true });
    expect(await post('/api/auth/verify', { token })).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
  });

  it('a verification link expires after a day, and can be resent three times an hour', async () => {
    const session = await server.signUp('late@example.com');
    const token = tokenIn(await mailTo(server, 'late@example.com', 'Confirm'), MAILED_PAGES.verify);
    now += 24 * HOUR;
    expect((await post('/api/auth/verify', { token })).body.code).toBe('invalid-link');
    server.sandbox.reset();
    const resend = () => post('/api/auth/verify/resend', {}, session);
    expect((await resend()).status).toBe(200);
    const again = tokenIn(await mailTo(server, 'late@example.com', 'Confirm'), MAILED_PAGES.verify);
    expect((await post('/api/auth/verify', { token: again }, session)).status).toBe(200);
    await resend();
    await resend();
    const refused = await resend();
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(refused.headers.get('RateLimit')).toMatch(/^limit=3, remaining=0, reset=\d+$/);
    expect(refused.headers.get('RateLimit-Policy')).toBe('3;w=3600');
    expect((await post('/api/auth/verify/resend', {})).status).toBe(401);
  });

  it('a link to a new address expires after a day', async () => {
    const session = await server.signUp('moving@example.com');
    const wanted = { email: 'moved@example.com', password: 'tangerine' };
    expect((await post('/api/account/email', wanted, session)).status).toBe(200);
    const token = tokenIn(await mailTo(server, wanted.email, 'Confirm your new'), MAILED_PAGES.verify);
    now += 24 * HOUR;
    expect((await post('/api/auth/verify', { token }, session)).body.code).toBe('invalid-link');
    expect(await me(session)).toMatchObject({ email: 'moving@example.com' });
  });

  it('the owner of an address is notified when someone registers it again', async () => {
    await server.signUp('owner@example.com');
    const taken = await post('/api/auth/register', { email: 'OWNER@example.com', password: 'tangerine' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'email-taken' } });
    await mailTo(server, 'owner@example.com', 'already have');
  });
});

describe('a forgotten password', () => {
  it('a password is reset by mail, which ends all sessions', async () => {
    const session = await server.signUp('mona@example.com');
    const token = await forgot('mona@example.com');
    const reset = (password: string) => post('/api/auth/reset', { token, password });
    expect((await reset('short')).body.message).toBe('Password must be at least 6 characters long');
    expect(await reset('clementine')).toMatchObject({ status: 200, body: { success: true } });
    expect((await server.call('GET', '/api/auth/me', session)).status).toBe(401);
    expect((await login('mona@example.com', 'tangerine')).status).toBe(401);
    expect((await login('mona@example.com', 'clementine')).body.user).toMatchObject({ emailVerified: true });
    expect(await reset('mandarine')).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
    await mailTo(server, 'mona@example.com', 'password was changed');
  });

  it('a reset link is valid for half an hour, and using one revokes the other', async () => {
    await server.signUp('nina@example.com');
    const first = await forgot('nina@example.com');
    now += HOUR / 2;
    const late = await post('/api/auth/reset', { token: first, password: 'clementine' });
    expect(late.body.code).toBe('invalid-link');
    server.sandbox.reset();
    const second = await forgot('nina@example.com');
    server.sandbox.reset();
    const third = await forgot('nina@example.com');
    expect((await post('/api/auth/reset', { token: third, password: 'clementine' })).status).toBe(200);
    expect((await post('/api/auth/reset', { token: second, password: 'mandarine' })).status).toBe(400);
  });

  it('a reset link sets one password when it is used many times at once', async () => {
    await server.signUp('race@example.com');
    const token = await forgot('race@example.com');
    const resets = Array.from({ length: 8 }, (_, index) =>
      post('/api/auth/reset', { token, password: `password ${index}` }),
    );
    const statuses = (await Promise.all(resets)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('a reset for an unknown address gets the same response and sends no mail', async () => {
    const known = await post('/api/auth/forgot', { email: 'mona@example.com' });
    const unknown = await post('/api/auth/forgot', { email: 'nobody@example.com' });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await mailTo(server, 'mona@example.com', 'Reset your');
    expect(await mailsTo(server, 'nobody@example.com')).toEqual([]);
  });

  it('a reset link uses the public address, whatever host the request names', async () => {
    await server.signUp('host@example.com');
    const evil = { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' };
    const answer = await rawPost(`${server.url}/api/auth/forgot`, evil, { email: 'host@example.com' });
    expect(answer).toEqual({ success: true });
    const mail = await mailTo(server, 'host@example.com', 'Reset your');
    expect(mail.text + mail.html).not.toContain('evil');
  });
});

it('a token for one purpose is invalid for another', async () => {
  await server.signUp('mixed@example.com');
  const verify = tokenIn(await mailTo(server, 'mixed@example.com', 'Confirm'), MAILED_PAGES.verify);
  const reset = await forgot('mixed@example.com');
  expect((await post('/api/auth/reset', { token: verify, password: 'clementine' })).body.code).toBe('invalid-link');
  expect((await post('/api/auth/verify', { token: reset })).body.code).toBe('invalid-link');
});
