import { expect, test } from 'vitest';
import { dayLabel } from './day-label.ts';

const TODAY = new Date(2026, 2, 10);

test.each([
  [new Date(2026, 2, 10, 0, 1), 'Today'],
  [new Date(2026, 2, 9, 23, 59), 'Yesterday'],
  [new Date(2026, 2, 8, 12), 'Mar 8'],
  [new Date(2025, 11, 31), 'Dec 31, 2025'],
])('labels %s as %s', (date, label) => {
  expect(dayLabel(date.toISOString(), TODAY)).toBe(label);
});
