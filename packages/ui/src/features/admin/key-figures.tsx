import { plural, t } from '@parley/core';
import type { FiguresResponse } from '@parley/core';
import type { ReactNode } from 'react';
import { countWords, sumWords } from './figure-words.ts';

interface KeyFiguresProps {
  figures: FiguresResponse;
  /** False where the server sells nothing, so there is no revenue to show. */
  takesPayments: boolean;
}

/** The headline figures: users, revenue and current load. */
export function KeyFigures({ figures, takesPayments }: KeyFiguresProps) {
  const { users, days, activeSubscriptions, subscriptions, monthlyRevenue, runningReplies } = figures;
  const newUsers = days.reduce((sum, day) => sum + day.newUsers, 0);
  const trials = subscriptions.find(({ status }) => status === 'trialing')?.count ?? 0;
  const paid = activeSubscriptions - trials;
  return (
    <dl className="flex flex-wrap gap-x-6 border-y border-hairline lg:gap-x-12">
      <KeyFigure label={t`Users`} note={newUsersWords(newUsers, days.length)}>
        {countWords(users)}
      </KeyFigure>
      <KeyFigure label={t`Running replies`} note={t`In progress now`}>
        {runningReplies > 0 && (
          <span className="me-2 inline-block h-5 w-0.5 animate-breathe rounded-[1px] bg-line still:animate-none" />
        )}
        {countWords(runningReplies)}
      </KeyFigure>
      <KeyFigure
        label={t`Active subscriptions`}
        note={
          takesPayments
            ? trials > 0
              ? plural(trials)`${countWords(trials)} on trial|${countWords(trials)} on trial`
              : t`None on trial`
            : t`Payments aren’t set up`
        }
      >
        {takesPayments ? countWords(activeSubscriptions) : '–'}
      </KeyFigure>
      <KeyFigure
        label={t`Monthly recurring revenue`}
        note={
          takesPayments
            ? plural(
                paid,
              )`From ${countWords(paid)} subscription, before discounts|From ${countWords(paid)} subscriptions, before discounts`
            : t`Payments aren’t set up`
        }
      >
        {takesPayments ? sumWords(monthlyRevenue) : '–'}
      </KeyFigure>
    </dl>
  );
}

function newUsersWords(count: number, days: number): string {
  const period = plural(days)`in ${days} day|in ${days} days`;
  return plural(count)`${countWords(count)} new ${period}|${countWords(count)} new ${period}`;
}

/**
 * Two figures a row, or four on wide screens. A figure with a long number takes the whole row, and its number breaks
 * only if it is wider than the row.
 */
const CELL = '-mt-px max-w-full grow basis-[calc(50%-0.75rem)] wrap-break-word lg:basis-[calc(25%-2.25rem)]';

function KeyFigure({ label, note, children }: { label: string; note: string; children: ReactNode }) {
  return (
    <div className={`flex flex-col border-t border-hairline py-5 ${CELL}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-2xl font-strong tracking-title tabular-nums">{children}</dd>
      <dd className="text-sm text-subtle">{note}</dd>
    </div>
  );
}
