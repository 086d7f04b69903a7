import { t } from '@parley/core';
import { formatDate } from '../../kit/text/format/format-date.ts';
import { formatMoney, formatPrice } from '../../kit/text/format/format-money.ts';
import { LOCALE } from '../../kit/text/format/locale.ts';

/** `Nov 3` for 2026-11-03. Figures span at most a few months. */
export function dayWords(date: string): string {
  return formatDate(date, { month: 'short', today: new Date(date), timeZone: 'UTC' });
}

/** A sum in several currencies: `$10 + €5`. */
export function sumWords(amounts: readonly { currency: string; amount: number }[]): string {
  return (amounts.length > 0 ? amounts : [{ currency: 'usd', amount: 0 }]).map(moneyWords).join(' + ');
}

/** `1,234`. */
export function countWords(count: number): string {
  return count.toLocaleString(LOCALE);
}

/** Microdollars. */
export const CENT = 10_000;

/** `$1,234.50`, from millionths of a dollar. */
export function costWords(microdollars: number): string {
  const isTiny = microdollars > 0 && microdollars < CENT / 2;
  return isTiny ? t`under ${formatMoney(1, 'usd')}` : formatMoney(microdollars / CENT, 'usd');
}

/** `$1,234.50`, from an amount in the currency's smallest unit; whole amounts show no cents. */
export function moneyWords({ currency, amount }: { currency: string; amount: number }): string {
  return formatPrice(amount, currency);
}
