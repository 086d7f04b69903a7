import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInResponse } from '@parley/core';
import type { RequestLimits } from '../../limits/request-limits.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { applePeople } from '../apple/testing.ts';
import { oidcPeople } from './testing.ts';

let server: TestServer;
let people: ReturnType<typeof oidcPeople>;
/** Milliseconds that the server's clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  server = await startTestServer({ oidc: {}, now: () => Date.now() + ahead });
  people = oidcPeople(server);
});
afterAll(() => server.close());
afterEach(() => {
  ahead = 0;
});

const newAddress = () => `${randomUUID()}@example.com`;
const refusal = (message: string) => ({ status: 401, body: { code: 'sign-in-failed', message } });
const EXPIRED = refusal('This sign-in with Sandbox has expired or was started somewhere else. Please start again.');
const unverified = (reason: string) => refusal(`We couldn’t verify the answer of Sandbox. ${reason}`);
const SILENT = {
  status: 503,
  body: { code: 'unavailable', message: 'Sandbox isn’t answering right now. Please try again in a moment.' },
};
const MISCONFIGURED = {
  status: 503,
  body: { message: 'Sign-in with Sandbox isn’t set up correctly on this server. The operator needs to fix it.' },
};

describe('a redirect to an OpenID Connect provider', () => {
  it('asks for a code with PKCE, a state and a nonce, and ties it to the browser', async () => {
    const { url, setCookie } = await people.start();
    const asked = new URL(url);
    expect(asked.origin + asked.pathname).toBe(`${server.sandbox.urls.oidc}/authorize`);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: 'parley-at-the-sandbox',
      redirect_uri: 'https://parley.example.com/auth/callback',
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^sandbox:[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(setCookie).toMatch(/^__Host-sign_in_tx=[\w-]{43}; Max-Age=600; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
  });

  it('a browser that goes to several providers keeps one cookie, as the page about cookies says', async () => {
    const { url, cookie } = await people.start();
    const apple = applePeople(server);
    const begun = await apple.start(cookie);
    expect(begun.cookie).toBe(cookie);
    expect((await apple.exchange((await apple.post(await apple.answer(begun.url))).query, cookie)).status).toBe(200);
    expect((await people.exchange(await people.logIn(url, { email: newAddress() }), cookie)).status).toBe(200);
  });

  it('signs a new person in, with their name and verified address, and finds them again', async () => {
    const email = newAddress();
    const { status, body } = await people.signIn({ email });
    const { user, token } = body as unknown as SignedInResponse;
    expect([status, user]).toEqual([200, expect.objectContaining({ email, emailVerified: true })]);
    expect(await server.storage.users.findById(user._id)).toMatchObject({ name: 'Ada Lovelace', passwordHash: null });
    expect(await server.call('GET', '/api/auth/me', token)).toMatchObject({ status: 200 });
    expect((await people.signIn({ email })).body.user).toMatchObject({ _id: user._id });
    expect(await server.storage.identities.listOfUser(user._id)).toMatchObject([
      { provider: server.sandbox.urls.oidc, email, refreshToken: null },
    ]);
  });

  it('reads an address that only the userinfo endpoint has', async () => {
    const email = newAddress();
    const { body } = await people.signIn({ email, isEmailAtUserinfo: true });
    expect(body.user).toMatchObject({ email, emailVerified: true });
  });

  it.each([true, false])(
    'reads that an address is verified (%s) where only the userinfo endpoint says so',
    async (is) => {
      const email = newAddress();
      const { body } = await people.signIn({ email, isVerified: is, isVerifiedAtUserinfo: true });
      expect(body.user).toMatchObject({ email, emailVerified: is });
    },
  );

  it('creates an account without an address for a person who has none', async () => {
    const { status, body } = await people.signIn({ person: 'alan' });
    expect([status, body.user]).toEqual([200, expect.objectContaining({ email: '', emailVerified: false })]);
  });

  it('there is no redirect to a provider that is not set up', async () => {
    for (const path of ['/start', '/exchange']) {
      const answer = await oidcPeople(server, 'other').post(path, { code: 'c', state: 's' });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
    }
  });
});

describe('states', () => {
  it('a state of an OpenID Connect sign-in works once, even among requests at once', async () => {
    const { answer, cookie } = await people.returned({ email: newAddress() });
    const answers = await Promise.all(Array.from({ length: 5 }, () => people.exchange(answer, cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    expect(answers.find(({ status }) => status === 401)).toMatchObject(EXPIRED);
  });

  it('a state of an OpenID Connect sign-in works only in the browser that started', async () => {
    const mine = await people.returned({ email: newAddress() });
    const { cookie } = await people.start();
    expect(await people.exchange(mine.answer, cookie)).toMatchObject(EXPIRED);
    const other = await people.returned({ email: newAddress() });
    expect(await people.exchange(other.answer)).toMatchObject(EXPIRED);
  });

  it('a state of an OpenID Connect sign-in is refused when it was made up or is older than ten minutes', async () => {
    const { answer, cookie } = await people.returned({ email: newAddress() });
    expect(await people.exchange({ ...answer, state: `sandbox:${'s'.repeat(43)}` }, cookie)).toMatchObject(EXPIRED);
    ahead = 10 * 60_000;
    expect(await people.exchange(answer, cookie)).toMatchObject(EXPIRED);
  });

  it('a state of an OpenID Connect sign-in does not sign in if it was made to link an account', async () => {
    const { url, cookie } = await people.start(
      '/link/start',
      { password: 'tangerine' },
      await server.signUp(newAddress()),
    );
    const answer = await people.logIn(url, { email: newAddress() });
    expect(answer.state).toMatch(/^sandbox:link:/);
    expect(await people.exchange(answer, cookie)).toMatchObject(EXPIRED);
  });

  it('a state of an OpenID Connect sign-in does not accept the code of another sign-in', async () => {
    const [mine, theirs] = [
      await people.returned({ email: newAddress() }),
      await people.returned({ email: newAddress() }),
    ];
    const mixed = { ...mine.answer, code: theirs.answer.code ?? '' };
    expect(await people.exchange(mixed, mine.cookie)).toMatchObject(EXPIRED);
  });
});

describe('answers of the provider', () => {
  it.each([
    ['issuer', 'It came from another issuer.'],
    ['response-issuer', 'It came from another issuer.'],
    ['audience', 'It was meant for another app.'],
    ['nonce', 'It belongs to another sign-in.'],
    ['signature', 'Its signature isn’t valid.'],
    ['unsigned', 'Its signature isn’t valid.'],
    ['unknown-key', 'Its signature isn’t valid.'],
    ['clock-ahead', 'Its clock and ours differ too much.'],
    ['clock-behind', 'Its clock and ours differ too much.'],
    ['no-token', 'It was incomplete.'],
  ])('an answer of the provider is refused for %s, in a sentence, and stores nothing', async (fault, reason) => {
    const email = newAddress();
    expect(await people.signIn({ email, fault })).toMatchObject(unverified(reason));
    expect(await server.storage.users.findByEmail(email)).toBeNull();
  });

  it.each([
    ['bad-code', EXPIRED],
    ['client', MISCONFIGURED],
    ['down', SILENT],
  ])('an answer of the provider with the fault %s has a sentence of its own', async (fault, expected) => {
    expect(await people.signIn({ email: newAddress(), fault })).toMatchObject(expected);
  });

  it('an answer of the provider is accepted after the provider replaced its signing key', async () => {
    expect(await people.signIn({ email: newAddress() })).toMatchObject({ status: 200 });
    server.sandbox.oidc.rotateKeys();
    // Within a minute of reading the keys, one sign-in may fail; the next one reads them again.
    const statuses = [await people.signIn({ email: newAddress() }), await people.signIn({ email: newAddress() })];
    expect(statuses.at(-1)).toMatchObject({ status: 200 });
  });
});

describe('providers that are down', () => {
  it('a provider that is down is not waited for longer than its timeout', async () => {
    await using other = await started({ timeoutMs: 2000 });
    const late = oidcPeople(other);
    // The discovery document, which a busy machine may bring too late as well, is kept from then on.
    await expect.poll(async () => (await late.start()).status).toBe(200);
    expect(await late.signIn({ email: newAddress(), fault: 'late' })).toMatchObject(SILENT);
  });

  it('a provider that is down fails with a sentence, and works as soon as it answers', async () => {
    await using other = await started({ issuer: 'http://127.0.0.1:1/oidc' });
    expect(await oidcPeople(other).start()).toMatchObject(SILENT);
  });

  it('the known discovery document is kept while it cannot be read again', async () => {
    await using other = await started({});
    const colleagues = oidcPeople(other);
    expect((await colleagues.start()).status).toBe(200);
    await other.sandbox.close();
    ahead = 2 * 3_600_000;
    expect((await colleagues.start()).status).toBe(200);
  });

  it('a provider whose document names another issuer is reported', async () => {
    await using other = await started({ issuer: `${server.sandbox.urls.oidc}/` });
    expect(await oidcPeople(other).start()).toMatchObject(MISCONFIGURED);
  });
});

it('failed sign-ins with a provider are limited per address', async () => {
  await using limited = await started({}, { providerFailures: 3 });
  const ask = () => oidcPeople(limited).exchange({ code: 'c', state: 's' });
  for (let times = 0; times < 3; times++) expect((await ask()).status).toBe(401);
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
});

it('a server without providers names none in its settings and accounts', async () => {
  const without = await startTestServer({ apple: null });
  const token = await without.signUp(newAddress());
  expect((await without.call('GET', '/api/settings')).body.settings).not.toHaveProperty('signInProviders');
  expect((await without.call('GET', '/api/account', token)).body).not.toHaveProperty('signInProviders');
  await without.close();
});

async function started(oidc: Partial<OidcSettings>, rateLimits: Partial<RequestLimits> = {}) {
  const now = () => Date.now() + ahead;
  const other = await startTestServer({ oidc, rateLimits, now });
  return { ...other, [Symbol.asyncDispose]: () => other.close() };
}
