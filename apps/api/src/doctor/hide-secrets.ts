import type { ListedModelSettings } from '../chat/backends.ts';
import type { OidcSettings } from '../auth/oidc/oidc-settings.ts';

type Environment = Record<string, string | undefined>;

/** Names of settings whose whole value is a secret. */
const SECRET = /(_KEY|_SECRET|_TOKEN)$/;
/** The password in a URL. The hosts of MongoDB URLs are a list, which `URL` does not parse. */
const PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*?:([^/?#]*)@/i;
/** Shorter ones would mask parts of ordinary words. */
const SHORTEST = 4;
const MASK = '•••';

/** Returns a function that masks every secret of the settings in a text, however a service has echoed it. */
export function createHide(
  environment: Environment,
  providers: Pick<OidcSettings, 'clientSecret'>[],
  models: Pick<ListedModelSettings, 'settings'>[] = [],
) {
  const secrets = [
    ...Object.entries(environment).flatMap(([name, value = '']) => secretsIn(name, value)),
    ...providers.map(({ clientSecret }) => clientSecret),
    // The operator chooses the names of these variables.
    ...models.flatMap(({ settings }) => settings.apiKey?.trim() ?? []),
  ];
  const forms = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), decoded(secret), base64(secret)])
    .filter((form) => form.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (text: string): string => forms.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}

function secretsIn(name: string, value: string): string[] {
  const password = PASSWORD.exec(value)?.[1];
  // A private key has several lines, and a message may quote one.
  const lines = SECRET.test(name) ? [value, ...value.split(/\n|\\n/)] : [];
  return [...lines, ...(password === undefined ? [] : [password])].map((secret) => secret.trim());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
