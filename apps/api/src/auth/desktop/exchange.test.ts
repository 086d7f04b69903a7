import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { applePeople } from '../apple/testing.ts';

const APP =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0.0.0 Electron/39.0.0 Safari/537.36';
const LIFETIME_MS = 90_000;

let server: TestServer;
let browser: string;
let clock: number;
beforeEach(async () => {
  // Ahead of the sandbox's clock, which goes on meanwhile: a token of Apple's from the future would be refused.
  clock = Date.now() + 60_000;
  server = await startTestServer({ now: () => clock });
  browser = await server.signUp('ada@example.com');
});
afterEach(() => server.close());

/** The verifier that an app keeps, and the challenge that it sends. */
function app() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

const ask = (challenge: unknown, token: string | undefined = browser) =>
  server.call('POST', '/api/auth/desktop/code', token, { challenge });

async function codeFor(challenge: string, token?: string): Promise<string> {
  return (await ask(challenge, token)).body.code as string;
}

const exchange = (code: unknown, verifier: unknown) =>
  server.call('POST', '/api/auth/desktop/exchange', undefined, { code, verifier });

const sessionsOf = async (token: string) =>
  (await server.call('GET', '/api/account/sessions', token)).body.sessions as { device: string; isCurrent: boolean }[];

const NOTHING = {
  status: 400,
  body: {
    success: false,
    code: 'invalid-link',
    message: 'This sign-in has expired. Start again in the app.',
    error: 'This sign-in has expired. Start again in the app.',
  },
};

describe('a user signed in to a browser', () => {
  it('a browser session authorizes the app that made the challenge, with a session named after the app', async () => {
    const { verifier, challenge } = app();
    const { body } = await ask(challenge);
    expect(body).toEqual({ success: true, code: expect.any(String), expiresIn: LIFETIME_MS / 1000 });
    const response = await fetch(`${server.url}/api/auth/desktop/exchange`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': APP },
      body: JSON.stringify({ code: body.code, verifier }),
    });
    expect(response.status).toBe(200);
    const { token, user } = (await response.json()) as { token: string; user: { email: string } };
    expect(user.email).toBe('ada@example.com');
    expect(token).not.toBe(browser);
    expect(await sessionsOf(token)).toContainEqual(
      expect.objectContaining({ device: 'Desktop app on macOS', isCurrent: true }),
    );

    await server.call('GET', '/api/auth/logout', browser);
    expect((await server.call('GET', '/api/auth/me', token)).status).toBe(200);
  });

  it('a browser session authorizes the app for an account without an address, too', async () => {
    const people = applePeople(server);
    const { idToken, code } = await people.popup({ hidesEmail: true });
    const { body } = await people.signIn({ idToken, code });
    const { verifier, challenge } = app();
    expect(await exchange(await codeFor(challenge, body.token as string), verifier)).toMatchObject({
      status: 200,
      body: { user: body.user },
    });
  });

  it('a code requires a session', async () => {
    const { challenge } = app();
    expect(await server.call('POST', '/api/auth/desktop/code', undefined, { challenge })).toMatchObject({
      status: 401,
      body: { code: 'unauthorized' },
    });
    expect(await ask(challenge, 'forged')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('requesting codes is rate-limited', async () => {
    const answers = await Promise.all(Array.from({ length: 31 }, () => ask(app().challenge)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('T37: the deep link', () => {
  it('a code is useless to an app without the verifier, and still works for the right app', async () => {
    const { verifier, challenge } = app();
    const code = await codeFor(challenge);
    expect(await exchange(code, app().verifier)).toMatchObject(NOTHING);
    // The challenge, which travels with the link, is no proof either.
    expect(await exchange(code, challenge)).toMatchObject(NOTHING);
    expect((await exchange(code, verifier)).status).toBe(200);
  });

  it('a code is accepted once, however often it is replayed', async () => {
    const { verifier, challenge } = app();
    const code = await codeFor(challenge);
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await exchange(code, verifier)).toMatchObject(NOTHING);
    expect(await sessionsOf(browser)).toHaveLength(2);
  });

  it('a code expires', async () => {
    const { verifier, challenge } = app();
    const [late, timely] = [await codeFor(challenge), await codeFor(challenge)];
    clock += LIFETIME_MS - 1;
    expect((await exchange(timely, verifier)).status).toBe(200);
    clock += 1;
    expect(await exchange(late, verifier)).toMatchObject(NOTHING);
  });

  it('rejects a code when its session has ended or the code names another session', async () => {
    const { verifier, challenge } = app();
    const other = await server.signUp();
    const [random] = (await codeFor(challenge, other)).split('.');
    const code = await codeFor(challenge);
    expect(await exchange(`${random}.${code.split('.')[1]}`, verifier)).toMatchObject(NOTHING);
    await server.call('GET', '/api/auth/logout', browser);
    expect(await exchange(code, verifier)).toMatchObject(NOTHING);
  });

  it.each([
    ['nothing', {}],
    ['no verifier', { code: `${'x'.repeat(43)}.${crypto.randomUUID()}` }],
    ['a code without a session', { code: 'x'.repeat(43), verifier: 'x'.repeat(43) }],
    ['more', { code: `${'x'.repeat(43)}.${crypto.randomUUID()}`, verifier: 'x'.repeat(43), token: 'x' }],
    ['a Mongo operator', { code: { $ne: null }, verifier: { $ne: null } }],
    ['a body of 1 MB', { code: 'x'.repeat(1_000_000), verifier: 'x'.repeat(1_000_000) }],
  ])('rejects malformed input and keeps working: %s', async (_name, body) => {
    const answer = await server.call('POST', '/api/auth/desktop/exchange', undefined, body);
    expect([400, 413]).toContain(answer.status);
    expect(answer.body).toMatchObject({ success: false, code: expect.any(String), error: answer.body.message });
    expect(JSON.stringify(answer.body).length).toBeLessThan(500);
    expect((await server.call('GET', '/api/auth/me', browser)).status).toBe(200);
  });

  it('exchanging codes is rate-limited by address', async () => {
    const forged = () => exchange(`${randomBytes(32).toString('base64url')}.${crypto.randomUUID()}`, app().verifier);
    const answers = await Promise.all(Array.from({ length: 125 }, forged));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('a session of the desktop app', () => {
  async function signInDesktopApp(token?: string): Promise<string> {
    const { verifier, challenge } = app();
    return (await exchange(await codeFor(challenge, token), verifier)).body.token as string;
  }

  it('a desktop session cannot authorize another app', async () => {
    const token = await signInDesktopApp();
    expect(await ask(app().challenge, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('a desktop session proves identity only as long as the session that authorized it', async () => {
    const people = applePeople(server);
    const { idToken, code } = await people.popup();
    const { body } = await people.signIn({ idToken, code });
    clock += 4 * 60_000;
    const token = await signInDesktopApp(body.token as string);
    clock += 2 * 60_000;
    expect((await server.call('DELETE', '/api/account', token)).status).toBe(403);
    const again = await people.popup({ account: (body.user as { email: string }).email });
    const fresh = await people.signIn({ idToken: again.idToken });
    expect(
      (await server.call('DELETE', '/api/account', await signInDesktopApp(fresh.body.token as string))).status,
    ).toBe(200);
  });
});
