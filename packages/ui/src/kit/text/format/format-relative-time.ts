import { t } from '@parley/core';
import { formatDate, formatMoment } from './format-date.ts';
import { LOCALE } from './locale.ts';

const DAYS_WITH_A_NAME = 6;

/**
 * Formats a time near now, such as 'at 21:40', 'tomorrow at 9:40', 'yesterday at 9:40', 'on Friday at 9:40'. A time
 * further away, past or future, becomes a date: 'on November 3'.
 */
export function formatRelativeTime(iso: string, now: Date): string {
  const moment = new Date(iso);
  const days = daysBetween(now, moment);
  if (Math.abs(days) > DAYS_WITH_A_NAME) return t`on ${formatDate(iso, { today: now })}`;
  const time = formatTime(moment);
  if (days === 0) return t`at ${time}`;
  if (days === 1) return t`tomorrow at ${time}`;
  if (days === -1) return t`yesterday at ${time}`;
  return t`on ${formatMoment(moment, LOCALE, { weekday: 'long' })} at ${time}`;
}

/** Formats a time of day as the reader writes it, or in another language as that does: 21:40, 9:40 PM. */
export function formatTime(moment: Date): string {
  return formatMoment(moment, LOCALE === 'en-US' ? [] : LOCALE, { hour: 'numeric', minute: '2-digit' });
}

/** Calendar days between two times; a day with a clock change counts as one. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(to) - midnight(from)) / 86_400_000);
}
