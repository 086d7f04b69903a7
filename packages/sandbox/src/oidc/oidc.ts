import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../server/exchange.ts';
import { createSigningKeys } from '../server/signing-keys.ts';
import type { StandIn } from '../stand-in.ts';
import { isOidcFault } from './faults.ts';
import { aboutPage, loginPage, refusalPage } from './pages.ts';
import { OIDC_PEOPLE, type OidcPerson } from './people.ts';
import { emailClaims, idToken, type OidcGrant } from './tokens.ts';

interface OidcOptions {
  productName: string;
  /** The sandbox's own origin, once it listens. */
  origin: () => string;
  /** Whether redirecting a person to this address is allowed. */
  isProductUrl: (url: URL) => boolean;
  now: () => number;
}

export interface OidcStandIn extends StandIn {
  credentials: { clientId: string; clientSecret: string };
  /** Replaces the signing key; the old one is no longer published. */
  rotate(): void;
}

const BASE = '/oidc';
const CODE_LIFETIME_MS = 5 * 60_000;
const LATE_MS = 60_000;

/** Stands in for an OpenID Connect provider: discovery, keys, login page, tokens and userinfo. */
export function createOidc({ productName, origin, isProductUrl, now }: OidcOptions): OidcStandIn {
  const keys = createSigningKeys();
  const credentials = { clientId: 'parley-at-the-sandbox', clientSecret: randomBytes(24).toString('base64url') };
  const codes = new Map<string, OidcGrant & { expiresAt: number }>();
  const accessTokens = new Map<string, OidcPerson>();
  const issuer = () => origin() + BASE;

  /** The reason to refuse a request to the login page; null if it is valid. */
  function refusalOf(asked: URLSearchParams): string | null {
    const target = URL.parse(asked.get('redirect_uri') ?? '');
    if (asked.get('client_id') !== credentials.clientId) return 'invalid_client';
    if (!target || !['http:', 'https:'].includes(target.protocol) || !isProductUrl(target))
      return 'invalid redirect_uri';
    if (asked.get('response_type') !== 'code') return 'unsupported_response_type';
    if (!(asked.get('scope') ?? '').split(/\s+/).includes('openid')) return 'invalid_scope';
    const hasChallenge = /^[\w-]{43}$/.test(asked.get('code_challenge') ?? '');
    return hasChallenge && asked.get('code_challenge_method') === 'S256' ? null : 'invalid_request: PKCE is required';
  }

  function logIn(exchange: Exchange, form: URLSearchParams): void {
    const fault = form.get('fault') ?? 'none';
    const person = personOf(form);
    const target = new URL(form.get('redirect_uri') ?? '');
    target.searchParams.set('state', form.get('state') ?? '');
    if (person === null || !isOidcFault(fault)) target.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(24).toString('base64url');
      const [redirectUri, challenge] = [form.get('redirect_uri') ?? '', form.get('code_challenge') ?? ''];
      const grant = { person, fault, redirectUri, challenge, nonce: form.get('nonce') };
      codes.set(code, { ...grant, expiresAt: now() + CODE_LIFETIME_MS });
      target.searchParams.set('code', fault === 'bad-code' ? 'unknown' : code);
      target.searchParams.set('iss', fault === 'response-issuer' ? 'https://evil.example' : issuer());
    }
    exchange.send(303, 'text/plain', '', { location: target.href });
  }

  async function answerToken(exchange: Exchange, form: URLSearchParams): Promise<void> {
    const { clientId, clientSecret } = credentials;
    const isClient = form.get('client_id') === clientId && form.get('client_secret') === clientSecret;
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    if (!isClient || grant?.fault === 'client') return exchange.json(401, { error: 'invalid_client' });
    if (form.get('grant_type') !== 'authorization_code') return exchange.json(400, { error: 'unsupported_grant_type' });
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid = grant && grant.expiresAt > now() && grant.redirectUri === form.get('redirect_uri');
    if (!isValid || grant.challenge !== challenge) return exchange.json(400, { error: 'invalid_grant' });
    if (grant.fault === 'down') return exchange.json(503, { error: 'temporarily_unavailable' });
    if (grant.fault === 'late') await sleep(LATE_MS, undefined, { signal: exchange.signal });
    const accessToken = randomBytes(24).toString('base64url');
    accessTokens.set(accessToken, grant.person);
    const token = { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 };
    if (grant.fault === 'no-token') return exchange.json(200, token);
    const signed = await idToken({ grant, accessToken, issuer: issuer(), clientId, keys, now: now() });
    exchange.json(200, { ...token, id_token: signed });
  }

  async function handle(exchange: Exchange): Promise<void> {
    const { method, path, query } = exchange;
    switch (`${method} ${path.slice(BASE.length)}`) {
      case 'GET /':
        return exchange.html(200, aboutPage(issuer()));
      case 'GET /.well-known/openid-configuration':
        return exchange.json(200, metadataOf(issuer()));
      case 'GET /keys':
        return exchange.json(200, await keys.published());
      case 'GET /authorize': {
        const refusal = refusalOf(query);
        return refusal === null
          ? exchange.html(200, loginPage(query, productName))
          : exchange.html(400, refusalPage(refusal));
      }
      case 'POST /authorize': {
        const form = await readForm(exchange);
        const refusal = refusalOf(form);
        return refusal === null ? logIn(exchange, form) : exchange.html(400, refusalPage(refusal));
      }
      case 'POST /token':
        return answerToken(exchange, await readForm(exchange));
      case 'GET /userinfo': {
        const person = accessTokens.get(exchange.bearer() ?? '');
        if (!person) return exchange.json(401, { error: 'invalid_token' });
        return exchange.json(200, { sub: person.subject, name: person.name, ...emailClaims(person) });
      }
      case 'POST /__rotate':
        exchange.request.resume();
        keys.rotate();
        return exchange.json(200, { success: true });
      default:
        exchange.request.resume();
        return exchange.html(404, refusalPage('Not found'));
    }
  }

  return {
    name: 'OpenID Connect provider',
    about: 'Discovery, keys, a login page with people and faults, tokens and userinfo:',
    base: `${BASE}/`,
    prefixes: [`${BASE}/`],
    credentials,
    rotate: () => keys.rotate(),
    handle,
    reset() {
      codes.clear();
      accessTokens.clear();
    },
  };
}

/** The person who signs in; null if they canceled. Anyone can be typed in, and an address is always the same person. */
function personOf(form: URLSearchParams): OidcPerson | null {
  const chosen = form.get('person');
  if (chosen === 'cancel') return null;
  const known = OIDC_PEOPLE.find(({ subject }) => subject === chosen);
  if (known) return known;
  const email = (form.get('email') ?? '').trim();
  const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 20);
  const person = { subject, name: form.get('name') ?? '', email, isEmailVerified: form.has('verified') };
  return {
    ...person,
    ...(form.has('userinfo') && { isEmailAtUserinfo: true }),
    ...(form.has('thin') && { isVerifiedAtUserinfo: true }),
  };
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'email', 'profile'],
    claims_supported: ['sub', 'name', 'email', 'email_verified'],
    authorization_response_iss_parameter_supported: true,
  };
}

async function readForm(exchange: Exchange): Promise<URLSearchParams> {
  return new URLSearchParams((await exchange.body())?.toString('utf8') ?? '');
}
