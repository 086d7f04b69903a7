import { t } from '@parley/core';
import { useState, type ReactNode } from 'react';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { countWords, dayWords } from '../figure-words.ts';
import { Section } from '../section.tsx';
import { TONES, type DailyKey, type Day, type Series } from '../series.ts';

interface DailyFigureProps<Key extends DailyKey> {
  title: string;
  days: Day<Key>[];
  series: readonly Series<Key>[];
  /** Shown in place of the chart when there is no data. */
  empty: string;
  /** Follows the table. */
  children?: ReactNode;
}

/** Daily counts: the totals or the selected day, the chart, and the same data as a table. */
export function DailyFigure<Key extends DailyKey>({ title, days, series, empty, children }: DailyFigureProps<Key>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = days.find(({ date }) => date === chosen);
  const sums = series.map((each) => ({
    ...each,
    count: (day ? [day] : days).reduce((sum, { [each.key]: count }) => sum + count, 0),
  }));
  const isEmpty = !days.some((each) => series.some(({ key }) => each[key] > 0));
  const words = sums.map(({ label, count }) => `${countWords(count)} ${nounOf(label, count)}`).join(', ');
  return (
    <Section title={title}>
      {isEmpty ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <>
          <p className="mb-3 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
            {sums.map(({ key, label, tone, count }) => (
              <span key={key} className="inline-flex items-center gap-1.5">
                <span className={`size-2 rounded-[2px] ${TONES[tone].swatch}`} />
                <span className="font-medium text-ink">{countWords(count)}</span> {nounOf(label, count)}
              </span>
            ))}
            <span className="text-subtle">{day ? `on ${dayWords(day.date)}` : `in ${days.length} days`}</span>
          </p>
          <DayChart
            label={t`${title} per day, ${words} in ${days.length} days. The table below has the same data.`}
            days={days}
            series={series}
            chosen={chosen}
            onChoose={setChosen}
          />
          <DayTable
            title={title}
            columns={series.map(({ label }) => label)}
            days={days.map((each) => ({ date: each.date, counts: series.map(({ key }) => countWords(each[key])) }))}
          />
          {children}
        </>
      )}
    </Section>
  );
}

/** The label of a series after its count, such as '1 message'. */
function nounOf(label: string, count: number): string {
  const noun = label.toLowerCase();
  return count === 1 && noun.endsWith('s') ? noun.slice(0, -1) : noun;
}
