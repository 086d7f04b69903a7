import { LOCALE } from './locale.ts';

/** Formats an amount in the smallest unit of its currency: '$10.00', '¥1,000'. */
export function formatMoney(amount: number, currency: string): string {
  return format(amount, { currency });
}

/** Formats an amount without needless decimals: '$10', '€5.50', '¥1,500'. */
export function formatPrice(amount: number, currency: string): string {
  return format(amount, { currency, trailingZeroDisplay: 'stripIfInteger' });
}

function format(amount: number, options: Intl.NumberFormatOptions): string {
  // In other languages the long symbol, such as US$, would be in the way.
  const currencyDisplay = LOCALE === 'en-US' ? 'symbol' : 'narrowSymbol';
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currencyDisplay, ...options });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
