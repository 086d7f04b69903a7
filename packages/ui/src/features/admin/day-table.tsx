import type { FiguresDay } from '@parley/core';
import { ChevronRight } from 'lucide-react';
import { Icon } from '../../kit/icons/icon.tsx';
import { countWords, dayWords } from './figure-words.ts';
import type { Series } from './series.ts';

interface DayTableProps {
  title: string;
  days: FiguresDay[];
  series: readonly Series[];
}

/** The chart's data as a table, newest day first; collapsed by default. */
export function DayTable({ title, days, series }: DayTableProps) {
  return (
    <details className="day-table mt-2">
      <summary className="-ml-1.5 inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-sm pr-2 pl-1 text-sm text-muted transition-colors hover:bg-hover hover:text-ink max-md:h-10">
        <Icon icon={ChevronRight} size="xs" className="transition-[rotate]" />
        <span>
          View as table<span className="sr-only">: {title.toLowerCase()} per day</span>
        </span>
      </summary>
      <div role="region" aria-label={`${title} per day`} tabIndex={0} className="day-table__scroll scrollbar-quiet">
        <table className="figure-table">
          <thead>
            <tr>
              <th scope="col">Day</th>
              {series.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.date}>
                <th scope="row">
                  <time dateTime={day.date}>{dayWords(day.date)}</time>
                </th>
                {series.map(({ key }) => (
                  <td key={key}>{countWords(day[key])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
