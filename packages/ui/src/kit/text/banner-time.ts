import type { BrandBanner } from '@parley/core';

/** The time of what a banner announces, in the reader's time zone; empty without one. */
export function bannerTime({ from, until }: BrandBanner, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone }),
  });
  if (from !== undefined && until !== undefined) return format.formatRange(new Date(from), new Date(until));
  if (from !== undefined) return `From ${format.format(new Date(from))}`;
  return until === undefined ? '' : `Until ${format.format(new Date(until))}`;
}
