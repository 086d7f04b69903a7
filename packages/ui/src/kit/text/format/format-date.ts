import { LOCALE } from './locale.ts';

interface DateFormat {
  /** `long` by default: November 22. `short`, in lists and charts: Nov 22. */
  month?: 'long' | 'short';
  /** Omits the year of this day. */
  today?: Date;
  /** The reader's own by default. */
  timeZone?: 'UTC';
}

/** Formats a day, the same way everywhere: `November 22, 2027`, `Nov 22`. */
export function formatDate(iso: string, { month = 'long', today, timeZone }: DateFormat = {}): string {
  const moment = new Date(iso);
  const isThisYear = today?.getFullYear() === moment.getFullYear();
  return formatMoment(moment, LOCALE, {
    month,
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    ...(timeZone && { timeZone }),
  });
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats like `toLocaleString` with kept formatters: creating one for each message was a tenth of the work to open a
 * conversation. A formatter keeps its time zone, so a device that travels gets new ones.
 */
export function formatMoment(moment: Date, locale: string | string[], options: Intl.DateTimeFormatOptions): string {
  if (Number.isNaN(moment.getTime())) return String(moment);
  const key = JSON.stringify([new Date().getTimezoneOffset(), locale, options]);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, formatter);
  return formatter.format(moment);
}
