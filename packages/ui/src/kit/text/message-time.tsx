import { t } from '@parley/core';
import { useToday } from '../hooks/use-today.ts';
import { formatDate } from './format/format-date.ts';
import { formatTime } from './format/format-relative-time.ts';

interface MessageTimeProps {
  /** ISO 8601. */
  timestamp: string;
  className?: string;
}

/** When a message was written: its time, and its day unless that is today. */
export function MessageTime({ timestamp, className = '' }: MessageTimeProps) {
  const today = useToday();
  const moment = new Date(timestamp);
  if (Number.isNaN(moment.getTime())) return null;
  const time = formatTime(moment);
  const isToday = moment.toDateString() === today.toDateString();
  return (
    <time
      dateTime={timestamp}
      data-tooltip={t`${formatDate(timestamp)} at ${time}`}
      className={`text-xs whitespace-nowrap text-subtle tabular-nums ${className}`}
    >
      {isToday ? time : t`${formatDate(timestamp, { month: 'short', today })}, ${time}`}
    </time>
  );
}
