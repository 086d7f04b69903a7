import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, generateKeyPair, exportPKCS8, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';
import { clientSecret, fieldsOf, pageWithScript, postForm, type Answer } from './testing.ts';

const REDIRECT = 'http://localhost:3000/auth/apple/callback';
const ALLOW = { answer: 'allow', account: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' };

let sandbox: Sandbox;
let clientId: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  ({ clientId } = sandbox.apple.credentials);
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

const authorizeUrl = (changes: Record<string, string> = {}) =>
  `${sandbox.urls.apple}/auth/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code id_token',
    response_mode: 'form_post',
    scope: 'name email',
    state: 'origin:web:1',
    nonce: 'n',
    ...changes,
  })}`;

/** Answers the consent page and returns the fields posted to the client. */
async function consent(answer: Record<string, string> = ALLOW, changes: Record<string, string> = {}) {
  const page = await (await fetch(authorizeUrl(changes))).text();
  const sent = await postForm(authorizeUrl(), { ...fieldsOf(page), ...answer });
  return fieldsOf(await sent.text());
}

async function token(code: string, changes: Record<string, string> = {}) {
  const response = await postForm(`${sandbox.urls.apple}/auth/token`, {
    client_id: clientId,
    client_secret: await clientSecret(sandbox),
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT,
    code,
    ...changes,
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

const keySet = () => createRemoteJWKSet(new URL(`${sandbox.urls.apple}/auth/keys`));
const verify = (idToken: string) => jwtVerify(idToken, keySet(), { issuer: sandbox.urls.apple, audience: clientId });

describe('the authorize page', () => {
  it('posts a form with code, token and state, and with the user on first consent only', async () => {
    const first = await consent();
    expect(first).toMatchObject({ state: 'origin:web:1', code: expect.any(String) });
    expect(JSON.parse(first.user!)).toEqual({
      name: { firstName: 'Ada', lastName: 'Lovelace' },
      email: 'ada@example.com',
    });
    const { payload } = await verify(first.id_token!);
    expect(payload).toMatchObject({ email: 'ada@example.com', email_verified: 'true', nonce: 'n' });
    const second = await consent();
    expect(second.user).toBeUndefined();
    expect(decodeJwt(second.id_token!).sub).toBe(payload.sub);
  });

  it('replaces a hidden address with a relay address', async () => {
    const { id_token } = await consent({ ...ALLOW, hide_email: '1' });
    expect(decodeJwt(id_token!)).toMatchObject({
      email: expect.stringMatching(/@privaterelay\.appleid\.com$/),
      is_private_email: 'true',
    });
  });

  it('reports to the client that the user canceled', async () => {
    expect(await consent({ answer: 'cancel' })).toEqual({ error: 'user_cancelled_authorize', state: 'origin:web:1' });
  });

  it.each([
    ['a scope without form_post', { response_mode: 'query', response_type: 'code' }, 'must be form_post'],
    ['an unknown client', { client_id: 'other' }, 'invalid_client'],
    ['a malformed return address', { redirect_uri: 'javascript:alert(1)' }, 'invalid_request'],
    ['a return address that is not the product’s', { redirect_uri: 'https://evil.example/cb' }, 'invalid_request'],
    [
      'a return address that only begins like the product’s',
      { redirect_uri: 'http://localhost.evil.example/cb' },
      'invalid_request',
    ],
    ['an unknown scope', { scope: 'phone' }, 'invalid_scope'],
  ])('the authorize page rejects %s', async (_name, changes, words) => {
    const response = await fetch(authorizeUrl(changes));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(words);
  });

  it('redirects with a code when no scope was requested', async () => {
    const plain = { response_mode: 'query', response_type: 'code', scope: '' };
    const page = await (await fetch(authorizeUrl(plain))).text();
    const { status, headers } = await postForm(authorizeUrl(), { ...fieldsOf(page), ...ALLOW });
    expect(status).toBe(302);
    expect(headers.get('location')).toMatch(/^http:\/\/localhost:3000\/auth\/apple\/callback\?state=.*&code=/);
  });

  it('escapes the request parameters in the page', async () => {
    const html = await (await fetch(authorizeUrl({ state: '"><script>alert(1)</script>' }))).text();
    expect(html).not.toContain('<script>');
  });
});

describe('the token endpoint', () => {
  it('exchanges a code for tokens only once', async () => {
    const { code } = await consent();
    const { status, body } = await token(code!);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) });
    expect((await verify(body.id_token!)).payload).toMatchObject({ email_verified: true, nonce: 'n' });
    expect(await token(code!)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const again = { grant_type: 'refresh_token', refresh_token: body.refresh_token! };
    expect(await token('', again)).toMatchObject({ status: 200 });
  });

  it('rejects a different redirect address and invalidates the code', async () => {
    const { code } = await consent();
    const elsewhere = await token(code!, { redirect_uri: 'http://localhost:3000/elsewhere' });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await token(code!)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  it('rejects client secrets that the team did not sign for this service', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const spoiled = [
      { iss: 'OTHERTEAM1' },
      { sub: 'other' },
      { aud: 'https://elsewhere.example' },
      { kid: 'OTHERKEY01' },
      { privateKey: await exportPKCS8(privateKey) },
      { exp: '-1 min' },
      { exp: '200 days' },
    ];
    const { code } = await consent();
    for (const changes of spoiled) {
      const answer = await token(code!, { client_secret: await clientSecret(sandbox, changes) });
      expect(answer, JSON.stringify(changes)).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
    }
    expect(await token(code!, { client_id: 'other' })).toMatchObject({ body: { error: 'invalid_client' } });
    expect(await token(code!, { grant_type: 'password' })).toMatchObject({ body: { error: 'unsupported_grant_type' } });
    expect((await token(code!)).status).toBe(200);
  });

  it('ends the consent when a refresh token is revoked, so the next consent is a first one', async () => {
    const { body } = await token((await consent()).code!);
    const revoke = async (secret: string) =>
      postForm(`${sandbox.urls.apple}/auth/revoke`, {
        client_id: clientId,
        client_secret: secret,
        token: body.refresh_token!,
      });
    expect((await revoke('none')).status).toBe(400);
    expect((await revoke(await clientSecret(sandbox))).status).toBe(200);
    expect((await revoke(await clientSecret(sandbox))).status).toBe(200);
    const used = { grant_type: 'refresh_token', refresh_token: body.refresh_token! };
    expect(await token('', used)).toMatchObject({ body: { error: 'invalid_grant' } });
    expect((await consent()).user).toBeDefined();
  });
});

it('signs with a new key after a rotation and publishes only that key', async () => {
  const { id_token } = await consent();
  await fetch(`${sandbox.urls.apple}/__rotate`, { method: 'POST' });
  await expect(verify(id_token!)).rejects.toThrow('no applicable key');
  const next = (await consent()).id_token!;
  expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(id_token!).kid);
  await verify(next);
});

describe('the script', () => {
  const config = () => ({
    clientId,
    redirectURI: REDIRECT,
    scope: 'name email',
    state: 'origin:web',
    nonce: 'n',
    usePopup: true,
  });

  it('resolves with the data that the popup posts', async () => {
    const { auth, events } = await pageWithScript(sandbox, () => ALLOW);
    auth.init(config());
    const answer = await auth.signIn();
    expect(answer).toMatchObject({
      authorization: { code: expect.any(String), state: 'origin:web' },
      user: { name: { firstName: 'Ada', lastName: 'Lovelace' } },
    });
    expect((await verify(answer!.authorization.id_token)).payload.nonce).toBe('n');
    expect(events.map(({ type }) => type)).toEqual(['AppleIDSignInOnSuccess']);
    expect((await auth.signIn())?.user).toBeUndefined();
  });

  it.each<[string, Answer]>([
    ['user_cancelled_authorize', { answer: 'cancel' }],
    ['popup_closed_by_user', 'close'],
    ['popup_blocked_by_browser', 'block'],
  ])('the popup sign-in rejects with %s', async (error, answer) => {
    const { auth, events } = await pageWithScript(sandbox, () => answer);
    auth.init(config());
    await expect(auth.signIn()).rejects.toEqual({ error });
    expect(events).toEqual([{ type: 'AppleIDSignInOnFailure', detail: { error } }]);
  });

  it('opens one popup at a time, and none before it is initialized', async () => {
    const { auth } = await pageWithScript(sandbox, () => ALLOW);
    await expect(auth.signIn()).rejects.toThrow('init');
    expect(() => auth.init({ clientId })).toThrow('redirectURI');
    auth.init(config());
    const first = auth.signIn();
    await expect(auth.signIn()).rejects.toEqual({ error: 'user_trigger_new_signin_flow' });
    await first;
  });

  it('redirects to the authorize page when no popup is used', async () => {
    const { auth, visited } = await pageWithScript(sandbox, () => ALLOW);
    auth.init({ ...config(), usePopup: false });
    await auth.signIn();
    expect(visited).toHaveLength(1);
    expect(visited[0]).toContain('response_mode=form_post');
    expect((await fetch(visited[0]!)).status).toBe(200);
  });
});

describe('the page of people', () => {
  it('sends signed notifications about a person to the product they came from', async () => {
    const received: unknown[] = [];
    const product = createServer(async (request, response) => {
      received.push([request.url, await json(request)]);
      response.end();
    });
    await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
    const { port } = product.address() as AddressInfo;
    const { id_token } = await consent(
      { ...ALLOW, hide_email: '1' },
      { redirect_uri: `http://127.0.0.1:${port}/back` },
    );
    const { sub = '' } = decodeJwt(id_token!);
    const page = await (await fetch(`${sandbox.urls.apple}/`)).text();
    expect(page).toContain('@privaterelay.appleid.com');
    for (const type of ['email-disabled', 'consent-revoked']) {
      const sent = await postForm(`${sandbox.urls.apple}/__notify`, { type, sub });
      expect(await sent.json()).toEqual({ success: true, type, status: 200 });
      const [path, { payload }] = received.pop() as [string, { payload: string }];
      expect(path).toBe('/api/auth/apple/notifications');
      const claims = (await verify(payload)).payload;
      expect(claims).toMatchObject({ jti: expect.any(String), events: expect.any(String) });
      expect(JSON.parse(claims.events as string)).toMatchObject({ type, sub, event_time: expect.any(Number) });
    }
    expect((await postForm(`${sandbox.urls.apple}/__notify`, { type: 'consent-revoked', sub })).status).toBe(400);
    product.close();
  });
});
