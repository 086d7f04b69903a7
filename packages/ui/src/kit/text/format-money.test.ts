import { expect, test } from 'vitest';
import { formatMoney } from './format-money.ts';

test.each([
  [1000, 'usd', '$10.00'],
  [6050, 'eur', '€60.50'],
  [1000, 'jpy', '¥1,000'],
])('formats %i in %s as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});
