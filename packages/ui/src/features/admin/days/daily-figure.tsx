import { plural, t } from '@parley/core';
import { useState, type ReactNode } from 'react';
import { Counted } from './counted.tsx';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { countWords, dayWords } from '../figure-words.ts';
import { Section } from '../section.tsx';
import { LOCALE } from '../../../kit/text/format/locale.ts';
import { TONES, type DailyKey, type Day, type SummedSeries } from '../series.ts';

const LIST = new Intl.ListFormat(LOCALE, { type: 'unit' });

interface DailyFigureProps<Key extends DailyKey> {
  title: string;
  /** `Messages per day`. */
  name: string;
  /** Follows the words View as table: `: messages per day`. */
  tableName: string;
  days: Day<Key>[];
  series: readonly SummedSeries<Key>[];
  /** Shown in place of the chart when there is no data. */
  empty: string;
  /** Follows the table. */
  children?: ReactNode;
}

/** Daily counts: the totals or the selected day, the chart, and the same data as a table. */
export function DailyFigure<Key extends DailyKey>({
  title,
  name,
  tableName,
  days,
  series,
  empty,
  children,
}: DailyFigureProps<Key>) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = days.find(({ date }) => date === chosen);
  const sums = series.map((each) => ({
    ...each,
    count: (day ? [day] : days).reduce((sum, { [each.key]: count }) => sum + count, 0),
  }));
  const isEmpty = !days.some((each) => series.some(({ key }) => each[key] > 0));
  const all = LIST.format(sums.map(({ words, count }) => words(count)));
  return (
    <Section title={title}>
      {isEmpty ? (
        <p className="text-muted">{empty}</p>
      ) : (
        <>
          <p className="mb-3 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
            {sums.map(({ key, words, tone, count }) => (
              <span key={key} className="inline-flex items-center gap-1.5">
                <span className={`size-2 rounded-[2px] ${TONES[tone].swatch}`} />
                <span>
                  <Counted words={words(count)} number={countWords(count)} />
                </span>
              </span>
            ))}
            <span className="text-subtle">
              {day ? t`on ${dayWords(day.date)}` : plural(days.length)`in ${days.length} day|in ${days.length} days`}
            </span>
          </p>
          <DayChart
            label={plural(
              days.length,
            )`${name}, ${all} in ${days.length} day. The table below has the same data.|${name}, ${all} in ${days.length} days. The table below has the same data.`}
            days={days}
            series={series}
            chosen={chosen}
            onChoose={setChosen}
          />
          <DayTable
            name={name}
            tableName={tableName}
            columns={series.map(({ label }) => label)}
            days={days.map((each) => ({ date: each.date, counts: series.map(({ key }) => countWords(each[key])) }))}
          />
          {children}
        </>
      )}
    </Section>
  );
}
