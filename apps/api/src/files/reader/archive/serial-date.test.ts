import { expect, it } from 'vitest';
import { isDateFormat, serialDate } from './serial-date.ts';

it.each([
  [14, undefined, true],
  [0, undefined, false],
  [48, undefined, false],
  [49, undefined, false],
  [170, 'dd/mm/yyyy', true],
  [171, '#,##0.00 "days"', false],
  [172, '[Red]0.0', false],
  [173, '[$-407]d. mmmm yyyy', true],
  [174, '_-* #,##0.00\\ _D_i_n_._-', false],
])('knows whether the number format %i %j shows a date: %j', (id, code, isDate) => {
  expect(isDateFormat(id, code)).toBe(isDate);
});

it.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [61, false, '1900-03-01'],
  [46348, false, '2026-11-22'],
  [44886, true, '2026-11-22'],
  [46348.75, false, '2026-11-22 18:00:00'],
  [0.5, false, '12:00:00'],
  [-1, false, null],
  [1e300, false, null],
  [Number.NaN, false, null],
])('shows day %d (since 1904: %j) as %j', (serial, startsIn1904, shown) => {
  expect(serialDate(serial, startsIn1904)).toBe(shown);
});
