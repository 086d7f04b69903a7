import { t } from '@parley/core';
import type { BrandBanner } from '@parley/core';
import { LOCALE } from './locale.ts';

/** The time of what a banner announces, in the reader's time zone; empty without one. */
export function bannerTime({ from, until }: BrandBanner, timeZone?: string): string {
  const format = new Intl.DateTimeFormat(LOCALE, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  });
  if (from !== undefined && until !== undefined) return format.formatRange(new Date(from), new Date(until));
  if (from !== undefined) return t`From ${format.format(new Date(from))}`;
  return until === undefined ? '' : t`Until ${format.format(new Date(until))}`;
}
