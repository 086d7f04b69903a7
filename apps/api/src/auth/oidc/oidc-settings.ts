import { PROVIDER_ID } from '@parley/core';

/** An OpenID Connect provider that people sign in with, and this server's registration there. */
export interface OidcSettings {
  /** Stands in paths: matches `PROVIDER_ID`. */
  id: string;
  /** What buttons say, such as `Google`. */
  name: string;
  /** As the provider's tokens have it; its discovery document is below it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the sign-in asks for, separated by spaces. */
  scope: string;
  /** Milliseconds to wait for each of the provider's answers. */
  timeoutMs: number;
}

export const OIDC_DEFAULTS = { scope: 'openid email profile', timeoutMs: 8000 };

export const GOOGLE = { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' };

export function isProviderId(text: string): boolean {
  return PROVIDER_ID.test(text) && text !== 'apple';
}

/** Address and client credentials of the stand-in in `@parley/sandbox`. */
interface OidcStandIn {
  urls: { oidc: string };
  oidc: { credentials: { clientId: string; clientSecret: string } };
}

/** Settings of the sandbox's provider. */
export function standInOidc({ urls, oidc }: OidcStandIn): OidcSettings {
  return { id: 'sandbox', name: 'Sandbox', issuer: urls.oidc, ...oidc.credentials, ...OIDC_DEFAULTS };
}
