import { expect, it } from 'vitest';
import { costWords, dayWords, moneyWords } from './figure-words.ts';

it.each([
  ['usd', 0, '$0'],
  ['usd', 1000, '$10'],
  ['usd', 316_667, '$3,166.67'],
  ['usd', 1050, '$10.50'],
  ['eur', 999, '€9.99'],
  ['jpy', 1500, '¥1,500'],
])('moneyWords formats %s %d as %s', (currency, amount, words) => {
  expect(moneyWords({ currency, amount })).toBe(words);
});

it.each([
  [0, '$0.00'],
  [4_999, 'under $0.01'],
  [5_000, '$0.01'],
  [1_234_567_890, '$1,234.57'],
])('costWords formats %d microdollars as %s', (microdollars, words) => {
  expect(costWords(microdollars)).toBe(words);
});

it('dayWords names a day in UTC', () => {
  expect(dayWords('2026-11-03')).toBe('Nov 3');
});
