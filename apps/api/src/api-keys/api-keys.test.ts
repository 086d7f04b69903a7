import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { API_KEY_SCOPES, MAX_API_KEYS, type ApiKeyScope } from '@parley/core';
import { OPERATIONS } from '../openapi/document.ts';
import { openStorage } from '../storage/open-storage.ts';
import { mailTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { KEY_PREFIX, newKeyText } from './key-text.ts';
import { createKey, PASSWORD } from './testing.ts';

const DAY = 24 * 3_600_000;

async function start(options: TestServerOptions = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  const email = `${crypto.randomUUID()}@example.com`;
  return { server, email, token: await server.signUp(email) };
}

const usage = (server: TestServer, secret: string) => server.call('GET', '/api/chat/usage', secret);
const keysOf = async (server: TestServer, token: string) =>
  (await server.call('GET', '/api/account/api-keys', token)).body.apiKeys as Record<string, unknown>[];

it('a key is shown once, listed without its secret, and works until it is revoked', async () => {
  const { server, token } = await start();
  const { secret, apiKey } = await createKey(server, token);
  expect(secret.startsWith(KEY_PREFIX)).toBe(true);
  expect(apiKey).toMatchObject({ name: 'Editor', scopes: ['chat'], ending: secret.slice(-4), expiresAt: null });
  expect((await usage(server, secret)).status).toBe(200);
  await expect.poll(async () => (await keysOf(server, token))[0]?.lastUsedAt).not.toBeNull();
  expect(JSON.stringify(await keysOf(server, token))).not.toContain(secret);
  expect((await server.call('DELETE', `/api/account/api-keys/${apiKey.id}`, token)).status).toBe(200);
  expect((await usage(server, secret)).status).toBe(401);
  expect((await server.call('DELETE', `/api/account/api-keys/${apiKey.id}`, token)).status).toBe(404);
});

it('the owner gets a mail about a new key, without its secret', async () => {
  const { server, email, token } = await start();
  const { secret } = await createKey(server, token);
  const { text } = await mailTo(server, email, 'An API key was created for your Parley account');
  expect(text).not.toContain(secret);
});

it('a key expires at its time', async () => {
  let now = Date.now();
  const { server, token } = await start({ now: () => now });
  const { secret, apiKey } = await createKey(server, token, { expiresInDays: 7 });
  now += 7 * DAY - 1;
  expect((await usage(server, secret)).status).toBe(200);
  now += 1;
  expect((await usage(server, secret)).status).toBe(401);
  expect(apiKey.expiresAt).toBe(new Date(now).toISOString());
});

it('a key that expires while its reply runs ends the stream', async () => {
  let now = Date.now();
  const { server, token } = await start({ now: () => now, delayMs: 20 });
  const { secret } = await createKey(server, token, { expiresInDays: 7 });
  const reply = await server.send(secret, { text: '[[long 2000]]' });
  await reply.until(({ event }) => event.type === 'content');
  now += 7 * DAY;
  const events = await reply.all();
  expect(events.at(-1)?.event.type).not.toBe('done');
  expect((await usage(server, secret)).status).toBe(401);
});

it('the last use is written at most every five minutes', async () => {
  let now = Date.now();
  let writes = 0;
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const touch: typeof storage.apiKeys.touch = (...call) => {
    writes += 1;
    return storage.apiKeys.touch(...call);
  };
  const counting = { ...storage, apiKeys: { ...storage.apiKeys, touch } };
  const { server, token } = await start({ now: () => now, storage: counting });
  const { secret } = await createKey(server, token);
  for (let call = 0; call < 5; call++) {
    await usage(server, secret);
    await expect.poll(async () => (await keysOf(server, token))[0]?.lastUsedAt).not.toBeNull();
  }
  now += 5 * 60_000;
  await usage(server, secret);
  expect(writes).toBe(2);
});

it('a new key asks for the password, and a wrong one creates nothing', async () => {
  const { server, token } = await start();
  const wanted = { name: 'Editor', scopes: ['chat'], expiresInDays: null };
  for (const password of [undefined, 'wrong']) {
    const { status } = await server.call('POST', '/api/account/api-keys', token, { ...wanted, password });
    expect(status).toBe(403);
  }
  expect(await keysOf(server, token)).toEqual([]);
});

it.each([
  ['no name', { name: ' ' }],
  ['a name that is too long', { name: 'x'.repeat(61) }],
  ['no scope', { scopes: [] }],
  ['an unknown scope', { scopes: ['admin'] }],
  ['another number of days', { expiresInDays: 3650 }],
  ['no expiry', { expiresInDays: undefined }],
])('a key with %s is refused', async (_name, change) => {
  const { server, token } = await start();
  const wanted = { name: 'Editor', scopes: ['chat'], expiresInDays: null, password: PASSWORD, ...change };
  expect((await server.call('POST', '/api/account/api-keys', token, wanted)).status).toBe(400);
});

it('a user can have 20 keys, and create only so many an hour', async () => {
  const { server, token } = await start({ rateLimits: { newApiKeys: MAX_API_KEYS + 1 } });
  const made = [];
  for (let count = 0; count < MAX_API_KEYS; count++) made.push(await createKey(server, token));
  await expect(createKey(server, token)).rejects.toThrow('conflict');
  await server.call('DELETE', `/api/account/api-keys/${made[0]?.apiKey.id}`, token);
  await expect(createKey(server, token)).rejects.toThrow('rate-limited');
});

/** A path of each operation, and whether a key with these scopes gets past the check. */
async function isAllowed(server: TestServer, secret: string, { method, path }: { method: string; path: string }) {
  const filled = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
  const response = await fetch(server.url + filled, {
    method: method.toUpperCase(),
    headers: { Authorization: `Bearer ${secret}` },
  });
  await response.body?.cancel();
  const refusal = response.status === 403;
  return !refusal;
}

const isForUsers = ({ auth, scope }: (typeof OPERATIONS)[number]) => auth === 'user' || scope !== undefined;

it.each(API_KEY_SCOPES.map(({ id }) => [id]))(
  'a key with the scope %s may do exactly what the table of operations says',
  async (scope: ApiKeyScope) => {
    const { server, token } = await start();
    const { secret } = await createKey(server, token, { scopes: [scope] });
    for (const operation of OPERATIONS.filter(isForUsers)) {
      const name = `${operation.method} ${operation.path}`;
      expect([name, await isAllowed(server, secret, operation)]).toEqual([name, operation.scope === scope]);
    }
    // Express matches paths in any case and with a slash at the end; the check must, too.
    for (const path of ['/api/ACCOUNT/api-keys', '/api/account/', '/API/account/sessions', '/api/%61ccount']) {
      expect([403, 404]).toContain((await server.call('GET', path, secret)).status);
    }
  },
);

it('no key can manage keys, the account or billing, and signing out ends none', async () => {
  const { server, token } = await start();
  const { secret } = await createKey(server, token, { scopes: API_KEY_SCOPES.map(({ id }) => id) });
  for (const [method, path] of [
    ['POST', '/api/account/api-keys'],
    ['GET', '/api/account/api-keys'],
    ['POST', '/api/account/password'],
    ['DELETE', '/api/account'],
    ['GET', '/api/account/export'],
    ['POST', '/api/auth/desktop/code'],
    ['POST', '/api/billing/create-portal-session'],
    ['GET', '/api/admin/figures'],
    ['POST', '/api/shares'],
  ] as const) {
    expect([path, (await server.call(method, path, secret, method === 'POST' ? {} : undefined)).status]).toEqual([
      path,
      403,
    ]);
  }
  expect((await server.call('GET', '/api/auth/logout', secret)).status).toBe(200);
  expect((await server.call('GET', '/api/auth/me', secret)).body).toMatchObject({
    success: true,
    user: { _id: expect.any(String) },
  });
  expect((await server.call('GET', '/api/settings', secret)).status).toBe(200);
});

it('a new password revokes all keys, and signing out elsewhere revokes none', async () => {
  const { server, token } = await start();
  const { secret } = await createKey(server, token);
  await server.call('DELETE', '/api/account/sessions', token);
  expect((await usage(server, secret)).status).toBe(200);
  const change = { currentPassword: PASSWORD, newPassword: 'another tangerine 7' };
  expect((await server.call('POST', '/api/account/password', token, change)).status).toBe(200);
  expect((await usage(server, secret)).status).toBe(401);
  expect(await keysOf(server, token)).toEqual([]);
});

it('keys end with the deletion of their account', async () => {
  const { server, token } = await start();
  const { secret } = await createKey(server, token);
  expect((await server.call('DELETE', '/api/account', token, { password: PASSWORD })).status).toBe(200);
  expect((await usage(server, secret)).status).toBe(401);
});

it('keys belong to their user alone', async () => {
  const { server, token } = await start();
  const { apiKey, secret } = await createKey(server, token);
  const stranger = await server.signUp();
  expect(await keysOf(server, stranger)).toEqual([]);
  expect((await server.call('DELETE', `/api/account/api-keys/${apiKey.id}`, stranger)).status).toBe(404);
  expect((await usage(server, secret)).status).toBe(200);
});

it('with API_KEYS=0 there are no keys, and existing ones do not work', async () => {
  const { server, token } = await start();
  const { secret } = await createKey(server, token);
  const off = await startTestServer({ storage: { ...server.storage, close: async () => {} }, apiKeys: 'off' });
  onTestFinished(() => off.close());
  expect((await usage(off, secret)).status).toBe(401);
  expect((await off.call('GET', '/api/account/api-keys', token)).status).toBe(404);
  const models = await off.call('GET', '/v1/models', secret);
  expect([models.status, Object.keys(models.body)]).toEqual([404, ['error']]);
});

it('with API_KEYS=premium only Premium accounts have keys, as long as they are', async () => {
  const { server, token } = await start({ apiKeys: 'premium', adminEmails: ['boss@example.com'] });
  await expect(createKey(server, token)).rejects.toThrow('Premium');
  const boss = await server.signUp('boss@example.com');
  const { id = '' } = (await server.storage.users.findByEmail('boss@example.com')) ?? {};
  await server.storage.users.setVerified(id, 'boss@example.com');
  const { secret } = await createKey(server, boss);
  expect((await usage(server, secret)).status).toBe(200);
  // The store's users are the same, but this server has another admin.
  const other = await startTestServer({ storage: { ...server.storage, close: async () => {} }, apiKeys: 'premium' });
  onTestFinished(() => other.close());
  expect(await usage(other, secret)).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('Premium') },
  });
});

it('floods with one key and with unknown keys are limited, and the latter lock no key out', async () => {
  const { server, token } = await start({ rateLimits: { apiKeyRequests: 3, unknownApiKeys: 2 } });
  const { secret } = await createKey(server, token);
  const { secret: other } = await createKey(server, token);
  const statuses = [];
  for (let call = 0; call < 5; call++) statuses.push((await usage(server, secret)).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await usage(server, other)).status).toBe(200);
  const guesses = [];
  for (let call = 0; call < 4; call++) guesses.push((await usage(server, newKeyText())).status);
  expect(guesses).toEqual([401, 401, 429, 429]);
  expect((await usage(server, other)).status).toBe(200);
  expect((await usage(server, token)).status).toBe(200);
});

it('a key is in no log', async () => {
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const { server, token } = await start({ logger });
  const { secret } = await createKey(server, token);
  await usage(server, secret);
  await server.call('POST', '/v1/chat/completions', secret, {
    model: 'normal',
    messages: [{ role: 'user', content: '[[500]]' }],
  });
  for (const path of [
    `/api/chat/usage?key=${secret}`,
    `/api/chat/${secret}`,
    `/v1/${secret}/models`,
    `/${secret}?a=b`,
  ]) {
    await fetch(server.url + path, { headers: { Authorization: `Bearer ${secret}` } });
    await fetch(server.url + path);
  }
  await fetch(`${server.url}/api/settings`, {
    headers: { 'X-Request-Id': secret, Referer: `${server.url}/${secret}` },
  });
  expect(lines.join('')).toContain('/v1/chat/completions');
  expect(lines.join('')).not.toContain(secret.slice(KEY_PREFIX.length));
});

it('a key that was revoked at one process is refused at another from the next request on, and its stream ends', async () => {
  const { server, token } = await start({ delayMs: 20 });
  const { cluster, storage } = server;
  const other = await startTestServer({ cluster, storage: { ...storage, close: async () => {} }, delayMs: 20 });
  onTestFinished(() => other.close());
  const { secret, apiKey } = await createKey(server, token, { scopes: ['chat', 'read'] });
  const reply = await other.send(secret, { text: '[[long 2000]]' });
  await reply.until(({ event }) => event.type === 'content');
  await server.call('DELETE', `/api/account/api-keys/${apiKey.id}`, token);
  expect((await usage(other, secret)).status).toBe(401);
  const events = await reply.all();
  expect(events.at(-1)?.event.type).not.toBe('done');
});

it('a key that is created while the password changes does not outlive it', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const create: typeof storage.apiKeys.create = async (key, limit) => {
    const outcome = await storage.apiKeys.create(key, limit);
    await storage.users.setPasswordHash(key.userId, 'of another password');
    return outcome;
  };
  const { server, token } = await start({ storage: { ...storage, apiKeys: { ...storage.apiKeys, create } } });
  await expect(createKey(server, token)).rejects.toThrow('wrong-password');
  expect(await keysOf(server, token)).toEqual([]);
});

it('a key that is created while its user withdraws at Apple does not outlive the session', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const create: typeof storage.apiKeys.create = async (key, limit) => {
    await storage.sessions.revokeAll(key.userId, null);
    await storage.apiKeys.revokeAll(key.userId);
    return storage.apiKeys.create(key, limit);
  };
  const { server, token } = await start({ storage: { ...storage, apiKeys: { ...storage.apiKeys, create } } });
  const { user } = (await server.call('GET', '/api/auth/me', token)).body as { user: { _id: string } };
  await expect(createKey(server, token)).rejects.toThrow('unauthorized');
  expect(await storage.apiKeys.list(user._id)).toEqual([]);
});

it('reads with a key count toward the limit of its user', async () => {
  const { server, token } = await start({ rateLimits: { reads: 4 } });
  const { secret } = await createKey(server, token);
  const statuses = [];
  for (let call = 0; call < 3; call++) statuses.push((await usage(server, secret)).status);
  statuses.push((await usage(server, token)).status, (await usage(server, secret)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

it('a key with the scope read reads its user’s files, and no one else’s', async () => {
  const { server, token } = await start();
  const { secret } = await createKey(server, token, { scopes: ['read'] });
  const upload = async (as: string) => {
    const { body } = await server.upload(as, 'a.txt', 'text/plain', 'Tea.');
    return (body.file as { id: string }).id;
  };
  const read = async (id: string) =>
    (await fetch(`${server.url}/api/files/${id}`, { headers: { Authorization: `Bearer ${secret}` } })).status;
  expect(await read(await upload(token))).toBe(200);
  expect(await read(await upload(await server.signUp()))).toBe(404);
  expect((await server.upload(secret, 'b.txt', 'text/plain', 'Tea.')).status).toBe(403);
});
