import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { appPeople, testClock } from './testing.ts';

const clock = testClock();
let server: TestServer;
let people: ReturnType<typeof appPeople>;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now, oidc: {} });
  people = appPeople(server, clock);
});
afterAll(() => server.close());

describe('important actions ask for a code as well', () => {
  it('the export sends nothing before it has the code', async () => {
    const person = await people.signUp();
    const send = (method: string, body?: object) =>
      fetch(`${server.url}/api/account/export`, {
        method,
        headers: { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const refused = [await send('GET'), await send('POST', { password: 'tangerine' })];
    refused.push(await send('POST', { password: 'tangerine', code: people.wrongCode(person) }));
    refused.push(await send('POST', { password: 'not it', code: person.nextCode() }));
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const sent = await send('POST', { password: 'tangerine', code: person.nextCode() });
    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await sent.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it.each([
    ['POST', '/api/account/password', { currentPassword: 'tangerine', newPassword: 'clementine' }],
    ['POST', '/api/account/email', { password: 'tangerine', email: 'new@example.com' }],
    ['DELETE', '/api/account', { password: 'tangerine' }],
    ['POST', '/api/account/passkeys/start', { password: 'tangerine' }],
    ['POST', '/api/auth/oidc/sandbox/link/start', { password: 'tangerine' }],
    ['POST', '/api/auth/apple/link/start', { password: 'tangerine' }],
    ['DELETE', '/api/account/passkeys/none', { password: 'tangerine' }, 404],
    ['DELETE', '/api/auth/oidc/sandbox/link', { password: 'tangerine' }],
    ['DELETE', '/api/auth/apple/link', { password: 'tangerine' }],
    ['POST', '/api/account/api-keys', { password: 'tangerine', name: 'K', scopes: ['chat'], expiresInDays: 7 }],
  ])('%s %s', async (method, path, body, status = 200) => {
    const person = await people.signUp();
    const call = (code?: string) => server.call(method, path, person.token, { ...body, code });
    const refused = { status: 403, body: { code: 'wrong-code' } };
    expect(await call()).toMatchObject(refused);
    expect(await call(people.wrongCode(person))).toMatchObject(refused);
    expect((await call(person.nextCode())).status).toBe(status);
  });
});
