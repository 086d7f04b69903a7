import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

test.each([
  [0, '1 s'],
  [1_499, '1 s'],
  [12_000, '12 s'],
  [59_600, '1 min'],
  [125_000, '2 min 5 s'],
])('%i ms are %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
