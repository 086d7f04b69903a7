import type { Interval } from './objects.ts';

export const DAY_S = 86_400;

/**
 * Returns the first period end later than `after`. All in epoch seconds; keeps the anchor's day of the month where the
 * month has it.
 */
export function nextPeriodEnd(anchor: number, interval: Interval, after: number): number {
  let count = 1;
  while (addIntervals(anchor, interval, count) <= after) count++;
  return addIntervals(anchor, interval, count);
}

function addIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === 'week') return anchor + count * 7 * DAY_S;
  const date = new Date(anchor * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (interval === 'year' ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}
