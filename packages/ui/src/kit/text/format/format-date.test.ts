import { expect, onTestFinished, test } from 'vitest';
import { formatDate } from './format-date.ts';

const today = new Date(2026, 4, 13, 12, 0);
const DAY = new Date(2026, 4, 6, 9, 40).toISOString();

test('formatDate names a day in full', () => {
  expect(formatDate(DAY)).toBe('May 6, 2026');
  expect(formatDate(new Date(2027, 10, 22).toISOString())).toBe('November 22, 2027');
});

test('formatDate omits the year only if it is the current one', () => {
  expect(formatDate(DAY, { today })).toBe('May 6');
  expect(formatDate(new Date(2024, 11, 31).toISOString(), { today })).toBe('December 31, 2024');
});

test('formatDate shortens the month in lists', () => {
  const short = { month: 'short', today } as const;
  expect(formatDate(new Date(2026, 10, 22).toISOString(), short)).toBe('Nov 22');
  expect(formatDate(new Date(2025, 10, 22).toISOString(), short)).toBe('Nov 22, 2025');
});

test('formatDate follows the device to another time zone', () => {
  const zone = process.env.TZ;
  onTestFinished(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const noon = '2026-11-22T12:00:00.000Z';
  process.env.TZ = 'Pacific/Kiritimati';
  expect(formatDate(noon)).toBe('November 23, 2026');
  process.env.TZ = 'Pacific/Honolulu';
  expect(formatDate(noon)).toBe('November 22, 2026');
});

test('formatDate does not fail for a date that is none', () => {
  expect(formatDate('yesterday')).toBe('Invalid Date');
});
