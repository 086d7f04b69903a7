import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const CLIENT_ID = 'com.example.parley';

let server: TestServer;
let issuer: string;
let key: CryptoKey;
const keys = createServer();
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' };
  keys.on('request', (_request, response) => response.end(JSON.stringify({ keys: [jwk] })));
  await new Promise<void>((resolve) => keys.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`;
  server = await startTestServer({ apple: { clientId: CLIENT_ID, issuer } });
});
afterAll(async () => {
  await server.close();
  keys.close();
});

let sub: string;
let token: string;
let userId: string;
/** Signs a user in with Apple. */
async function signIn(): Promise<void> {
  const idToken = await sign({ sub, exp: now() + 600, nonce_supported: true, n: randomUUID() });
  const { body } = await server.call('POST', '/api/auth/apple', undefined, { idToken });
  token = body.token as string;
  userId = (body.user as { _id: string })._id;
}
beforeEach(async () => {
  sub = randomUUID();
  await signIn();
});

const now = () => Math.floor(Date.now() / 1000);
const sign = (claims: JWTPayload, by = key) =>
  new SignJWT({ iss: issuer, aud: CLIENT_ID, iat: now(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .sign(by);
const event = (type: string, more: object = {}) => ({
  jti: randomUUID(),
  events: JSON.stringify({ type, sub, event_time: Date.now(), ...more }),
});
const send = async (payload: unknown) => server.call('POST', '/api/auth/apple/notifications', undefined, { payload });
const isSignedIn = async () => (await server.call('GET', '/api/auth/me', token)).status === 200;
const identity = () => server.storage.identities.find('apple', sub);

describe('a notification from Apple', () => {
  it('ends every session when the user revokes consent, and the next consent opens the same account', async () => {
    await server.storage.identities.update('apple', sub, { refreshToken: 'sealed' });
    expect((await send(await sign(event('consent-revoked')))).status).toBe(200);
    expect(await isSignedIn()).toBe(false);
    expect(await identity()).toMatchObject({ refreshToken: null });
    const before = userId;
    await signIn();
    expect(userId).toBe(before);
  });

  it('ends every session and removes the identity when the Apple Account is deleted', async () => {
    expect((await send(await sign(event('account-delete')))).status).toBe(200);
    expect(await isSignedIn()).toBe(false);
    expect(await identity()).toBeNull();
    expect(await server.storage.users.findById(userId)).not.toBeNull();
  });

  it('stores whether mail is forwarded, and ends no session', async () => {
    for (const [type, forwardsMail] of [
      ['email-disabled', false],
      ['email-enabled', true],
    ] as const) {
      expect((await send(await sign(event(type, { email: 'x@privaterelay.appleid.com' })))).status).toBe(200);
      expect(await identity()).toMatchObject({ forwardsMail });
    }
    expect(await isSignedIn()).toBe(true);
  });

  it('handles a repeated notification once', async () => {
    const payload = await sign(event('consent-revoked'));
    expect((await send(payload)).status).toBe(200);
    await signIn();
    expect((await send(payload)).status).toBe(200);
    expect(await isSignedIn()).toBe(true);
  });

  it('accepts and ignores a notification about an unknown user or event', async () => {
    const events = JSON.stringify({ type: 'consent-revoked', sub: 'unknown' });
    expect((await send(await sign({ jti: 'a', events }))).status).toBe(200);
    expect((await send(await sign(event('something-new')))).status).toBe(200);
    expect(await isSignedIn()).toBe(true);
  });

  it('accepts a notification whose event is an object', async () => {
    const { jti, events } = event('consent-revoked');
    expect((await send(await sign({ jti, events: JSON.parse(events) as object }))).status).toBe(200);
    expect(await isSignedIn()).toBe(false);
  });
});

describe('an invalid notification', () => {
  it.each<[string, () => JWTPayload]>([
    ['for another client', () => ({ ...event('consent-revoked'), aud: 'other' })],
    ['from another issuer', () => ({ ...event('consent-revoked'), iss: 'https://example.com' })],
    ['issued long ago', () => ({ ...event('consent-revoked'), iat: now() - 4 * 24 * 3600 })],
    ['without an id', () => ({ events: event('consent-revoked').events })],
    ['an identity token', () => ({ sub, exp: now() + 600 })],
  ])('rejects a notification: %s', async (_name, claims) => {
    expect(await send(await sign(claims()))).toMatchObject({ status: 401 });
    expect(await isSignedIn()).toBe(true);
  });

  it('rejects a notification signed by another key, garbage, or one without an event', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    expect((await send(await sign(event('consent-revoked'), privateKey))).status).toBe(401);
    expect((await send('garbage')).status).toBe(401);
    for (const events of ['{', '{}', '{"type":"consent-revoked","sub":""}', 'null']) {
      expect((await send(await sign({ jti: 'b', events }))).status).toBe(400);
    }
    for (const payload of [undefined, 7, { $ne: 1 }, 'x'.repeat(20_000)]) {
      expect((await send(payload)).status).toBe(400);
    }
    expect(await isSignedIn()).toBe(true);
  });

  it('rejects a notification sent as an identity token', async () => {
    const idToken = await sign({ ...event('consent-revoked') });
    expect((await server.call('POST', '/api/auth/apple', undefined, { idToken })).status).toBe(401);
  });
});
