import type { KatexOptions } from 'katex';

/** Characters of a formula; KaTeX makes up to fifteen elements of one, all at once. */
export const LONGEST_FORMULA = 5_000;

/** How KaTeX reads formulas: invalid ones throw, and commands that load or link anything are disabled. */
export const FORMULA_OPTIONS = {
  throwOnError: true,
  strict: 'ignore',
  trust: false,
  maxSize: 20,
  maxExpand: 500,
} satisfies KatexOptions;
