import type { FiguresResponse } from '@parley/core';
import { DailyFigure } from './daily-figure.tsx';
import { Failures } from './failures.tsx';
import { countOf } from './figure-words.ts';
import { KeyFigures } from './key-figures.tsx';
import type { Series } from './series.ts';
import { Subscriptions } from './subscriptions.tsx';
import './figures.css';

const MESSAGES: readonly Series[] = [{ key: 'messages', label: 'Messages', tone: 'line' }];
const REPLIES: readonly Series[] = [
  { key: 'replies', label: 'Finished', tone: 'line' },
  { key: 'failures', label: 'Failed', tone: 'danger' },
];
const USERS: readonly Series[] = [{ key: 'newUsers', label: 'New users', tone: 'line' }];

/** Every section of the figures. */
export function FiguresBoard({ figures, takesPayments }: { figures: FiguresResponse; takesPayments: boolean }) {
  const { days, failures, subscriptions, duplicateSubscriptions } = figures;
  return (
    <>
      <KeyFigures figures={figures} takesPayments={takesPayments} />
      {duplicateSubscriptions > 0 && (
        <p className="mt-6 rounded-lg bg-warning-soft px-4 py-3">
          {countOf(duplicateSubscriptions, 'user has', 'users have')} more than one live subscription, and may want
          money back. Stripe’s dashboard shows them.
        </p>
      )}
      <div className="figures">
        <DailyFigure title="Messages" days={days} series={MESSAGES} empty="Nobody wrote in these days." />
        <DailyFigure title="Replies" days={days} series={REPLIES} empty="No reply ended in these days." />
        <Failures failures={failures} />
        <DailyFigure title="New users" days={days} series={USERS} empty="Nobody opened an account in these days." />
        {takesPayments && <Subscriptions subscriptions={subscriptions} />}
      </div>
      <p className="text-sm text-subtle">
        Days begin at midnight UTC; the last one is still running. Read anew every 30 seconds.
      </p>
    </>
  );
}
