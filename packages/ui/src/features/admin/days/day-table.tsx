import { t } from '@parley/core';
import { DisclosureIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { dayWords } from '../figure-words.ts';
import { FigureTable } from '../tables/figure-table.tsx';

interface DayTableProps {
  /** `Messages per day`. */
  name: string;
  /** Follows the words View as table: `: messages per day`. */
  tableName: string;
  columns: string[];
  days: { date: string; counts: string[] }[];
}

/** The chart's data as a table, newest day first; collapsed by default. */
export function DayTable({ name, tableName, columns, days }: DayTableProps) {
  return (
    <details className="group/table mt-2">
      <summary className="-ms-1.5 inline-flex h-8 cursor-pointer list-none items-center gap-1.5 rounded-sm pe-2 ps-1 text-sm text-muted transition-colors hover:bg-hover hover:text-ink max-md:h-10">
        <span className="mirrored">
          <Icon icon={DisclosureIcon} size="xs" className="-rotate-90 transition-[rotate] group-open/table:rotate-0" />
        </span>
        <span>
          {t`View as table`}
          <span className="sr-only">{tableName}</span>
        </span>
      </summary>
      <div
        role="region"
        aria-label={name}
        tabIndex={0}
        className="mt-1 max-h-72 overflow-y-auto border-y border-hairline scrollbar-quiet"
      >
        <FigureTable
          isInBox
          columns={[t`Day`, ...columns]}
          rows={days.toReversed().map(({ date, counts }) => ({
            id: date,
            name: (
              <time dateTime={date} className="whitespace-nowrap">
                {dayWords(date)}
              </time>
            ),
            counts,
          }))}
        />
      </div>
    </details>
  );
}
