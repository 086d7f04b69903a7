import { expect, test } from 'vitest';
import { bannerTime } from './banner-time.ts';

const from = '2026-12-01T22:00:00Z';
const until = '2026-12-02T02:00:00Z';

test.each([
  [{ from, until }, 'Europe/Berlin', 'Dec 1, 11:00 PM GMT+1 – Dec 2, 3:00 AM GMT+1'],
  [{ from, until }, 'America/New_York', 'Dec 1, 5:00 – 9:00 PM EST'],
  [{ from }, 'UTC', 'From Dec 1, 10:00 PM UTC'],
  [{ until }, 'UTC', 'Until Dec 2, 2:00 AM UTC'],
  [{}, 'UTC', ''],
])('the time of %o in %s is %s', (times, zone, words) => {
  expect(bannerTime({ text: 'Down', ...times }, zone).replaceAll(/[\u2009\u202f]/g, ' ')).toBe(words);
});
