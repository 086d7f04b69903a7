import { decimalsOf } from '@parley/core';
import { LOCALE } from './locale.ts';

/** Formats an amount in the smallest unit of its currency: '$10.00', '¥1,000'. */
export function formatMoney(amount: number, currency: string): string {
  return format(amount, { currency });
}

/** Formats an amount without needless decimals: '$10', '€5.50', '¥1,500'. */
export function formatPrice(amount: number, currency: string): string {
  return format(amount, { currency, trailingZeroDisplay: 'stripIfInteger' });
}

/** Formats a value of `format`, which must have `currency` as its style. */
export function moneyText(format: Intl.NumberFormat, value: number): string {
  if (!format.resolvedOptions().locale.startsWith('ar')) return format.format(value);
  // From right to left, `US$` would end with its first letter. The mark keeps the sign behind the letters.
  const parts = format.formatToParts(value);
  return parts.map(({ type, value: text }) => (type === 'currency' ? `${text}\u200e` : text)).join('');
}

function format(amount: number, options: Intl.NumberFormatOptions & { currency: string }): string {
  // In other languages the long symbol, such as US$, would take too much room.
  const currencyDisplay = LOCALE === 'en-US' ? 'symbol' : 'narrowSymbol';
  const decimals = decimalsOf(options.currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currencyDisplay, ...digits, ...options });
  return moneyText(format, amount / 10 ** decimals);
}
