const DAY_MS = 24 * 3600 * 1000;

/** What is no format letter: words in quotes, and the character whose width `_` leaves blank or that `*` repeats. */
export const LITERAL = /"[^"]*(?:"|$)|[\\_*]./g;

/** Whether a number format shows a date or time: one of Excel's own, or a code with their letters. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined)
    return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  // Neither are the words in brackets, such as a currency or a color.
  return /[ymdhs]/i.test(code.replaceAll(LITERAL, '').replaceAll(/\[[^\]]*(?:\]|$)/g, ''));
}

/** A date as Excel counts it, in days, as `2026-11-22`, with its time if it has one; null if it is out of range. */
export function serialDate(serial: number, startsIn1904: boolean): string | null {
  const days = startsIn1904 ? serial + 1462 : serial;
  if (!(days >= 0 && days < 2_958_466)) return null;
  // Excel has a February 29, 1900, that never was.
  const date = new Date(
    Date.UTC(1899, 11, days < 60 ? 31 : 30) + Math.round((days * DAY_MS) / 1000) * 1000,
  ).toISOString();
  const [day, time] = [date.slice(0, 10), date.slice(11, 19)];
  if (days < 1) return time;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
