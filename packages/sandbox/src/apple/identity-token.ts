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
}

/** The claims of an identity token. */
export function identityClaims({ issuer, clientId, person, nonce, now, flagsAre }: IdentityToken) {
  const iat = Math.floor(now / 1000);
  const flag = (value: boolean) => (flagsAre === 'text' ? String(value) : value);
  return {
    iss: issuer,
    aud: clientId,
    exp: iat + LIFETIME_S,
    iat,
    sub: person.subject,
    ...(nonce === null ? {} : { nonce, nonce_supported: true }),
    email: person.email,
    email_verified: flag(true),
    ...(person.isPrivateEmail ? { is_private_email: flag(true) } : {}),
    auth_time: iat,
  };
}
