import { dictionary } from '@zxcvbn-ts/language-common';
import { t } from '@parley/core';

/** The list is sorted by frequency. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));

/**
 * The message for a new password that attackers try first, or null. Ignores case and surrounding spaces. `email` is the
 * account's, normalized, or null.
 */
export function guessableProblem(password: string, email: string | null): string | null {
  const typed = password.normalize('NFKC').trim().toLowerCase();
  if (typed === '') return 'Password can’t be only spaces';
  if (COMMON.has(typed)) return t`This password is too common. Choose a different one.`;
  if (email !== null && [email, email.slice(0, email.lastIndexOf('@'))].includes(typed)) {
    return t`Choose a password that isn’t your email.`;
  }
  return null;
}
