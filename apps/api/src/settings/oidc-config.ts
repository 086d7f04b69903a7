import { z } from 'zod';
import { isLoopback, PROVIDER_CALLBACK_PATH } from '@parley/core';
import { GOOGLE, isProviderId, OIDC_DEFAULTS, type OidcSettings } from '../auth/oidc/oidc-settings.ts';
import { isOwnMachine } from '../own-machine.ts';
import { readJsonSetting } from './read-json-setting.ts';
import type { Settings } from './settings.ts';

const GOOGLE_NAMES = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
const EXAMPLE =
  '[{ "id": "company", "name": "Company", "issuer": "https://id.example.com", "clientId": "…", "clientSecret": "…" }]';

const text = (what: string, most = 200) => z.string(what).trim().min(1, what).max(most, what);

/** One provider in the file that `OIDC_PROVIDERS` names. */
const FileProvider = z.strictObject(
  {
    id: z
      .string('must be a word such as company')
      .refine(isProviderId, 'must be up to 32 lowercase letters, digits and hyphens, and not apple'),
    name: text('must be the name on the button, such as Company', 40),
    issuer: z
      .string('must be the provider’s address')
      .refine(isIssuer, 'must be a URL that starts with https://, as the provider’s discovery document has it'),
    clientId: text('must be the client ID from the provider', 500),
    clientSecret: text('must be the client secret from the provider', 2000),
    scope: text('must be scopes separated by spaces', 500)
      .refine((scope) => scope.split(/\s+/).includes('openid'), 'must contain openid')
      .default(OIDC_DEFAULTS.scope),
  },
  'must be an object with id, name, issuer, clientId and clientSecret',
);

/**
 * The OpenID Connect providers: Google's, and those in the file of `OIDC_PROVIDERS`. `sandbox`: only the sandbox's.
 * Adds each problem, with its fix, to `problems`.
 */
export function readOidc(set: Settings, root: string, problems: string[]): OidcSettings[] | 'sandbox' {
  const google = readGoogle(set, problems);
  if (set.OIDC_PROVIDERS === 'sandbox') {
    const { NODE_ENV, HOST: host, PUBLIC_URL: publicUrl = null, TRUST_PROXY: trustedProxies } = set;
    if (isOwnMachine({ isProduction: NODE_ENV === 'production', host, publicUrl, trustedProxies })) return 'sandbox';
    problems.push('OIDC_PROVIDERS: sandbox lets anyone sign in, so it works only on your own machine; name a file');
    return [];
  }
  const others = set.OIDC_PROVIDERS === undefined ? [] : readFile(set.OIDC_PROVIDERS, root, problems);
  const all = google ? [google, ...others] : others;
  for (const field of ['id', 'issuer'] as const) {
    const twice = all.find((one, index) => all.findIndex((other) => other[field] === one[field]) !== index);
    if (twice) problems.push(`OIDC_PROVIDERS: the ${field} ${twice[field]} is there twice; keep one of them`);
  }
  const url = URL.parse(set.PUBLIC_URL ?? '');
  if (all.length > 0 && url?.protocol === 'http:' && !isLoopback(url.hostname)) {
    problems.push('PUBLIC_URL: must start with https://, because sign-in providers redirect to nothing else');
  }
  return all;
}

/** Start-up lines: the providers in use, and the address to register with them. */
export function describeOidc(providers: OidcSettings[]): string[] {
  if (providers.length === 0) return [];
  const names = providers.map(({ name }) => name).join(', ');
  return [`Sign-in providers: ${names} (redirect URI: PUBLIC_URL and ${PROVIDER_CALLBACK_PATH})`];
}

function readGoogle(set: Settings, problems: string[]): OidcSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = set;
  if (clientId !== undefined && clientSecret !== undefined)
    return { ...GOOGLE, clientId, clientSecret, ...OIDC_DEFAULTS };
  const given = GOOGLE_NAMES.find((name) => set[name] !== undefined);
  const missing = GOOGLE_NAMES.find((name) => set[name] === undefined);
  if (given) problems.push(`${missing}: is missing, but ${given} is set; set both for sign-in with Google, or none`);
  return null;
}

function readFile(path: string, root: string, problems: string[]): OidcSettings[] {
  const file = { setting: 'OIDC_PROVIDERS', path, root, example: EXAMPLE, nameOf };
  const list = readJsonSetting(file, z.array(FileProvider, 'must be a list of providers'), problems) ?? [];
  return list.map((provider) => ({ ...OIDC_DEFAULTS, ...provider }));
}

/** Names a place in the file, such as `the issuer of provider 2`. */
function nameOf([index, field]: PropertyKey[]): string {
  if (index === undefined) return 'the content';
  const provider = `provider ${Number(index) + 1}`;
  return field === undefined ? provider : `the ${String(field)} of ${provider}`;
}

/** Without a query or a fragment, as the specification has it; http only on this machine. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (!url || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}
