import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ adminEmails: ['boss@example.com'] });
  token = await server.signUp('boss@example.com');
});
afterAll(() => server.close());

const FIELDS: Record<string, Record<string, string>> = {
  '/api/auth/register': { email: 'new@example.com', password: 'tangerine' },
  '/api/auth/login': { email: 'new@example.com', password: 'tangerine' },
  '/api/auth/verify': { token: 'x' },
  '/api/auth/forgot': { email: 'new@example.com' },
  '/api/auth/reset': { token: 'x', password: 'tangerine' },
  '/api/account/password': { currentPassword: 'not it', newPassword: 'clementine' },
  '/api/account/email': { password: 'not it', email: 'new@example.com' },
};
const VALUES: [string, unknown][] = [
  ['a Mongo operator', { $ne: null }],
  ['another', { $gt: '' }],
  ['a list', ['a@example.com']],
  ['a number', 7],
  ['nothing', null],
  ['yes', true],
  ['a megabyte', 'x'.repeat(1_000_000)],
  ['what is longer than any', 'x'.repeat(5_000)],
];
const CASES = Object.entries(FIELDS).flatMap(([path, good]) =>
  Object.keys(good).flatMap((field) => VALUES.map(([name, value]) => [path, field, name, value] as const)),
);

describe('every field of every form', () => {
  it.each(CASES)('%s refuses as %s %s', async (path, field, _name, value) => {
    const answer = await server.call('POST', path, token, { ...FIELDS[path], [field]: value });
    expect([400, 413]).toContain(answer.status);
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String) });
    expect(JSON.stringify(answer.body).length).toBeLessThan(500);
  });

  it.each(Object.keys(FIELDS))('%s refuses a field it does not know', async (path) => {
    const answer = await server.call('POST', path, token, { ...FIELDS[path], isAdmin: true, __proto__: { a: 1 } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });

  it('has stored nothing of all this', async () => {
    expect(await server.storage.users.findByEmail('new@example.com')).toBeNull();
  });
});

const register = (email: string) =>
  server.call('POST', '/api/auth/register', undefined, { email, password: 'tangerine' });

describe('an address', () => {
  it.each([
    "' OR 1=1 --",
    "x'; DROP TABLE users; --@example.com",
    'a@example.com\r\nBcc: evil@example.com',
    'a@example.com\nSubject: evil',
    'a@example.com%0d%0aBcc:evil@example.com,',
    'a@example.com, evil@example.com',
    'A <evil@example.com>',
    'boss@example.com\u0000',
    'boss@exam\u200bple.com',
    'boss@example.com\u202e',
    'a\uD800@example.com',
    `${'x'.repeat(250)}@example.com`,
  ])('that is none is refused: %j', async (email) => {
    expect(await register(email)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    const forgot = await server.call('POST', '/api/auth/forgot', undefined, { email });
    expect(forgot.body).toEqual({ success: true });
    expect(await mailsTo(server, 'evil@example.com')).toEqual([]);
  });

  it.each(['ＢＯＳＳ@example.com', ' boss@EXAMPLE.com\t', 'boss@ｅxample.com'])(
    'written otherwise is the same account: %j',
    async (email) => {
      expect(await register(email)).toMatchObject({ status: 409, body: { code: 'email-taken' } });
    },
  );

  it('that only looks like another is another, and no admin', async () => {
    const { body } = await register('b\u043Ess@example.com');
    const user = body.user as { _id: string; email: string };
    await server.storage.users.setVerified(user._id, user.email);
    const me = await server.call('GET', '/api/auth/me', body.token as string);
    expect(me.body.user).toMatchObject({ isAdmin: false, emailVerified: true });
  });

  it('with quotes in it is looked up as it is', async () => {
    const email = "o'brien@example.com";
    expect((await register(email)).status).toBe(200);
    const login = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
    expect(login.status).toBe(200);
  });
});

describe('a token', () => {
  it.each(['', 'x', 'A'.repeat(43), "' OR ''='", '../../etc/passwd', '\u0000', '%00', '🙂'])(
    'that was never mailed is refused: %j',
    async (forged) => {
      const verify = await server.call('POST', '/api/auth/verify', undefined, { token: forged });
      expect(verify).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
      const reset = await server.call('POST', '/api/auth/reset', undefined, { token: forged, password: 'clementine' });
      expect(reset).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
    },
  );
});
