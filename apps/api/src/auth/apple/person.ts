import type { JWTPayload } from 'jose';
import { emailProblem, normalizeEmail } from '@parley/core';

/** What an identity token says of a person. */
export interface ApplePerson {
  subject: string;
  /** Normalized; null when Apple told none, or none that can be used. */
  email: string | null;
  isEmailVerified: boolean;
  isPrivateRelay: boolean;
}

const RELAY = /@privaterelay\.appleid\.com$/;
const LONGEST_NAME = 100;

export function readPerson(subject: string, claims: JWTPayload): ApplePerson {
  const given = typeof claims.email === 'string' ? claims.email : '';
  const email = emailProblem(given) === null ? normalizeEmail(given) : null;
  return {
    subject,
    email,
    isEmailVerified: email !== null && isTrue(claims.email_verified),
    isPrivateRelay: email !== null && (isTrue(claims.is_private_email) || RELAY.test(email)),
  };
}

/** Apple writes flags as booleans in some tokens and as text in others. */
function isTrue(flag: unknown): boolean {
  return flag === true || flag === 'true';
}

/** The name in what a client sends of a person, who could write anything into it: text without control characters, or null. */
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
