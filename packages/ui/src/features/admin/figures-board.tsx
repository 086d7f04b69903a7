import { plural, t } from '@parley/core';
import type { FiguresResponse } from '@parley/core';
import { DailyFigure } from './days/daily-figure.tsx';
import { Failures } from './tables/failures.tsx';
import { Costs } from './costs/costs.tsx';
import { countWords } from './figure-words.ts';
import { FeedbackSection } from './feedback-section.tsx';
import { KeyFigures } from './key-figures.tsx';
import { Section } from './section.tsx';
import { Skeleton } from '../../kit/notices/skeleton.tsx';
import { ReportedReplies } from './reported-replies.tsx';
import type { SummedSeries } from './series.ts';
import { Moderation } from './moderation.tsx';
import { SharedPages } from './shared-pages.tsx';
import { useClient } from '../../stores/client.ts';
import { RevenueByPlan } from './tables/revenue-by-plan.tsx';
import { Subscriptions } from './tables/subscriptions.tsx';

const MESSAGES: readonly SummedSeries[] = [
  {
    key: 'messages',
    label: t`Messages`,
    words: (count) => plural(count)`${countWords(count)} message|${countWords(count)} messages`,
    tone: 'line',
  },
];
const REPLIES: readonly SummedSeries[] = [
  {
    key: 'replies',
    label: t`Finished`,
    words: (count) => plural(count)`${countWords(count)} finished|${countWords(count)} finished`,
    tone: 'line',
  },
  {
    key: 'failures',
    label: t`Failed`,
    words: (count) => plural(count)`${countWords(count)} failed|${countWords(count)} failed`,
    tone: 'danger',
  },
];
const USERS: readonly SummedSeries[] = [
  {
    key: 'newUsers',
    label: t`New users`,
    words: (count) => plural(count)`${countWords(count)} new user|${countWords(count)} new users`,
    tone: 'line',
  },
];

/** Every section of the figures. */
export function FiguresBoard({ figures, takesPayments }: { figures: FiguresResponse; takesPayments: boolean }) {
  const { makesShareLinks } = useClient().platform.settings;
  const {
    days,
    failures,
    shares,
    subscriptions,
    duplicateSubscriptions,
    costs,
    monthlyRevenue,
    revenueByPlan,
    moderation,
  } = figures;
  return (
    <>
      <KeyFigures figures={figures} takesPayments={takesPayments} />
      {duplicateSubscriptions > 0 && (
        <p className="mt-6 rounded-lg bg-warning-soft px-4 py-3">
          {plural(
            duplicateSubscriptions,
          )`${countWords(duplicateSubscriptions)} user has more than one active subscription and may be owed a refund. Look for them in Stripe’s dashboard.|${countWords(duplicateSubscriptions)} users have more than one active subscription and may be owed a refund. Look for them in Stripe’s dashboard.`}
        </p>
      )}
      <div className="mt-10 mb-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
        <DailyFigure
          title={t`Messages`}
          name={t`Messages per day`}
          tableName={t`: messages per day`}
          days={days}
          series={MESSAGES}
          empty={t`No messages in this period.`}
        />
        <DailyFigure
          title={t`Replies`}
          name={t`Replies per day`}
          tableName={t`: replies per day`}
          days={days}
          series={REPLIES}
          empty={t`No replies in this period.`}
        />
        <Failures failures={failures} />
        <DailyFigure
          title={t`New users`}
          name={t`New users per day`}
          tableName={t`: new users per day`}
          days={days}
          series={USERS}
          empty={t`No new users in this period.`}
        />
        <FeedbackSection />
        <ReportedReplies />
        {moderation && <Moderation moderation={moderation} />}
        {makesShareLinks && <SharedPages count={shares} />}
        {takesPayments && <Subscriptions subscriptions={subscriptions} />}
        {revenueByPlan && <RevenueByPlan plans={revenueByPlan} />}
      </div>
      {costs !== undefined && (
        <div className="mb-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
          {costs === null ? (
            <Section title={t`Cost`}>
              <Skeleton lines={4} />
            </Section>
          ) : (
            <Costs costs={costs} revenue={monthlyRevenue} takesPayments={takesPayments} />
          )}
        </div>
      )}
      <p className="text-sm text-subtle">{t`Days start at midnight UTC, and today is still in progress. Updates every 30 seconds.`}</p>
    </>
  );
}
