import { createHash } from 'node:crypto';
import type { Person } from './people.ts';

const LIFETIME_S = 24 * 3600;

interface IdentityToken {
  issuer: string;
  clientId: string;
  person: Person;
  nonce: string | null;
  /** Epoch milliseconds. */
  now: number;
  /** Apple writes these flags as text in some places and as booleans in others. */
  flagsAre: 'text' | 'booleans';
  /** The code or access token issued together with this token. */
  with: { code?: string; accessToken?: string };
}

/** The claims of an identity token. */
export function identityClaims(token: IdentityToken) {
  const { issuer, clientId, person, nonce, now, flagsAre } = token;
  const { code, accessToken } = token.with;
  const iat = Math.floor(now / 1000);
  const flag = (value: boolean) => (flagsAre === 'text' ? String(value) : value);
  return {
    iss: issuer,
    aud: clientId,
    exp: iat + LIFETIME_S,
    iat,
    sub: person.subject,
    ...(nonce === null ? {} : { nonce, nonce_supported: true }),
    ...(code === undefined ? {} : { c_hash: halfHash(code) }),
    ...(accessToken === undefined ? {} : { at_hash: halfHash(accessToken) }),
    email: person.email,
    email_verified: flag(true),
    ...(person.isPrivateEmail ? { is_private_email: flag(true) } : {}),
    auth_time: iat,
  };
}

/** The hash by which OpenID Connect binds an identity token to a code or an access token. */
function halfHash(text: string): string {
  return createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');
}
