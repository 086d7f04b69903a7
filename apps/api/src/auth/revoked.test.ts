import { hash } from 'argon2';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { mailTo, tokenIn } from '../testing/mailbox.ts';
import { FairScheduler } from '../limits/fair-scheduler.ts';
import { WORK_LIMITS } from '../limits/work-limits.ts';
import { aCaller } from '../testing/a-caller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { TEST_HASH_COST } from '../testing/test-settings.ts';
import { createPasswords } from './passwords/passwords.ts';

const SECRET = 'a secret for tests that has enough bytes';
const HOUR = 3_600_000;
const passwords = createPasswords(new FairScheduler(WORK_LIMITS.passwords), TEST_HASH_COST);
let server: TestServer;
let now = Date.now();
beforeAll(async () => {
  server = await startTestServer({ delayMs: 5, now: () => now });
});
afterAll(() => server.close());

const status = async (token: string) => (await server.call('GET', '/api/auth/me', token)).status;
const login = async (email: string) =>
  (await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' })).body.token as string;

function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('sessions', () => {
  it('answers 401 from the next request after a session ends, however it ended', async () => {
    const email = 'ends@example.com';
    const loggedOut = await server.signUp(email);
    await server.call('GET', '/api/auth/logout', loggedOut);
    expect(await status(loggedOut)).toBe(401);

    const [revoked, own] = [await login(email), await login(email)];
    await server.call('DELETE', '/api/account/sessions', own);
    expect(await status(revoked)).toBe(401);

    await server.call('POST', '/api/auth/forgot', undefined, { email });
    const token = tokenIn(await mailTo(server, email, 'Reset'), '/reset-password');
    await server.call('POST', '/api/auth/reset', undefined, { token, password: 'tangerine' });
    expect(await status(own)).toBe(401);

    const expired = await login(email);
    now += 30 * 24 * HOUR;
    expect(await status(expired)).toBe(401);
    now -= 30 * 24 * HOUR;
  });

  it('a session lasts 30 days from its last use, and at most 180 days', async () => {
    const began = now;
    const email = 'slides@example.com';
    await server.signUp(email);
    const [used, unused] = [await login(email), await login(email)];
    for (let day = 29; day < 180; day += 29) {
      now = began + day * 24 * HOUR;
      expect(`${day} ${await status(used)}`).toBe(`${day} 200`);
      // The request does not wait for this write.
      const { sid } = jwt.decode(used) as { sid: string };
      await expect.poll(async () => (await server.storage.sessions.find(sid, now))?.session.lastSeenAt).toBe(now);
    }
    expect(await status(unused)).toBe(401);
    now = began + 180 * 24 * HOUR - 1;
    expect(await status(used)).toBe(200);
    now = began + 180 * 24 * HOUR;
    expect(await status(used)).toBe(401);
    now = began;
  });

  it.each([
    ['signed with another key', (claims: object) => jwt.sign(claims, 'another key that has enough bytes!')],
    ['signed with another algorithm', (claims: object) => jwt.sign(claims, SECRET, { algorithm: 'HS512' })],
    [
      'unsigned',
      (claims: object) => `${btoa('{"alg":"none","typ":"JWT"}')}.${btoa(JSON.stringify(claims))}.`.replaceAll('=', ''),
    ],
  ])('rejects a forged token: %s', async (_name, forge) => {
    const token = await server.signUp();
    const claims = jwt.decode(token) as object;
    expect(await status(jwt.sign(claims, SECRET))).toBe(200);
    expect(await status(forge(claims))).toBe(401);
  });

  it('rejects a token whose subject was changed', async () => {
    const [own, other] = [await server.signUp(), await server.signUp()];
    const mine = jwt.decode(own) as jwt.JwtPayload;
    const theirs = jwt.decode(other) as jwt.JwtPayload;
    expect(await status(jwt.sign({ ...mine, sub: theirs.sub }, SECRET))).toBe(401);
    const [head, , signature] = own.split('.');
    expect(await status(`${head}.${other.split('.')[1]}.${signature}`)).toBe(401);
  });

  it.each(['today’s', 'weaker'])(
    'opens no session with a password that was changed during the check, hashed with %s parameters',
    async (strength) => {
      const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
      const changed = await passwords.hash('clementine', aCaller());
      let isChanging = false;
      const storage: Storage = {
        ...kept,
        users: {
          ...kept.users,
          async findByEmail(email) {
            const user = await kept.users.findByEmail(email);
            if (user && isChanging) await kept.users.setPasswordHash(user.id, changed);
            return user;
          },
        },
      };
      const changing = await startTestServer({ storage });
      const email = 'changing@example.com';
      await changing.signUp(email);
      const user = await kept.users.findByEmail(email);
      const weak = await hash('tangerine', { memoryCost: 8192, timeCost: 2, parallelism: 1 });
      if (strength === 'weaker') await kept.users.setPasswordHash(user?.id ?? '', weak);
      isChanging = true;
      const answer = await changing.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
      const after = await kept.users.findByEmail(email);
      await changing.close();
      expect(answer).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } });
      expect(after?.passwordHash).toBe(changed);
    },
  );

  it('ends a session that opens during a password reset', async () => {
    const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
    const changed = await passwords.hash('clementine', aCaller());
    let isResetting = false;
    const storage: Storage = {
      ...kept,
      sessions: {
        ...kept.sessions,
        async create(session) {
          if (isResetting) {
            await kept.users.setPasswordHash(session.userId, changed);
            await kept.sessions.revokeAll(session.userId, null);
          }
          await kept.sessions.create(session);
        },
      },
    };
    const resetting = await startTestServer({ storage });
    onTestFinished(() => resetting.close());
    const email = 'resetting@example.com';
    await resetting.signUp(email);
    isResetting = true;
    const answer = await resetting.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'wrong-credentials' } });
    const user = await kept.users.findByEmail(email);
    expect(await kept.sessions.list(user?.id ?? '', now)).toEqual([]);
  });

  it('a slow password change does not overwrite a newer password', async () => {
    const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
    const mailed = await passwords.hash('clementine', aCaller());
    let isResetting = false;
    const storage: Storage = {
      ...kept,
      users: {
        ...kept.users,
        async setPasswordHash(id, ...given) {
          if (isResetting) await kept.users.setPasswordHash(id, mailed);
          return kept.users.setPasswordHash(id, ...given);
        },
      },
    };
    const resetting = await startTestServer({ storage });
    onTestFinished(() => resetting.close());
    const email = 'overtaken@example.com';
    const token = await resetting.signUp(email);
    isResetting = true;
    const change = { currentPassword: 'tangerine', newPassword: 'mandarine' };
    const answer = await resetting.call('POST', '/api/account/password', token, change);
    expect(answer).toMatchObject({ status: 403, body: { code: 'wrong-password' } });
    expect((await kept.users.findByEmail(email))?.passwordHash).toBe(mailed);
  });

  /** Each way to end another device's session; `own` is the token of the device that does. */
  const WAYS: Record<string, (email: string, own: string, listening: string) => Promise<unknown>> = {
    'signing out': (_email, _own, listening) => server.call('GET', '/api/auth/logout', listening),
    'signing out elsewhere': (_email, own) => server.call('DELETE', '/api/account/sessions', own),
    'another password': (_email, own) =>
      server.call('POST', '/api/account/password', own, { currentPassword: 'tangerine', newPassword: 'clementine' }),
    'a forgotten password': async (email) => {
      await server.call('POST', '/api/auth/forgot', undefined, { email });
      const token = tokenIn(await mailTo(server, email, 'Reset'), '/reset-password');
      await server.call('POST', '/api/auth/reset', undefined, { token, password: 'clementine' });
    },
    'deleting the account': (_email, own) => server.call('DELETE', '/api/account', own, { password: 'tangerine' }),
  };

  it.each(Object.keys(WAYS))('open streams end at once after %s', async (way) => {
    // The streams do not find out by themselves, as they otherwise do every three seconds.
    fakeIntervals();
    const email = `${crypto.randomUUID()}@example.com`;
    const listening = await server.signUp(email);
    const stream = await server.send(listening, { text: '[[long 100000]]' });
    await stream.until(({ event }) => event.type === 'content');
    const own = await login(email);
    await WAYS[way]?.(email, own, listening);
    await stream.all();
    expect(await status(listening)).toBe(401);
  });

  it('the reply continues for the user’s other sessions', async () => {
    const email = 'listener@example.com';
    const listening = await server.signUp(email);
    const stream = await server.send(listening, { text: '[[long 100000]]' });
    const generationId = await stream.generationId();
    const own = await login(email);
    const watching = await server.attach(own, generationId, -1);
    await server.call('GET', '/api/auth/logout', listening);
    const last = (await stream.all()).at(-1);
    expect(last?.event.type).not.toBe('done');
    await watching.until(({ seq }) => seq > (last?.seq ?? 0) + 10);
    await server.call('POST', `/api/chat/stream/${generationId}/stop`, own);
    expect((await watching.all()).at(-1)?.event).toMatchObject({ type: 'done', message: { status: 'stopped' } });
  });

  it('open streams end within 5 s when their session expires or ends elsewhere', async () => {
    fakeIntervals();
    const expiring = await server.signUp();
    const stream = await server.send(expiring, { text: '[[long 100000]]' });
    await stream.until(({ event }) => event.type === 'content');
    now += 30 * 24 * HOUR;
    await vi.advanceTimersByTimeAsync(5_000);
    await stream.all();
    now -= 30 * 24 * HOUR;
  });
});
