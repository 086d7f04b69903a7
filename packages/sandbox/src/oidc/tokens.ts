import { createHash } from 'node:crypto';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { SigningKeys } from '../server/signing-keys.ts';
import type { OidcFault } from './faults.ts';
import type { OidcPerson } from './people.ts';

const LIFETIME_S = 3600;

/** What a code or an access token stands for. */
export interface OidcGrant {
  person: OidcPerson;
  fault: OidcFault;
  redirectUri: string;
  nonce: string | null;
  /** The PKCE challenge, for S256. */
  challenge: string;
}

interface IdToken {
  grant: OidcGrant;
  accessToken: string;
  issuer: string;
  clientId: string;
  keys: SigningKeys;
  /** Epoch milliseconds. */
  now: number;
}

/** An identity token, with the grant's fault. */
export async function idToken({ grant, accessToken, issuer, clientId, keys, now }: IdToken): Promise<string> {
  const { person, fault, nonce } = grant;
  const ahead = { 'clock-ahead': 600, 'clock-behind': -2 * LIFETIME_S }[fault as string] ?? 0;
  const iat = Math.floor(now / 1000) + ahead;
  const claims = {
    iss: fault === 'issuer' ? 'https://evil.example' : issuer,
    aud: fault === 'audience' ? 'another-client' : clientId,
    iat,
    exp: iat + LIFETIME_S,
    sub: person.subject,
    name: person.name,
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(nonce === null ? {} : { nonce: fault === 'nonce' ? 'another' : nonce }),
    ...tokenEmailClaims(person),
  };
  if (fault === 'unsigned') return new UnsecuredJWT(claims).encode();
  if (fault === 'unknown-key') {
    const { privateKey } = await generateKeyPair('RS256');
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'unpublished' }).sign(privateKey);
  }
  const token = await keys.sign(claims);
  if (fault !== 'signature') return token;
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))].join('.');
}

function tokenEmailClaims(person: OidcPerson) {
  if (person.isEmailAtUserinfo) return {};
  return person.isVerifiedAtUserinfo ? { email: person.email } : emailClaims(person);
}

export function emailClaims({ email, isEmailVerified }: OidcPerson) {
  return email === null ? {} : { email, email_verified: isEmailVerified };
}
