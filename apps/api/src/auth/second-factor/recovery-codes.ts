import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** Letters of 5 bits each, so that a stolen hash does not give its code away. */
const LENGTH = 16;
/** Crockford's base32, which has no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Ten new codes, such as `4T7K-0ZQM-9W2X-HR5C`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
    return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
  });
}

/** Normalizes a code that a user typed. Null if it does not look like one. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return CODE.test(plain) ? plain : null;
}

/** The hash under which a user's code is stored. */
export function hashRecoveryCode(userId: string, code: string): string {
  return createHash('sha256')
    .update(`recovery ${userId} ${readRecoveryCode(code)}`)
    .digest('base64url');
}
