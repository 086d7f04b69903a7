import { LOCALE } from './locale.ts';

/** Formats a number with one decimal: '1.2'. */
export function formatDecimal(value: number): string {
  return Number(value.toFixed(1)).toLocaleString(LOCALE, { minimumFractionDigits: 1, useGrouping: false });
}
