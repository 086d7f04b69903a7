import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { applePeople, hexHash } from './testing.ts';

const KID = 'key-1';
const CLIENT_ID = 'com.example.parley';

/** Serves keys in Apple's place, so that tests can sign tokens that no stand-in would. */
async function startKeys() {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: KID, use: 'sig', alg: 'RS256' };
  const state = { isDown: false, asked: 0, keys: [jwk] as object[] };
  const server = createServer((_request, response) => {
    state.asked++;
    response.writeHead(state.isDown ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ keys: state.keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { ...pair, jwk, state, issuer, close: () => server.close() };
}

let apple: Awaited<ReturnType<typeof startKeys>>;
let server: TestServer;
beforeAll(async () => {
  apple = await startKeys();
  server = await startTestServer({ apple: { clientId: CLIENT_ID, issuer: apple.issuer } });
});
afterAll(async () => {
  await server.close();
  apple.close();
});

afterEach(() => vi.useRealTimers());

const seconds = () => Math.floor(Date.now() / 1000);
const claims = (changes: JWTPayload = {}): JWTPayload => ({
  iss: apple.issuer,
  aud: CLIENT_ID,
  sub: `000.${crypto.randomUUID()}`,
  iat: seconds(),
  exp: seconds() + 600,
  ...changes,
});
const sign = (payload: JWTPayload, key: CryptoKey = apple.privateKey, kid = KID) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(key);
const signIn = (body: unknown) => server.call('POST', '/api/auth/apple', undefined, body);

const REFUSED = {
  status: 401,
  body: {
    success: false,
    code: 'apple-sign-in-failed',
    message: 'Apple Sign-In failed',
    error: 'Apple Sign-In failed',
  },
};

describe('an identity token', () => {
  it('signs in with a valid token, and creates an account the first time', async () => {
    const sub = 'the same person';
    const first = await signIn({
      idToken: await sign(claims({ sub, email: 'Ann@Example.com', email_verified: true })),
    });
    expect(first).toMatchObject({ status: 200, body: { success: true, token: expect.any(String) } });
    expect(first.body.user).toMatchObject({ email: 'ann@example.com', emailVerified: true, subscriptionTier: 'free' });
    const again = await signIn({ idToken: await sign(claims({ sub, iat: seconds() - 1 })) });
    expect((again.body.user as { _id: string })._id).toBe((first.body.user as { _id: string })._id);
    expect(await server.call('GET', '/api/auth/me', again.body.token as string)).toMatchObject({ status: 200 });
  });

  it.each<[string, JWTPayload]>([
    ['for another client', { aud: 'com.example.other' }],
    ['from another issuer', { iss: 'https://appleid.apple.example' }],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
    ['issued more than 15 minutes ago', { iat: Math.floor(Date.now() / 1000) - 16 * 60 }],
    ['issued in the future', { iat: Math.floor(Date.now() / 1000) + 600 }],
  ])('rejects a token %s', async (_name, changes) => {
    expect(await signIn({ idToken: await sign(claims(changes)) })).toMatchObject(REFUSED);
  });

  it.each(['sub', 'iat', 'exp', 'iss', 'aud'])('rejects a token without %s', async (name) => {
    const { [name]: _left, ...rest } = claims();
    expect(await signIn({ idToken: await sign(rest as JWTPayload) })).toMatchObject(REFUSED);
  });

  it('rejects a token signed by another key under Apple’s key id', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect(await signIn({ idToken: await sign(claims(), privateKey) })).toMatchObject(REFUSED);
  });

  it('rejects a token without a signature', async () => {
    expect(await signIn({ idToken: new UnsecuredJWT(claims()).encode() })).toMatchObject(REFUSED);
  });

  it('rejects a token signed with Apple’s public key as a shared secret', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'HS256', kid: KID })}.${part(claims())}`;
    const signature = createHmac('sha256', JSON.stringify(apple.jwk)).update(text).digest('base64url');
    expect(await signIn({ idToken: `${text}.${signature}` })).toMatchObject(REFUSED);
  });

  it('rejects an altered or garbled token', async () => {
    const [head, , tail] = (await sign(claims())).split('.');
    const other = Buffer.from(JSON.stringify(claims({ sub: 'somebody else' }))).toString('base64url');
    for (const idToken of [`${head}.${other}.${tail}`, 'garbage', 'a.b.c', '..']) {
      expect(await signIn({ idToken })).toMatchObject(REFUSED);
    }
  });

  it('accepts a token once, however many requests send it at once', async () => {
    const idToken = await sign(claims());
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn({ idToken })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  });

  it('accepts a token once, however its signature is encoded', async () => {
    const idToken = await sign(claims());
    expect((await signIn({ idToken })).status).toBe(200);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const sameBytes = alphabet[alphabet.indexOf(idToken.at(-1) ?? '') ^ 1];
    for (const again of [idToken.slice(0, -1) + sameBytes, `${idToken}==`, `${idToken} `, `${idToken}\n`]) {
      expect(await signIn({ idToken: again })).toMatchObject(REFUSED);
    }
  });

  it('accepts a token with a nonce only with the value it was made from', async () => {
    const withNonce = await sign(claims({ nonce: hexHash('raw') }));
    expect(await signIn({ idToken: withNonce })).toMatchObject(REFUSED);
    expect(await signIn({ idToken: withNonce, nonce: 'other' })).toMatchObject(REFUSED);
    expect(await signIn({ idToken: withNonce, nonce: hexHash('raw') })).toMatchObject(REFUSED);
    expect((await signIn({ idToken: withNonce, nonce: 'raw' })).status).toBe(200);
    expect(await signIn({ idToken: await sign(claims()), nonce: 'raw' })).toMatchObject(REFUSED);
  });

  it.each([[{}], [{ idToken: '' }], [{ idToken: null }], [{ idToken: { $ne: 1 } }], [5]])(
    'reports a missing or malformed token: %j',
    async (body) => {
      const sentence = 'No ID token received from Apple';
      const answer = await signIn(body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
      if (typeof body === 'object') expect(answer.body.message).toBe(sentence);
    },
  );
});

describe('Apple’s signing keys', () => {
  it('does not fetch Apple’s keys again for every token with an unknown key id', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    // They are fetched again after 30 seconds.
    vi.useFakeTimers({ toFake: ['Date'] });
    await using fresh = await freshServer();
    const signInThere = (idToken: string) => fresh.call('POST', '/api/auth/apple', undefined, { idToken });
    expect((await signInThere(await sign(claims()))).status).toBe(200);
    const { asked } = apple.state;
    for (let times = 0; times < 20; times++) {
      expect(await signInThere(await sign(claims(), privateKey, `key-${times}x`))).toMatchObject(REFUSED);
    }
    expect(apple.state.asked).toBe(asked);
  });

  it('answers `unavailable` when Apple’s keys cannot be fetched, while known keys still work', async () => {
    apple.state.isDown = true;
    expect((await signIn({ idToken: await sign(claims()) })).status).toBe(200);
    await using fresh = await freshServer();
    const idToken = await sign(claims());
    const answer = await fresh.call('POST', '/api/auth/apple', undefined, { idToken });
    expect(answer).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Apple Sign-In not available' },
    });
    apple.state.isDown = false;
    expect((await fresh.call('POST', '/api/auth/apple', undefined, { idToken })).status).toBe(200);
  });

  it('answers `unavailable` when Apple’s keys were never fetched', async () => {
    const gone = await startKeys();
    gone.close();
    await using fresh = await freshServer(gone.issuer);
    const idToken = await sign(claims({ iss: gone.issuer }));
    expect((await fresh.call('POST', '/api/auth/apple', undefined, { idToken })).status).toBe(503);
  });

  it('fetches a rotated key when a token names it, and no longer accepts the old one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using fresh = await startedServer();
    const people = applePeople(fresh);
    const [before, unused] = [await people.popup(), await people.popup()];
    expect((await people.signIn({ idToken: before.idToken })).status).toBe(200);
    fresh.sandbox.apple.rotateKeys();
    const after = await people.popup();
    vi.setSystemTime(Date.now() + 31_000);
    expect((await people.signIn({ idToken: after.idToken })).status).toBe(200);
    expect((await people.signIn({ idToken: unused.idToken })).status).toBe(401);
  });
});

const freshServer = (issuer = apple.issuer) => startedServer({ apple: { clientId: CLIENT_ID, issuer } });

async function startedServer(options: Parameters<typeof startTestServer>[0] = {}) {
  const started = await startTestServer(options);
  return { ...started, [Symbol.asyncDispose]: () => started.close() };
}
