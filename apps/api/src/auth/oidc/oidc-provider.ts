import { createHash, createHmac, hkdfSync } from 'node:crypto';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  fetchUserInfo,
  type Configuration,
  type IDToken,
  type ServerMetadata,
} from 'openid-client';
import type { Logger } from 'pino';
import { AppError, t } from '@parley/core';
import type { IdentityProvider, ProviderAnswer } from '../providers/identity-provider.ts';
import { readName, readPerson } from '../providers/person.ts';
import { ClockError, expired, explainFailure, isUnknownKey } from './explain-failure.ts';
import { createOidcClient } from './oidc-client.ts';
import type { OidcSettings } from './oidc-settings.ts';

export interface OidcProviderDependencies {
  settings: OidcSettings;
  /** The secret that verifiers are derived from. */
  secret: string;
  /** The redirect URI registered with the provider. */
  redirectUri: () => string;
  logger: Logger;
  now: () => number;
}

/** Seconds by which the provider's clock may be ahead. */
const CLOCK_TOLERANCE_S = 30;

/**
 * Whether the token lacks something that the userinfo endpoint has: the address (Authelia), or whether it is verified
 * (Okta).
 */
function isAtUserinfo(
  { email, email_verified }: IDToken,
  { userinfo_endpoint, claims_supported: claims }: ServerMetadata,
): boolean {
  if (userinfo_endpoint === undefined) return false;
  return email === undefined || (email_verified === undefined && Boolean(claims?.includes('email_verified')));
}

/** Sign-in with an OpenID Connect provider: authorization code, PKCE, state and nonce. */
export function createOidcProvider(dependencies: OidcProviderDependencies): IdentityProvider {
  const { settings, secret, redirectUri, logger, now } = dependencies;
  const { id, name, issuer, scope } = settings;
  const client = createOidcClient(settings, now);
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'PKCE verifiers of sign-ins', 32));
  /** Only this server can derive the verifier, so it needs no place in the store. */
  const verifierOf = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url');

  /** Logs for the operator what exactly failed; people read a sentence. */
  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUnknownKey(error)) client.forget();
      const explanation = explainFailure(error, name);
      logger.warn({ err: explanation, provider: id }, 'a sign-in with an OpenID Connect provider failed');
      throw explanation;
    }
  }

  async function exchange(configuration: Configuration, { code, state, iss }: ProviderAnswer, nonce: string) {
    const returned = new URL(redirectUri());
    returned.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
    const tokens = await client.authenticated(configuration, () =>
      authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifierOf(nonce),
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims();
    if (!claims) throw new AppError('sign-in-failed');
    if (claims.iat > now() / 1000 + CLOCK_TOLERANCE_S) throw new ClockError('The token was issued in the future.');
    if (!isAtUserinfo(claims, configuration.serverMetadata())) return claims;
    const info = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
    // From one source: a verification applies only to the address beside it.
    const { email, email_verified } = info.email === undefined ? claims : info;
    return { ...info, ...claims, email, email_verified };
  }

  return {
    id,
    key: issuer,
    name,
    statePrefix: `${id}:`,
    opensVerifiedAccounts: false,
    get accountExists() {
      return t`An account with this email already exists. Sign in to it, then add ${name} in Settings under “Ways to sign in”.`;
    },
    get linkedElsewhere() {
      return t`This ${name} account already signs in to another account.`;
    },
    failed: (cause) => expired(name, cause),

    authorizationUrl: ({ state, nonce }) =>
      explained(async () => {
        const asked = {
          redirect_uri: redirectUri(),
          response_type: 'code',
          scope,
          state,
          nonce,
          code_challenge: createHash('sha256').update(verifierOf(nonce)).digest('base64url'),
          code_challenge_method: 'S256',
        };
        return buildAuthorizationUrl(await client.configuration(), asked).href;
      }),

    async redeem(answer, { nonce }) {
      const claims = await explained(async () => exchange(await client.configuration(), answer, nonce));
      return {
        person: readPerson(claims.sub, claims),
        name: readName(claims.name),
        // The state was used up when it was taken, and the code when it was exchanged.
        spend: () => Promise.resolve(),
        onLinked: () => Promise.resolve(),
      };
    },

    // Neither tokens nor consents are kept, so nothing is left at the provider to end.
    forget: () => Promise.resolve(),
  };
}
