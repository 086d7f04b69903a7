import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { authorizationCodeGrant } from 'openid-client';
import { expect, it } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { createOidcClient } from './oidc-client.ts';
import { OIDC_DEFAULTS } from './oidc-settings.ts';

const ID = 'https://id.example.com';
const ENTRA = 'https://login.microsoftonline.com';
const { privateKey, publicKey } = await generateKeyPair('ES256');
const KEYS = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] };
const BOTH = ['client_secret_basic', 'client_secret_post'];
type Way = 'basic' | 'post';

interface StandIn {
  /** Where the discovery document is. */
  issuer?: string;
  /** As the document has it. */
  named?: string;
  claims?: object;
  methods?: string[];
  /** The way to authenticate in this client's registration. */
  registered?: Way;
  isBusy?: boolean;
}

/** A client at a provider that answers as Authelia, Ory Hydra and Microsoft Entra do, and how it authenticated. */
function clientAt(standIn: StandIn) {
  const { issuer = ID, named = issuer, claims = { iss: issuer }, methods = BOTH, registered, isBusy } = standIn;
  const tried: Way[] = [];
  async function token(init: RequestInit): Promise<Response> {
    const way = new Headers(init.headers).has('authorization') ? 'basic' : 'post';
    tried.push(way);
    if (way !== (registered ?? way)) {
      const headers = { 'WWW-Authenticate': 'Basic realm="token"' };
      return Response.json({ error: 'invalid_client' }, { status: 401, headers: way === 'basic' ? headers : {} });
    }
    if (isBusy) return Response.json({ error: 'invalid_request' }, { status: 429 });
    const idToken = await new SignJWT({ sub: 'ada', ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setAudience('parley')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return Response.json({ access_token: 'a', token_type: 'bearer', id_token: idToken });
  }
  const metadata = {
    issuer: named,
    authorization_endpoint: `${ID}/authorize`,
    token_endpoint: `${ID}/token`,
    jwks_uri: `${ID}/keys`,
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
    token_endpoint_auth_methods_supported: methods,
  };
  const settings = { id: 'company', name: 'Company', issuer, clientId: 'parley', clientSecret: 's', ...OIDC_DEFAULTS };
  const client = createOidcClient(settings, Date.now, async (address, init) => {
    if (address === `${ID}/token`) return token(init as RequestInit);
    return Response.json(address === `${ID}/keys` ? KEYS : metadata);
  });
  async function signIn() {
    const configuration = await client.configuration();
    const returned = new URL('https://chat.example.com/auth/callback?code=c');
    const checks = { pkceCodeVerifier: 'v'.repeat(43), idTokenExpected: true };
    const ask = () => authorizationCodeGrant(configuration, returned, checks);
    return (await client.authenticated(configuration, ask)).claims()?.sub;
  }
  return { signIn, tried };
}

it.each<[Way, Way[]]>([
  ['post', ['post', 'post']],
  ['basic', ['post', 'basic', 'basic']],
])('a client that is registered for %s signs in where both ways to authenticate are supported', async (way, ways) => {
  const { signIn, tried } = clientAt({ registered: way });
  for (let times = 0; times < 2; times++) expect(await signIn()).toBe('ada');
  expect(tried).toEqual(ways);
});

it('sign-ins at once find the way to authenticate that the provider wants', async () => {
  const { signIn } = clientAt({ registered: 'basic' });
  expect(await Promise.all([signIn(), signIn(), signIn()])).toEqual(['ada', 'ada', 'ada']);
});

it('a refused client is the operator’s to mend, also if the provider answers with a challenge', async () => {
  const { signIn, tried } = clientAt({ registered: 'post', methods: ['client_secret_basic'] });
  const failure = await signIn().catch((error: unknown) => explainFailure(error, 'Company'));
  expect(failure).toMatchObject({ message: expect.stringContaining('The operator needs to fix it.') });
  expect(tried).toEqual(['basic']);
});

it('a provider that answers to too many requests is to be asked again later', async () => {
  const failure = await clientAt({ isBusy: true })
    .signIn()
    .catch((error: unknown) => explainFailure(error, 'Company'));
  expect(failure).toMatchObject({ message: expect.stringContaining('isn’t answering right now') });
});

const ofTenant = (tenant: string) => ({ iss: `${ENTRA}/${tenant}/v2.0`, tid: tenant });
const organizations = { issuer: `${ENTRA}/organizations/v2.0`, named: `${ENTRA}/{tenantid}/v2.0` };

it('people of any tenant sign in where Microsoft Entra’s document leaves the tenant open', async () => {
  expect(await clientAt({ ...organizations, claims: ofTenant('contoso') }).signIn()).toBe('ada');
});

it.each([
  ['another tenant', { ...ofTenant('contoso'), tid: 'fabrikam' }],
  ['another service', { iss: `${ID}/contoso/v2.0`, tid: 'contoso' }],
])('a token for an open tenant is refused if its issuer is that of %s', async (_whose, claims) => {
  const failure = await clientAt({ ...organizations, claims })
    .signIn()
    .catch((error: unknown) => explainFailure(error, 'Company'));
  expect(failure).toMatchObject({ message: expect.stringContaining('It came from another issuer.') });
});
