import { t } from '@parley/core';

/** Joins names or facts as the language does: 'June 3, 12 KB'. */
export function withCommas(parts: readonly string[]): string {
  return parts.length === 0 ? '' : parts.reduce((before, part) => t`${before}, ${part}`);
}
