import { plural, t } from '@parley/core';
import type { CostFigures, FiguresResponse } from '@parley/core';
import { useState } from 'react';
import { Counted } from '../days/counted.tsx';
import { DayChart } from '../days/day-chart.tsx';
import { DayTable } from '../days/day-table.tsx';
import { CENT, costWords, dayWords } from '../figure-words.ts';
import { formatPrice, moneyText } from '../../../kit/text/format/format-money.ts';
import { TONES, type Series } from '../series.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';

const COUNTED: Series<'counted' | 'estimated'> = { key: 'counted', label: t`Cost`, tone: 'line' };
const ESTIMATED: Series<'counted' | 'estimated'> = { key: 'estimated', label: t`Estimated`, tone: 'estimate' };
const MONTHS_A_DAY = 12 / 365;
const SHORT = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'usd', notation: 'compact' });

type Costs = Pick<CostFigures, 'microdollars' | 'estimatedMicrodollars'>;

interface CostDaysProps {
  days: CostFigures['days'];
  revenue: FiguresResponse['monthlyRevenue'];
}

/**
 * The cost of each day beside a day's share of the monthly revenue. Costs are in dollars, so only the revenue in dollars
 * compares with them.
 */
export function CostDays({ days, revenue }: CostDaysProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const day = days.find(({ date }) => date === chosen);
  const all = sumOf(days);
  const shown = sumOf(day ? [day] : days);
  const income = dailyIncome(revenue);
  const hasEstimates = all.estimatedMicrodollars > 0;
  const period = plural(days.length)`in ${days.length} day|in ${days.length} days`;
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-4 text-sm text-muted tabular-nums">
        <Key
          swatch={`size-2 rounded-[2px] ${TONES.line.swatch}`}
          amount={costWords(shown.microdollars)}
          words={t`${costWords(shown.microdollars)} cost`}
        />
        {hasEstimates && (
          <Key
            swatch={`size-2 rounded-[2px] ${TONES.estimate.swatch}`}
            amount={costWords(shown.estimatedMicrodollars)}
            words={t`${costWords(shown.estimatedMicrodollars)} of it estimated`}
          />
        )}
        {income !== null && (
          <Key
            swatch="w-3 border-t-2 border-dashed border-ink"
            amount={costWords(income)}
            words={t`${costWords(income)} revenue a day`}
          />
        )}
        <span className="text-subtle">{day ? t`on ${dayWords(day.date)}` : period}</span>
      </p>
      <DayChart
        label={chartWords(all, period, income)}
        days={days.map(({ date, microdollars, estimatedMicrodollars }) => ({
          date,
          counted: (microdollars - estimatedMicrodollars) / CENT,
          estimated: estimatedMicrodollars / CENT,
        }))}
        series={[COUNTED, ESTIMATED]}
        level={income === null ? null : income / CENT}
        words={axisWords}
        chosen={chosen}
        onChoose={setChosen}
      />
      <DayTable
        name={t`Cost per day`}
        tableName={t`: cost per day`}
        columns={[t`Cost`, ...(hasEstimates ? [ESTIMATED.label] : []), ...(income === null ? [] : [t`Revenue`])]}
        days={days.map(({ date, microdollars, estimatedMicrodollars }) => ({
          date,
          counts: [
            microdollars,
            ...(hasEstimates ? [estimatedMicrodollars] : []),
            ...(income === null ? [] : [income]),
          ].map(costWords),
        }))}
      />
      <Explanation revenue={revenue} hasIncome={income !== null} />
    </>
  );
}

function chartWords(all: Costs, period: string, income: number | null): string {
  const cost = costWords(all.microdollars);
  const estimated = costWords(all.estimatedMicrodollars);
  const isEstimated = all.estimatedMicrodollars > 0;
  if (income === null) {
    return isEstimated
      ? t`Cost per day, ${cost}, ${estimated} of it estimated, ${period}. The table below has the same data.`
      : t`Cost per day, ${cost} ${period}. The table below has the same data.`;
  }
  const revenue = costWords(income);
  return isEstimated
    ? t`Cost per day, ${cost}, ${estimated} of it estimated, ${period}, beside a daily revenue of ${revenue}. The table below has the same data.`
    : t`Cost per day, ${cost} ${period}, beside a daily revenue of ${revenue}. The table below has the same data.`;
}

function Key({ swatch, amount, words }: { swatch: string; amount: string; words: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={swatch} />
      <span>
        <Counted words={words} number={amount} />
      </span>
    </span>
  );
}

/** Says what the revenue of a day is, and what it leaves out. */
function Explanation({ revenue, hasIncome }: { revenue: CostDaysProps['revenue']; hasIncome: boolean }) {
  const isMixed = revenue.some(({ currency, amount }) => currency !== 'usd' && amount > 0);
  if (!hasIncome && !isMixed) return null;
  return (
    <p className="mt-2 text-sm text-pretty text-subtle">
      {hasIncome && `${t`Revenue a day is a day’s share of today’s monthly recurring revenue.`} `}
      {isMixed && t`Revenue in other currencies than dollars is left out, because costs are in dollars.`}
    </p>
  );
}

/** A day's share of the monthly revenue in dollars, in microdollars; null without any. */
function dailyIncome(revenue: CostDaysProps['revenue']): number | null {
  const amount = revenue.find(({ currency }) => currency === 'usd')?.amount ?? 0;
  return amount > 0 ? amount * CENT * MONTHS_A_DAY : null;
}

function sumOf(days: CostFigures['days']): Costs {
  const add = (field: 'microdollars' | 'estimatedMicrodollars') => days.reduce((sum, day) => sum + day[field], 0);
  return { microdollars: add('microdollars'), estimatedMicrodollars: add('estimatedMicrodollars') };
}

/** `$0.05`, `$12`, `$1.2K`. */
function axisWords(cents: number): string {
  return cents < 100_000 ? formatPrice(cents, 'usd') : moneyText(SHORT, cents / 100);
}
