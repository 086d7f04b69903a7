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
  return moment.toLocaleDateString(LOCALE, {
    month,
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
    ...(timeZone && { timeZone }),
  });
}
