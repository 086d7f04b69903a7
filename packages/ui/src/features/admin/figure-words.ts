const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `3 Nov` for 2026-11-03. */
export function dayWords(date: string): string {
  return DAY.format(new Date(date));
}

/** `1,234`. */
export function countWords(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 reply`, `2,000 replies`. */
export function countOf(count: number, one: string, many: string): string {
  return `${countWords(count)} ${count === 1 ? one : many}`;
}

/** `$1,234.50`, from an amount in the currency's smallest unit; whole amounts show no cents. */
export function moneyWords({ currency, amount }: { currency: string; amount: number }): string {
  const style = { style: 'currency', currency } as const;
  const digits = new Intl.NumberFormat('en-US', style).resolvedOptions().maximumFractionDigits ?? 2;
  return new Intl.NumberFormat('en-US', { ...style, trailingZeroDisplay: 'stripIfInteger' }).format(
    amount / 10 ** digits,
  );
}
