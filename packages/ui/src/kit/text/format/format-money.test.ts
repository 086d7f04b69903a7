import { expect, test } from 'vitest';
import { formatMoney, formatPrice, moneyText } from './format-money.ts';

test.each([
  [1000, 'usd', '$10.00'],
  [6050, 'eur', '€60.50'],
  [1000, 'jpy', '¥1,000'],
])('formats %i in %s as %s', (amount, currency, shown) => {
  expect(formatMoney(amount, currency)).toBe(shown);
});

// Browsers show some currencies without decimals whose amounts Stripe still counts in hundredths.
test.each([
  ['huf', 99_000, 'HUF 990', 'HUF 990.00'],
  ['idr', 4_900_050, 'IDR 49,000.50', 'IDR 49,000.50'],
  ['isk', 150_000, 'ISK 1,500', 'ISK 1,500.00'],
  ['COP', 1_990_000, 'COP 19,900', 'COP 19,900.00'],
  ['krw', 9_900, '₩9,900', '₩9,900'],
  ['xof', 5_000, 'F CFA 5,000', 'F CFA 5,000'],
  ['kwd', 5_120, 'KWD 5.120', 'KWD 5.120'],
])('an amount in %s is in the unit that Stripe counts', (currency, amount, price, money) => {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  expect(plain(formatPrice(amount, currency))).toBe(price);
  expect(plain(formatMoney(amount, currency))).toBe(money);
});

test('keeps the sign of a currency behind its letters where text runs from right to left', () => {
  const arabic = new Intl.NumberFormat('ar-u-nu-latn', { style: 'currency', currency: 'usd' });
  expect(moneyText(arabic, 10)).toMatch(/US\$\u200e$/);
});
