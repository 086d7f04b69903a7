import { t } from '@parley/core';
import { formatDate } from '../../../kit/text/format/format-date.ts';

/** Shortest label for a timestamp's day: `Today`, `Yesterday`, `Apr 12`, `Apr 12, 2024`. */
export function dayLabel(timestamp: string, today: Date): string {
  const time = Date.parse(timestamp);
  const midnight = (daysAgo: number) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysAgo).getTime();
  if (time >= midnight(0)) return t`Today`;
  if (time >= midnight(1)) return t`Yesterday`;
  return formatDate(timestamp, { month: 'short', today });
}
