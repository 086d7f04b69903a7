import { expect, test } from 'vitest';
import { formatRelativeTime } from './format-relative-time.ts';

const now = new Date(2026, 4, 13, 12, 0);
const at = (day: number, hours: number, minutes: number) => new Date(2026, 4, day, hours, minutes).toISOString();

test.each([
  { iso: at(13, 21, 40), words: /^at (21|0?9)[:.]40/ },
  { iso: at(13, 0, 5), words: /^at / },
  { iso: at(14, 0, 5), words: /^tomorrow at / },
  { iso: at(15, 9, 40), words: /^on Friday at / },
  { iso: at(12, 23, 59), words: /^yesterday at / },
  { iso: at(7, 9, 40), words: /^on Thursday at / },
  { iso: at(6, 9, 40), words: /^on May 6$/ },
  { iso: at(20, 9, 40), words: /^on May 20$/ },
])('formatRelativeTime formats $iso as $words', ({ iso, words }) => {
  expect(formatRelativeTime(iso, now)).toMatch(words);
});
