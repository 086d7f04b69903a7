import { domainToASCII, domainToUnicode } from 'node:url';
import type { UserRecord, UserStore } from '../storage/storage.ts';

/**
 * A normalized address with a domain such as `münchen.de` in ASCII. Chrome sends such a domain as `xn--mnchen-3ya.de`,
 * other browsers as it was typed, and accounts are stored with what was sent.
 */
export function asciiAddress(email: string): string {
  const ascii = withDomain(email, domainToASCII);
  return isEncoded(ascii) ? ascii : email;
}

type Users = Pick<UserStore, 'findByEmail'>;

/** Finds the account of a normalized address, whichever spelling of its domain is stored. */
export async function findByAddress(users: Users, email: string): Promise<UserRecord | null> {
  return (await users.findByEmail(email)) ?? findOtherSpelling(users, email);
}

/** Finds an account with the same address whose domain is spelled in another way. */
export async function findOtherSpelling(users: Users, email: string): Promise<UserRecord | null> {
  const ascii = asciiAddress(email);
  const spellings = isEncoded(ascii) ? [ascii, withDomain(ascii, domainToUnicode)] : [];
  for (const other of spellings) {
    const user = other === email ? null : await users.findByEmail(other);
    if (user) return user;
  }
  return null;
}

function isEncoded(email: string): boolean {
  return email.slice(email.lastIndexOf('@')).includes('xn--');
}

/** The address as it is if its domain cannot be spelled so. */
function withDomain(email: string, spell: (domain: string) => string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = at === 0 ? '' : spell(email.slice(at));
  return domain === '' ? email : email.slice(0, at) + domain;
}
