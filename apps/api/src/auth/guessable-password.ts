import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is sorted by frequency. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));

/**
 * The message for a new password that attackers try first, or null. Ignores case and surrounding spaces. `email` is the
 * account's, normalized, or null.
 */
export function guessableProblem(password: string, email: string | null): string | null {
  const typed = password.normalize('NFKC').trim().toLowerCase();
  if (typed === '') return 'Password needs more than spaces';
  if (COMMON.has(typed)) return 'This password is too common. Please choose another one.';
  if (email !== null && [email, email.slice(0, email.lastIndexOf('@'))].includes(typed)) {
    return 'Please choose a password other than your email.';
  }
  return null;
}
