import { formatDate } from '../../kit/text/format-date.ts';
import { LOCALE } from '../../kit/text/locale.ts';

/** `Nov 3` for 2026-11-03. Figures span at most a few months. */
export function dayWords(date: string): string {
  return formatDate(date, { month: 'short', today: new Date(date), timeZone: 'UTC' });
}

/** `1,234`. */
export function countWords(count: number): string {
  return count.toLocaleString(LOCALE);
}

/** `1 reply`, `2,000 replies`. */
export function countOf(count: number, one: string, many: string): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}

/** Microdollars. */
export const CENT = 10_000;
const DOLLARS = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'usd' });

/** `$1,234.50`, from millionths of a dollar. */
export function costWords(microdollars: number): string {
  const isTiny = microdollars > 0 && microdollars < CENT / 2;
  return isTiny ? 'under $0.01' : DOLLARS.format(microdollars / 1e6);
}

/** `$1,234.50`, from an amount in the currency's smallest unit; whole amounts show no cents. */
export function moneyWords({ currency, amount }: { currency: string; amount: number }): string {
  const style = { style: 'currency', currency } as const;
  const digits = new Intl.NumberFormat(LOCALE, style).resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat(LOCALE, { ...style, trailingZeroDisplay: 'stripIfInteger' }).format(
    amount / 10 ** digits,
  );
}
