import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '../openapi/document.ts';
import { isJson } from '../openapi/operation.ts';
import { openStorage } from '../storage/open-storage.ts';
import { readTables } from '../storage/sqlite/database/read-tables.ts';
import { exampleOf } from '../testing/example-of.ts';
import { listRoutes } from '../testing/list-routes.ts';
import { mailsTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let token: string;
let folder: string;
let database: ReturnType<typeof readTables>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-bad-input-'));
  const file = join(folder, 'parley.db');
  const storage = await openStorage(`sqlite:${file}`, { filesDir: join(folder, 'files') });
  server = await startTestServer({ storage, adminEmails: ['boss@example.com'] });
  database = readTables(file);
  token = await server.signUp('boss@example.com');
  await untilMailed('boss@example.com');
});
afterAll(async () => {
  database.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Routes whose valid body has more to it than its schema says. */
const SPECIAL_FORMS: Record<string, Record<string, unknown>> = {
  'post /api/auth/register': { email: 'new@example.com', password: 'tangerine' },
  'post /api/auth/login': { email: 'new@example.com', password: 'tangerine' },
  'post /api/auth/verify': { token: 'x' },
  'post /api/auth/forgot': { email: 'new@example.com' },
  'post /api/auth/reset': { token: 'x', password: 'tangerine' },
  'post /api/auth/apple': { idToken: 'x', nonce: 'x', code: 'x', name: 'x' },
  'post /api/auth/apple/link': { idToken: 'x', nonce: 'x', code: 'x', name: 'x', password: 'tangerine' },
  'post /api/auth/apple/exchange': { code: 'x', state: 'origin:web:x' },
  'post /api/auth/apple/link/start': { password: 'not it' },
  'post /api/auth/apple/link/exchange': { code: 'x', state: 'origin:web:link:x' },
  'post /api/auth/apple/notifications': { payload: 'x' },
  'post /api/auth/passkey': { state: 'x', response: { id: 'x' } },
  'post /api/account/passkeys/start': { password: 'not it' },
  'post /api/account/passkeys': { state: 'x', response: { id: 'x' } },
  'post /api/auth/second-factor': { ticket: 'x', code: '123456' },
  'post /api/account/second-factor/start': { password: 'not it' },
  'post /api/account/second-factor': { setup: 'x', code: '123456' },
  'post /api/account/second-factor/recovery-codes': { password: 'not it' },
  'delete /api/account/second-factor': { password: 'not it' },
  'post /api/auth/desktop/code': { challenge: 'x'.repeat(43) },
  'post /api/auth/desktop/exchange': { code: `${'x'.repeat(43)}.${crypto.randomUUID()}`, verifier: 'x'.repeat(43) },
  'post /api/account/password': { currentPassword: 'not it', newPassword: 'clementine' },
  'put /api/account/preferences': { searchesByItself: false },
  'post /api/account/api-keys': { name: 'Editor', scopes: ['chat'], expiresInDays: 7, password: 'not it' },
  'post /api/account/acceptances': { documents: [{ document: 'terms', version: '2026-11' }] },
  'post /api/account/email': { password: 'not it', email: 'new@example.com' },
  'post /api/account/export': { password: 'not it' },
  'delete /api/account': { password: 'not it' },
};
/** Forms that accounts without a password leave out. */
const WITHOUT_BODY = [
  'delete /api/account',
  'post /api/account/export',
  'post /api/auth/apple/link/start',
  'post /api/account/passkeys/start',
  'post /api/account/second-factor/start',
  'post /api/account/second-factor/recovery-codes',
  'delete /api/account/second-factor',
];
/** Without the password; 429 after several attempts. */
const UNCONFIRMED = [403, 429];
/** Routes that need no body. */
const BARE = [
  'post /api/auth/verify/resend',
  'post /api/auth/apple/start',
  'delete /api/auth/apple/link',
  'post /api/auth/passkey/start',
];
/** Every route that takes a body and no id, with an otherwise valid body. */
const FORMS: typeof SPECIAL_FORMS = {
  ...Object.fromEntries(
    OPERATIONS.flatMap(({ method, path, body }) =>
      body &&
      isJson(body) &&
      /^.api.(auth|account)/.test(path) &&
      !path.includes('{') &&
      !BARE.includes(`${method} ${path}`)
        ? [[`${method} ${path}`, exampleOf(body)]]
        : [],
    ),
  ),
  ...SPECIAL_FORMS,
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
/** Whether a value of the list is a valid one of this field. */
const isValid = (field: string, valid: unknown, value: unknown) =>
  (typeof value === 'boolean' && typeof valid === 'boolean') ||
  (field === 'expiresInDays' && [7, null].includes(value as number));
const CASES = Object.entries(FORMS).flatMap(([form, good]) =>
  Object.entries(good).flatMap(([field, valid]) =>
    VALUES.filter(([, value]) => !isValid(field, valid, value)).map(
      ([name, value]) => [form, field, name, value] as const,
    ),
  ),
);
const call = (form: string, body: unknown) => {
  const [method = '', path = ''] = form.split(' ');
  return server.call(method.toUpperCase(), path, token, body);
};

/** Everything that is stored about accounts. */
function stored(): unknown {
  const tables = ['users', 'identities', 'one_time_tokens', 'sign_ins', 'used_once', 'deletions'];
  return [...tables.map((table) => database.rows(table)), database.rows('sessions', 'id, user_id')];
}

/** Waits for the mail that verifies this address: the server stores its token after the response. */
async function untilMailed(email: string): Promise<void> {
  const isStored = () => expect(JSON.stringify(stored())).toContain(`"email":"${email}","expires_at"`);
  await vi.waitFor(isStored);
}

describe('every field of every request body', () => {
  it('the list of forms covers every route', () => {
    const own = listRoutes(server.handler).filter((route) =>
      /^(post|put|patch|delete) .api.(auth|account)/.test(route),
    );
    const withoutIds = own.filter((route) => !route.includes('{') && route !== 'delete /api/account/sessions');
    expect(withoutIds.toSorted()).toEqual([...Object.keys(FORMS), ...BARE].toSorted());
  });

  it.each(CASES)('%s rejects in the field %s: %s', async (form, field, _name, value) => {
    const before = stored();
    const answer = await call(form, { ...FORMS[form], [field]: value });
    // Invalid names are dropped, and Apple's own tokens may be long: then the token itself is rejected.
    expect([400, 413, ...(form.includes('/apple') ? [401] : [])]).toContain(answer.status);
    expect(answer.body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
    expect(answer.body.error).toBe(answer.body.message);
    expect(JSON.stringify(answer.body).length).toBeLessThan(500);
    expect(stored()).toEqual(before);
  });

  it.each(['post /api/auth/login', 'post /api/auth/register'])('%s ignores an unknown field', async (form) => {
    const [method = '', path = ''] = form.split(' ');
    const credentials = { email: `${randomUUID()}@example.com`, password: 'tangerine' };
    await server.call('POST', '/api/auth/register', undefined, credentials);
    const given = form.endsWith('login') ? credentials : { ...credentials, email: `other-${credentials.email}` };
    const { status, body } = await server.call(method, path, undefined, { ...given, isAdmin: true, device: 'x' });
    expect([status, body.user]).toEqual([200, expect.objectContaining({ email: given.email, isAdmin: false })]);
    await untilMailed(given.email);
  });

  it.each(Object.keys(FORMS))('%s rejects a body that is not a JSON object', async (form) => {
    const before = stored();
    for (const body of ['', 'null', '[]', '"x"', '{', '{"__proto__":{"isAdmin":true}}', '\u0000']) {
      const answer = await call(form, body);
      // These accept an empty body, for accounts without a password.
      const isEmpty = body === '' || body.includes('__proto__');
      expect(WITHOUT_BODY.includes(form) && isEmpty ? UNCONFIRMED : [400], body).toContain(answer.status);
      expect(answer.body).toMatchObject({ success: false, code: expect.any(String) });
    }
    const [method = '', path = ''] = form.split(' ');
    const asForm = await fetch(server.url + path, {
      method: method.toUpperCase(),
      headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${token}` },
      body: JSON.stringify(FORMS[form]),
    });
    expect(WITHOUT_BODY.includes(form) ? UNCONFIRMED : [400]).toContain(asForm.status);
    expect(stored()).toEqual(before);
  });

  it('the server has stored none of the rejected input', async () => {
    expect(await server.storage.users.findByEmail('new@example.com')).toBeNull();
  });
});

const register = (email: string) =>
  server.call('POST', '/api/auth/register', undefined, { email, password: 'tangerine' });

describe('an email address', () => {
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
    'boss@exam\ufe0fple.com',
    'boss@example\u3002com',
    'bo\u034fss@example.com',
    `${'x'.repeat(250)}@example.com`,
  ])('rejects a malformed address: %j', async (email) => {
    expect(await register(email)).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
    const forgot = await server.call('POST', '/api/auth/forgot', undefined, { email });
    expect(forgot.body).toEqual({ success: true });
    expect(await mailsTo(server, 'evil@example.com')).toEqual([]);
  });

  it.each(['ＢＯＳＳ@example.com', ' boss@EXAMPLE.com\t', 'boss@ｅxample.com'])(
    'opens the same account with another spelling of its address: %j',
    async (email) => {
      expect(await register(email)).toMatchObject({ status: 409, body: { code: 'email-taken' } });
    },
  );

  it('treats an address that only looks similar as another account, and no admin', async () => {
    const { body } = await register('b\u043Ess@example.com');
    const user = body.user as { _id: string; email: string };
    await server.storage.users.setVerified(user._id, user.email);
    const me = await server.call('GET', '/api/auth/me', body.token as string);
    expect(me.body.user).toMatchObject({ isAdmin: false, emailVerified: true });
  });

  it('looks an address with quotes up literally', async () => {
    const email = "o'brien@example.com";
    expect((await register(email)).status).toBe(200);
    const login = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
    expect(login.status).toBe(200);
  });
});

describe('a mailed token', () => {
  it.each(['', 'x', 'A'.repeat(43), "' OR ''='", '../../etc/passwd', '\u0000', '%00', '🙂'])(
    'rejects a mailed token that was never issued: %j',
    async (forged) => {
      const verify = await server.call('POST', '/api/auth/verify', undefined, { token: forged });
      expect(verify).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
      const reset = await server.call('POST', '/api/auth/reset', undefined, { token: forged, password: 'clementine' });
      expect(reset).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
    },
  );
});
