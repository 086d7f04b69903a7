import { expect, it } from 'vitest';
import { readNumberFormat, showNumber } from './number-format.ts';

const show = (code: string, value: string) => showNumber(value, readNumberFormat(164, code), false);

it.each([
  ['0.0_%_);\\(0.0_%\\);0.0_%_)', '12.5', '12.5'],
  ['0.0%_)', '0.125', '12.5%'],
  ['_-* #,##0.00\\ _D_i_n_._-', '45000', '45000'],
  ['_-* #,##0.00\\ _C_H_F_-', '45000', '45000'],
])('ignores the characters in %j whose width is left blank', (code, value, shown) => {
  expect(show(code, value)).toBe(shown);
});

it.each([
  ['00000', '2134', '02134'],
  ['00000', '-7', '-7'],
  ['00000', '2.5', '2.5'],
  ['0', '7', '7'],
  ['0.00', '7', '7'],
])('shows the leading zeros of whole numbers, such as postal codes: %j %s as %s', (code, value, shown) => {
  expect(show(code, value)).toBe(shown);
});

it('shows the unit of a general number after it', () => {
  expect(show('General" kg"', '5')).toBe('5 kg');
});
