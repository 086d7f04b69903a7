import { t } from '@parley/core';
import type { Usage } from '@parley/core';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { formatRelativeTime } from '../../../kit/text/format/format-relative-time.ts';

/** Number of tally strokes. Any other limit is shown only as a number. */
const STROKES = 10;

interface UsageCounterProps {
  usage: Usage;
  windowHours: number;
}

export function UsageCounter({ usage, windowHours }: UsageCounterProps) {
  const { messagesUsed, messagesLimit, periodEnd, isLimitReached } = usage;
  const today = useToday();
  const used = isLimitReached ? 'bg-danger' : 'bg-line';
  return (
    <span
      className={`flex max-w-full flex-row-reverse flex-wrap items-center justify-between gap-x-2.5 tabular-nums ${isLimitReached ? '@max-[39rem]:w-full' : 'shrink-0'}`}
    >
      <span
        className={`inline-flex items-center gap-2 max-md:gap-1.5 max-md:tracking-[-0.01em] ${isLimitReached ? 'font-medium text-danger' : 'text-muted'}`}
      >
        {messagesLimit === STROKES && (
          <span className="inline-flex gap-0.5 max-[379.98px]:hidden" aria-hidden="true">
            {Array.from({ length: STROKES }, (_, stroke) => (
              <i key={stroke} className={`h-2.5 w-0.5 rounded-[1px] ${stroke < messagesUsed ? used : 'bg-edge'}`} />
            ))}
          </span>
        )}
        <span>
          <span className="sr-only">{t`Messages used:`} </span>
          {t`${messagesUsed} / ${messagesLimit} (${windowHours}h)`}
        </span>
      </span>
      {isLimitReached && <span>{t`Resets ${formatRelativeTime(periodEnd, today)}`}</span>}
    </span>
  );
}
