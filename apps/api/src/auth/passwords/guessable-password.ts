import { dictionary } from '@zxcvbn-ts/language-common';
import { t } from '@parley/core';

/** The list is sorted by frequency. */
const COMMON = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Rows of keyboards in their order, the digits and the alphabet among them. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
];
const RUNS = ROWS.flatMap((row) => [row, [...row].toReversed().join('')]);
/** Longest part whose repetition counts as common: abcabc is, a repeated word is not. */
const LONGEST_REPEATED = 3;
/** Longest repetition that counts: attackers try short ones first. */
const LONGEST_REPETITION = 16;

/**
 * The message for a new password that attackers try first, or null. Ignores case and surrounding spaces. `email` is the
 * account's, normalized, or null.
 */
export function guessableProblem(password: string, email: string | null): string | null {
  const typed = password.normalize('NFKC').trim().toLowerCase();
  if (typed === '') return t`Password can’t be only spaces`;
  if (COMMON.has(typed) || isPattern(typed)) return t`This password is too common. Choose a different one.`;
  if (email !== null && [email, email.slice(0, email.lastIndexOf('@'))].includes(typed)) {
    return t`Choose a password that isn’t your email.`;
  }
  return null;
}

/** Whether it is a run such as 654321 or a repetition such as 121212. The list leaves most of them out. */
function isPattern(typed: string): boolean {
  if (RUNS.some((run) => run.includes(typed))) return true;
  if (typed.length > LONGEST_REPETITION) return false;
  return Array.from({ length: LONGEST_REPEATED }, (_, index) => typed.slice(0, index + 1)).some(
    (part) => part.repeat(Math.ceil(typed.length / part.length)).slice(0, typed.length) === typed,
  );
}
