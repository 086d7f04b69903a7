/** What the provider can do wrong in one sign-in; the login page offers each. */
export const OIDC_FAULTS = {
  none: 'Nothing',
  issuer: 'The token names another issuer',
  audience: 'The token is for another client',
  nonce: 'The token has another nonce',
  signature: 'The token’s signature is forged',
  unsigned: 'The token is unsigned (alg none)',
  'clock-ahead': 'The clock is ten minutes ahead',
  'clock-behind': 'The clock is two hours behind',
  'no-token': 'There is no identity token',
  'unknown-key': 'The token is signed with an unpublished key',
  'response-issuer': 'The redirect names another issuer',
  'bad-code': 'The code is unknown',
  down: 'The token endpoint answers 503',
  late: 'The token endpoint answers after a minute',
  client: 'The client is unknown',
} as const;

export type OidcFault = keyof typeof OIDC_FAULTS;

export function isOidcFault(text: string): text is OidcFault {
  return Object.hasOwn(OIDC_FAULTS, text);
}
