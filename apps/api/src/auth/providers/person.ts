import type { JWTPayload } from 'jose';
import { emailProblem, normalizeEmail } from '@parley/core';

/** The person that an identity token describes. */
export interface Person {
  subject: string;
  /** Normalized; null if the provider sent none, or an unusable one. */
  email: string | null;
  isEmailVerified: boolean;
  isPrivateRelay: boolean;
}

const RELAY = /@privaterelay\.appleid\.com$/;
const LONGEST_NAME = 100;

export function readPerson(subject: string, claims: JWTPayload): Person {
  const given = typeof claims.email === 'string' ? claims.email : '';
  const email = emailProblem(given) === null ? normalizeEmail(given) : null;
  return {
    subject,
    email,
    isEmailVerified: email !== null && isTrue(claims.email_verified),
    isPrivateRelay: email !== null && (isTrue(claims.is_private_email) || RELAY.test(email)),
  };
}

/** Apple sends flags as booleans in some tokens and as strings in others. */
function isTrue(flag: unknown): boolean {
  return flag === true || flag === 'true';
}

/** The name in untrusted client input: text without control characters, or null. */
export function readName(given: unknown): string | null {
  const { name = given } = Object(given) as { name?: unknown };
  const { firstName, lastName } = Object(name) as { firstName?: unknown; lastName?: unknown };
  const parts = typeof name === 'string' ? [name] : [firstName, lastName];
  const text = parts
    .filter((part) => typeof part === 'string')
    .join(' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  return text === '' ? null : [...text].slice(0, LONGEST_NAME).join('').trim();
}
