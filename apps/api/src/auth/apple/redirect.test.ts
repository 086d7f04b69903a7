import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedInResponse } from '@parley/core';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { forgetAtApple } from './apple-provider.ts';
import { standInSettings } from './apple-settings.ts';
import { applePeople, type Consent } from './testing.ts';

let server: TestServer;
let people: ReturnType<typeof applePeople>;
/** Milliseconds that the server's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + ahead });
  people = applePeople(server);
});
afterAll(() => server.close());
afterEach(() => {
  ahead = 0;
});

const FAILED = {
  status: 401,
  body: { code: 'apple-sign-in-failed', message: 'Failed to complete Apple Sign-In' },
};

/** Goes through the whole redirect; returns the query of the final page and the browser's cookie. */
async function returnFromApple(consent: Consent = {}) {
  const { url, cookie, state } = await people.start();
  const { query } = await people.post(await people.answer(url, consent));
  return { code: query.code ?? '', state: query.state ?? '', cookie, begun: state };
}

describe('a redirect to Apple', () => {
  it('starts a redirect with a state, a nonce and a cookie for this browser', async () => {
    const { url, state, setCookie } = await people.start();
    const asked = new URL(url);
    expect(asked.origin + asked.pathname).toBe(`${server.sandbox.urls.apple}/auth/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: server.sandbox.apple.credentials.clientId,
      redirect_uri: 'https://parley.example.com/auth/apple/callback',
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'name email',
      state: expect.stringMatching(/^origin:web:[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(setCookie).toMatch(/^__Host-sign_in_tx=[\w-]{43}; Max-Age=600; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(setCookie).not.toContain(state.split(':')[2]);
    expect((await people.start()).state).not.toBe(state);
  });

  it('signs in, with the name of the first consent', async () => {
    const account = `${randomUUID()}@example.com`;
    const { code, state, cookie } = await returnFromApple({ account, name: ['Grace', 'Hopper'] });
    const { status, body } = await people.exchange({ code, state }, cookie);
    expect(status).toBe(200);
    const { user } = body as unknown as SignedInResponse;
    expect(user).toMatchObject({ email: account, emailVerified: true });
    expect((await server.storage.users.findById(user._id))?.name).toBe('Grace Hopper');
    expect(await server.call('GET', '/api/auth/me', body.token as string)).toMatchObject({ status: 200 });
    const [identity] = await server.storage.identities.listOfUser(user._id);
    expect(identity?.refreshToken).toEqual(expect.any(String));
    expect(identity?.refreshToken).not.toContain('sandbox');
  });

  it('redirects the form post to its own page, uncached, on any host', async () => {
    const { url } = await people.start();
    const { status, path, query, headers } = await people.post(await people.answer(url));
    expect([status, path, Object.keys(query)]).toEqual([303, '/auth/apple/callback', ['code', 'state']]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('finishes two redirects in two tabs of one browser', async () => {
    const first = await people.start();
    const second = await people.start(first.cookie);
    expect(second.cookie).toBe(first.cookie);
    for (const { url } of [second, first]) {
      const { query } = await people.post(await people.answer(url));
      expect((await people.exchange(query, first.cookie)).status).toBe(200);
    }
  });

  it('ignores a cookie that the server cannot have set', async () => {
    expect((await people.start('__Host-sign_in_tx=short')).cookie).not.toContain('short');
  });

  it('sets a cookie that browsers accept on http', async () => {
    await using local = await startedServer({ publicUrl: 'http://localhost:3000' });
    expect((await applePeople(local).start()).setCookie).toMatch(
      /^sign_in_tx=[^;]*; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
  });
});

describe('an OAuth state', () => {
  it('accepts a state once', async () => {
    const { code, state, cookie } = await returnFromApple();
    const answers = await Promise.all(Array.from({ length: 5 }, () => people.exchange({ code, state }, cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    expect(answers.find(({ status }) => status === 401)).toMatchObject(FAILED);
  });

  it('rejects a state from another browser, and uses it up with its code', async () => {
    const { code, state, cookie } = await returnFromApple();
    const other = await people.start();
    expect(await people.exchange({ code, state }, other.cookie)).toMatchObject(FAILED);
    expect(await people.exchange({ code, state }, cookie)).toMatchObject(FAILED);
  });

  it('requires the cookie of the browser that started the redirect', async () => {
    const { code, state } = await returnFromApple();
    expect(await people.exchange({ code, state })).toMatchObject(FAILED);
  });

  it('rejects the state of a popup and a made-up state', async () => {
    const { code, cookie } = await returnFromApple();
    for (const state of ['origin:web', 'origin:web:forged', '']) {
      expect(await people.exchange({ code, state }, cookie)).toMatchObject(FAILED);
    }
  });

  it('rejects a state after ten minutes', async () => {
    const { code, state, cookie } = await returnFromApple();
    ahead = 10 * 60_000;
    expect(await people.exchange({ code, state }, cookie)).toMatchObject(FAILED);
  });

  it('rejects a used code with a new state', async () => {
    const { code, state, cookie } = await returnFromApple();
    expect((await people.exchange({ code, state }, cookie)).status).toBe(200);
    const next = await people.start(cookie);
    expect(await people.exchange({ code, state: next.state }, cookie)).toMatchObject(FAILED);
  });

  it('rejects the code of another sign-in', async () => {
    const [mine, theirs] = [await returnFromApple(), await returnFromApple()];
    const mixed = { code: theirs.code, state: mine.state };
    expect(await people.exchange(mixed, mine.cookie)).toMatchObject(FAILED);
  });
});

describe('the form post from Apple', () => {
  it('redirects a form with a forged state to an error page without the code', async () => {
    const { url } = await people.start();
    const fields = await people.answer(url);
    const { status, path, query } = await people.post({ ...fields, state: 'origin:web:forged' });
    expect([status, path, query]).toEqual([303, '/auth/apple/callback', { error: 'invalid_state' }]);
  });

  it('reports that the user canceled', async () => {
    const { url } = await people.start();
    const { query } = await people.post(await people.answer(url, { answer: 'cancel' }));
    expect(query).toEqual({ error: 'user_cancelled_authorize' });
  });

  it.each([
    ['a malformed error code', 'error=%3Cscript%3Ealert(1)%3C%2Fscript%3E&state=STATE', 'invalid_state'],
    ['neither a code nor an error', 'state=STATE', 'invalid_request'],
    ['nothing', '', 'invalid_state'],
    ['an oversized field', `state=STATE&code=${'x'.repeat(40_000)}`, 'invalid_request'],
    ['too many fields', 'a=1&'.repeat(50), 'invalid_request'],
  ])('redirects a form with %s to a safe page', async (_name, body, error) => {
    const { state } = await people.start();
    const { status, path, query } = await people.post(body.replace('STATE', encodeURIComponent(state)));
    expect([status, path, query]).toEqual([303, '/auth/apple/callback', { error }]);
  });

  it('accepts a name only as text, whatever it contains', async () => {
    for (const user of ['{"name":{"firstName":"<img src=x onerror=alert(1)>"}}', '{', '[]', '{"name":7}', 'null']) {
      const { url, cookie } = await people.start();
      const { query, headers } = await people.post({ ...(await people.answer(url)), user });
      expect(headers.get('location')).not.toContain('img');
      expect((await people.exchange(query, cookie)).status).toBe(200);
    }
  });
});

describe('the code exchange', () => {
  it.each([[{}], [{ code: '' }], [{ code: null, state: 'origin:web' }]])('reports a missing code: %j', async (body) => {
    expect(await people.exchange(body)).toMatchObject({
      status: 400,
      body: { code: 'invalid-request', message: 'No authorization code received from Apple' },
    });
  });

  it('rejects a code that Apple does not know', async () => {
    const { state, cookie } = await people.start();
    expect(await people.exchange({ code: 'c0.sandbox', state }, cookie)).toMatchObject(FAILED);
  });

  it('answers `unavailable` when Apple rejects this client or cannot be reached', async () => {
    for (const [apple, message] of [
      [{ keyId: 'OTHERKEY01' }, 'Invalid client configuration'],
      [{ issuer: 'http://127.0.0.1:1/apple' }, 'Apple Sign-In not available'],
    ] as const) {
      await using other = await startedServer({ apple });
      const { state, cookie } = await applePeople(other).start();
      const answer = await applePeople(other).exchange({ code: 'c', state }, cookie);
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable', message } });
    }
  });

  it('rate-limits the code exchange', async () => {
    await using limited = await startedServer({ rateLimits: { providerFailures: 3 } });
    const ask = () => applePeople(limited).exchange({ code: 'c', state: 's' });
    for (let times = 0; times < 3; times++) expect((await ask()).status).toBe(401);
    expect(await ask()).toMatchObject({
      status: 429,
      body: {
        code: 'rate-limited',
        message: expect.stringMatching(/^Too many failed sign-ins. Try again in 1\d minutes.$/),
      },
    });
  });

  it('limits only failed sign-ins, so that a whole office can sign in', async () => {
    await using office = await startedServer({ rateLimits: { providerFailures: 2 } });
    const colleagues = applePeople(office);
    for (let person = 0; person < 5; person++) {
      await colleagues.start();
      expect((await colleagues.signIn(await colleagues.popup())).status).toBe(200);
    }
    for (let times = 0; times < 2; times++) {
      expect((await colleagues.exchange({ code: 'c', state: 's' })).status).toBe(401);
    }
    expect((await colleagues.signIn(await colleagues.popup())).status).toBe(429);
  });
});

describe('the Apple refresh token', () => {
  const dependencies = (secret = 'a secret for tests that has enough bytes') => ({
    settings: standInSettings(server.sandbox),
    storage: server.storage,
    secret,
    logger: { warn: vi.fn<() => void>() } as unknown as Parameters<typeof forgetAtApple>[0]['logger'],
    now: Date.now,
  });

  it.each(['popup', 'redirect'])('revokes the consent from a %s at Apple when the account is deleted', async (way) => {
    const consent = { account: `${randomUUID()}@example.com` };
    const back = way === 'redirect' ? await returnFromApple(consent) : null;
    const { body } = back ? await people.exchange(back, back.cookie) : await people.signIn(await people.popup(consent));
    const userId = (body as unknown as SignedInResponse).user._id;
    expect((await people.popup(consent)).name).toBeUndefined();
    for (let times = 0; times < 2; times++) await forgetAtApple(dependencies(), userId);
    expect((await server.storage.identities.listOfUser(userId))[0]?.refreshToken).toBeNull();
    expect((await people.popup(consent)).name).toBeDefined();
  });

  it('keeps the refresh token until Apple can be reached, and drops it when retrying would not help', async () => {
    const { body } = await people.signIn(await people.popup());
    const userId = (body as unknown as SignedInResponse).user._id;
    const down = dependencies();
    down.settings.issuer = 'http://127.0.0.1:1';
    await expect(forgetAtApple(down, userId)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await server.storage.identities.listOfUser(userId))[0]?.refreshToken).not.toBeNull();
    const unknown = dependencies();
    unknown.storage = {
      ...server.storage,
      identities: { ...server.storage.identities, update: () => Promise.resolve() },
    };
    unknown.settings.keyId = 'OTHERKEY01';
    await forgetAtApple(unknown, userId);
    expect(unknown.logger.warn).toHaveBeenCalledOnce();
    const other = dependencies('another secret, of a thief of the database');
    await forgetAtApple(other, userId);
    expect(other.logger.warn).toHaveBeenCalledOnce();
  });
});

it('Sign in with Apple is absent when not configured', async () => {
  await using without = await startedServer({ apple: null });
  for (const path of ['', '/start', '/exchange', '/notifications', '/link']) {
    const answer = await without.call('POST', `/api/auth/apple${path}`, undefined, {});
    expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
  }
  const { headers } = await without.call('GET', '/api/auth/me');
  expect(headers.get('content-security-policy')).not.toMatch(/apple|127\.0\.0\.1/);
});

it('the page’s policy allows only Apple’s script and frames when Apple is configured', async () => {
  await using real = await startedServer({
    apple: { issuer: 'https://appleid.apple.com', scriptUrl: 'https://appleid.cdn-apple.com/x/appleid.auth.js' },
  });
  const { headers } = await real.call('GET', '/api/auth/me');
  const policy = (headers.get('content-security-policy') ?? '').split(';');
  expect(policy).toEqual(
    expect.arrayContaining([
      "script-src 'self' https://appleid.cdn-apple.com",
      "connect-src 'self' https://appleid.apple.com",
      "frame-src 'self' https://appleid.apple.com",
      "form-action 'self' https://appleid.apple.com",
      "default-src 'none'",
      "frame-ancestors 'none'",
    ]),
  );
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
});

async function startedServer(options: Parameters<typeof startTestServer>[0] = {}) {
  const started = await startTestServer(options);
  return { ...started, [Symbol.asyncDispose]: () => started.close() };
}
