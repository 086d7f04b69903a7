import { expect, test } from 'vitest';
import { formatMoney, moneyText } from './format-money.ts';

test.each([
  [1000, 'usd', '$10.00'],
  [6050, 'eur', '€60.50'],
  [1000, 'jpy', '¥1,000'],
])('formats %i in %s as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});

test('keeps the sign of a currency behind its letters where text runs from right to left', () => {
  const arabic = new Intl.NumberFormat('ar-u-nu-latn', { style: 'currency', currency: 'usd' });
  expect(moneyText(arabic, 10)).toMatch(/US\$\u200e$/);
});
