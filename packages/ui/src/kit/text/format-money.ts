import { LOCALE } from './locale.ts';

/** Formats an amount in the smallest unit of its currency: '$10.00', '¥1,000'. */
export function formatMoney(amount: number, currency: string): string {
  const format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
