import { decimalsOf } from '@parley/core';

/** Formats an amount in the smallest unit of its currency. */
export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits }).format(amount / 10 ** decimals);
}

/** Formats epoch seconds as a date. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
