import type { KatexOptions } from 'katex';
// Adds `\ce` and `\pu`, in which models write chemistry and units.
import 'katex/contrib/mhchem';

/** Characters of a formula; KaTeX makes up to fifteen elements of one, all at once. */
const LONGEST_FORMULA = 5_000;
/** Characters of one with chemistry, which takes longer. */
const LONGEST_CHEMISTRY = 1_000;

/** Whether a formula is shown as its source, because rendering it would take too long. */
export function isTooLong(tex: string): boolean {
  return tex.length > (/\\(?:ce|pu)\b/.test(tex) ? LONGEST_CHEMISTRY : LONGEST_FORMULA);
}

/** How KaTeX reads formulas: invalid ones throw, and commands that load or link anything are disabled. */
export const FORMULA_OPTIONS = {
  throwOnError: true,
  strict: 'ignore',
  trust: false,
  maxSize: 20,
  maxExpand: 500,
} satisfies KatexOptions;
