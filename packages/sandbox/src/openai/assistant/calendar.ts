const DAY_MS = 86_400_000;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** A calendar day, counted from 1 January 1970, independent of time zones. */
export type Day = number;

export function today(now: number, timeZone: string): Day {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  const { year, month, day } = Object.fromEntries(
    parts.formatToParts(now).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(year ?? NaN, (month ?? NaN) - 1, day) / DAY_MS;
}

/**
 * Reads `2026-12-25`, `25 December 2026`, `December 25th, 2026`, `today`, `tomorrow`, `yesterday`. A date without a
 * year is in the current year.
 */
export function parseDay(text: string, current: Day): Day | null {
  const asked = text
    .trim()
    .toLowerCase()
    .replace(/^(?:on |the )+/, '')
    .replace(/[\s?.!]+$/, '');
  const named = { today: 0, tomorrow: 1, yesterday: -1 }[asked];
  if (typeof named === 'number') return current + named;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(asked);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const year = new Date(current * DAY_MS).getUTCFullYear();
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([a-z]{3,9})\.?,?(?: (\d{4}))?$/.exec(asked);
  if (dayFirst) return dayOf(Number(dayFirst[3] ?? year), monthNamed(dayFirst[2] ?? ''), Number(dayFirst[1]));
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$/.exec(asked);
  if (monthFirst) return dayOf(Number(monthFirst[3] ?? year), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2]));
  return null;
}

/** Adds months, clamped to the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day * DAY_MS);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return first.getTime() / DAY_MS + Math.min(date.getUTCDate(), length) - 1;
}

/** `Friday, December 25, 2026` */
export function formatDay(day: Day): string {
  return format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

export function weekday(day: Day): string {
  return format(day, { weekday: 'long' });
}

function format(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(day * DAY_MS);
}

/** 1 to 12, or 0 if the word is not a month. */
function monthNamed(name: string): number {
  return (
    MONTHS.findIndex(
      (month) => month === name || month.slice(0, 3) === name || (month.startsWith(name) && name.length > 3),
    ) + 1
  );
}

/** Null for an invalid day, such as 31 February. */
function dayOf(year: number, month: number, day: number): Day | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / DAY_MS : null;
}
