import type { FiguresDay } from '@parley/core';
import { ChevronRight } from 'lucide-react';
import { Icon } from '../../kit/icon.tsx';
import type { Series } from './day-chart.tsx';
import { countWords, dayWords } from './figure-words.ts';

interface DayTableProps {
  title: string;
  days: FiguresDay[];
  series: readonly Series[];
}

/** What a chart shows, in figures: newest day first, folded until it is asked for. */
export function DayTable({ title, days, series }: DayTableProps) {
  return (
    <details className="group mt-2">
      <summary className="-ml-1.5 inline-flex h-8 cursor-pointer list-none items-center gap-1.5 rounded-sm pr-2 pl-1 text-sm text-muted transition-colors hover:bg-hover hover:text-ink max-md:h-10 [&::-webkit-details-marker]:hidden">
        <Icon icon={ChevronRight} size="xs" className="transition-[rotate] group-open:rotate-90" />
        <span>
          As a table<span className="sr-only">: {title.toLowerCase()} per day</span>
        </span>
      </summary>
      <div
        role="region"
        aria-label={`${title} per day`}
        tabIndex={0}
        className="mt-1 max-h-72 overflow-y-auto scrollbar-quiet border-y border-hairline"
      >
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-surface text-sm text-muted">
            <tr>
              <th scope="col" className="py-2 font-medium">
                Day
              </th>
              {series.map(({ key, label }) => (
                <th key={key} scope="col" className="py-2 pl-4 text-right font-medium last:pr-3">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date} className="border-t border-hairline">
                <th scope="row" className="py-2 font-normal">
                  <time dateTime={day.date}>{dayWords(day.date)}</time>
                </th>
                {series.map(({ key }) => (
                  <td key={key} className="py-2 pl-4 text-right last:pr-3">
                    {countWords(day[key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
