/// <reference lib="esnext.temporal" />

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/**
 * Reads `2026-12-25`, `25 December 2026`, `December 25th, 2026`, `today`, `tomorrow`, `yesterday`. A date without a
 * year is in the current year. Null for everything else, also for an impossible day such as February 31.
 */
export function parseDay(text: string, current: Temporal.PlainDate): Temporal.PlainDate | null {
  const asked = text
    .trim()
    .toLowerCase()
    .replace(/^(?:on |the )+/, '')
    .replace(/[\s?.!]+$/, '');
  const days = { today: 0, tomorrow: 1, yesterday: -1 }[asked];
  if (typeof days === 'number') return current.add({ days });
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(asked);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const { year } = current;
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?([a-z]{3,9})\.?,?(?: (\d{4}))?$/.exec(asked);
  if (dayFirst) return dayOf(Number(dayFirst[3] ?? year), monthNamed(dayFirst[2] ?? ''), Number(dayFirst[1]));
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$/.exec(asked);
  if (monthFirst) return dayOf(Number(monthFirst[3] ?? year), monthNamed(monthFirst[1] ?? ''), Number(monthFirst[2]));
  return null;
}

/** 1 to 12, or 0 if the word is not a month. */
function monthNamed(name: string): number {
  return (
    MONTHS.findIndex(
      (month) => month === name || month.slice(0, 3) === name || (month.startsWith(name) && name.length > 3),
    ) + 1
  );
}

function dayOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    // Not a day of the calendar.
    return null;
  }
}
