import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: ['boss@example.com'] });
});
afterAll(() => server.close());

const register = (email: unknown, password: unknown = 'tangerine') =>
  server.call('POST', '/api/auth/register', undefined, { email, password });
const login = (email: string, password = 'tangerine') =>
  server.call('POST', '/api/auth/login', undefined, { email, password });
const me = (token?: string) => server.call('GET', '/api/auth/me', token);

describe('POST /register', () => {
  it('registration creates an account with a normalized address and signs in', async () => {
    const { status, body } = await register('  Mira@Example.com ');
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, token: expect.any(String) });
    expect(body.user).toEqual({
      _id: expect.any(String),
      email: 'mira@example.com',
      subscriptionTier: 'free',
      subscriptionStatus: null,
      usagePeriodEnd: null,
      isAdmin: false,
      emailVerified: false,
    });
    expect((await me(body.token as string)).body).toEqual({ success: true, user: body.user });
  });

  it('registration accepts an address once, even in ten simultaneous requests', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => register('twice@example.com')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.code]).toEqual([409, 'email-taken']);
    }
  });

  it.each([
    ['', 'tangerine', 'Email is required'],
    ['no address', 'tangerine', 'Please enter a valid email address'],
    ['short@example.com', '12345', 'Password must be at least 6 characters long'],
    ['long@example.com', 'x'.repeat(257), 'Password must be at most 256 characters long'],
  ])('registration rejects %j with a sentence', async (email, password, message) => {
    const { status, body } = await register(email, password);
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, code: 'invalid-request', message, error: message });
  });

  it.each([[{ $ne: null }], [['a@b.de']], [7], [null]])('rejects an address that is not text: %j', async (email) => {
    expect(await register(email)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });

  it('registration ignores unknown fields', async () => {
    const body = { email: 'field@example.com', password: 'tangerine', isAdmin: true };
    expect(await server.call('POST', '/api/auth/register', undefined, body)).toMatchObject({
      status: 200,
      body: { user: { isAdmin: false } },
    });
  });

  it('admins are recognized by their address once it is verified', async () => {
    const { body } = await register('boss@example.com');
    expect(body.user).toMatchObject({ isAdmin: false });
    await server.storage.users.setVerified((body.user as User)._id, 'boss@example.com');
    expect((await me(body.token as string)).body.user).toMatchObject({ isAdmin: true });
  });
});

describe('POST /login', () => {
  it('login opens a new session each time', async () => {
    const first = (await register('again@example.com')).body.token as string;
    const second = (await login(' AGAIN@example.com')).body.token as string;
    expect(second).not.toBe(first);
    await server.call('GET', '/api/auth/logout', first);
    expect((await me(first)).status).toBe(401);
    expect((await me(second)).status).toBe(200);
  });

  it('login answers alike for a wrong password and an unknown address', async () => {
    await register('known@example.com');
    const wrong = await login('known@example.com', 'not it');
    const unknown = await login('unknown@example.com', 'not it');
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      success: false,
      code: 'wrong-credentials',
      message: 'Invalid email or password',
      error: 'Invalid email or password',
    });
    expect(unknown.body).toEqual(wrong.body);
  });
});

describe('a bearer token', () => {
  it('a bearer token is optional for /me, and only there', async () => {
    expect(await me()).toMatchObject({ status: 200, body: { success: false, user: null } });
    expect(await server.call('GET', '/api/chat/history')).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
  });

  it.each([
    ['garbage', 'garbage'],
    ['signed with another key', jwt.sign({ sid: 'x', sub: 'y' }, 'another key that has enough bytes!')],
    ['without a signature', `${btoa('{"alg":"none"}')}.${btoa('{"sid":"x","sub":"y"}')}.`],
  ])('rejects a bearer token that is %s', async (_name, token) => {
    expect((await me(token)).status).toBe(401);
  });

  it('rejects a well-signed bearer token that names no session', async () => {
    const token = jwt.sign({ sid: 'x', sub: 'y' }, 'a secret for tests that has enough bytes');
    expect((await me(token)).status).toBe(401);
  });

  it('rejects a bearer token after logout, which always answers 200', async () => {
    const token = await server.signUp();
    for (const each of [token, token, undefined, 'garbage']) {
      expect((await server.call('GET', '/api/auth/logout', each)).status).toBe(200);
    }
    expect((await me(token)).status).toBe(401);
  });
});
