import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandbox, type Sandbox } from '../start.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ publicUrl: 'https://chat.example.com' });
});
afterAll(() => sandbox.close());

const VERIFIER = 'v'.repeat(43);
const REDIRECT_URI = 'https://chat.example.com/auth/callback';

function asked(changes: Record<string, string> = {}) {
  return new URLSearchParams({
    client_id: sandbox.oidc.credentials.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email',
    state: 's',
    nonce: 'n',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  });
}

async function newCode(): Promise<string> {
  const body = asked({ person: 'ada' });
  const response = await fetch(`${sandbox.urls.oidc}/authorize`, { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? '';
}

async function exchange(code: string, changes: Record<string, string> = {}) {
  const { clientId, clientSecret } = sandbox.oidc.credentials;
  const body = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
    ...changes,
  });
  const response = await fetch(`${sandbox.urls.oidc}/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it.each([
  { client_id: 'another' },
  { redirect_uri: 'https://evil.example/auth/callback' },
  { redirect_uri: 'javascript:alert(1)' },
  { response_type: 'token' },
  { scope: 'email' },
  { code_challenge: '' },
  { code_challenge_method: 'plain' },
])('the login page refuses a request with %j', async (changes) => {
  const response = await fetch(`${sandbox.urls.oidc}/authorize?${asked(changes)}`);
  expect(response.status).toBe(400);
  const body = asked({ ...changes, person: 'ada' });
  expect((await fetch(`${sandbox.urls.oidc}/authorize`, { method: 'POST', body, redirect: 'manual' })).status).toBe(
    400,
  );
});

it('a code works once', async () => {
  const code = await newCode();
  expect((await exchange(code)).status).toBe(200);
  expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

it.each([
  [{ code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
  [{ redirect_uri: 'https://chat.example.com/other' }, 'invalid_grant'],
  [{ client_secret: 'guessed' }, 'invalid_client'],
  [{ grant_type: 'password' }, 'unsupported_grant_type'],
])('a code is refused with %j', async (changes, error) => {
  expect((await exchange(await newCode(), changes)).body).toEqual({ error });
});

it('the userinfo endpoint knows the people of its access tokens alone', async () => {
  const userinfo = (token: unknown) =>
    fetch(`${sandbox.urls.oidc}/userinfo`, { headers: { Authorization: `Bearer ${String(token)}` } });
  const { body } = await exchange(await newCode());
  expect(await (await userinfo(body.access_token)).json()).toEqual({
    sub: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    email_verified: true,
  });
  expect((await userinfo('forged')).status).toBe(401);
  sandbox.reset();
  expect((await userinfo(body.access_token)).status).toBe(401);
});
