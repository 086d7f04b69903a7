import { expect, test } from 'vitest';
import { whenResets } from './when-resets.ts';

const now = new Date(2026, 4, 13, 12, 0);
const at = (day: number, hours: number, minutes: number) => new Date(2026, 4, day, hours, minutes).toISOString();

test.each([
  { iso: at(13, 21, 40), words: /^at (21|0?9)[:.]40/ },
  { iso: at(14, 0, 5), words: /^tomorrow at / },
  { iso: at(15, 9, 40), words: /^on Friday at / },
])('$iso is $words', ({ iso, words }) => {
  expect(whenResets(iso, now)).toMatch(words);
});
