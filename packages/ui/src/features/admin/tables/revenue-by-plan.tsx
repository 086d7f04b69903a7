import { t } from '@parley/core';
import type { FiguresResponse } from '@parley/core';
import { formatMoney } from '../../../kit/text/format/format-money.ts';
import { countWords } from '../figure-words.ts';
import { Section } from '../section.tsx';
import { FigureTable } from './figure-table.tsx';

/** What the active subscriptions of each plan pay a month. */
export function RevenueByPlan({ plans }: { plans: NonNullable<FiguresResponse['revenueByPlan']> }) {
  return (
    <Section title={t`Monthly revenue by plan`}>
      {plans.length === 0 ? (
        <p className="text-muted">{t`No paid subscriptions yet.`}</p>
      ) : (
        <FigureTable
          columns={[t`Plan`, t`Users`, t`Revenue`]}
          rows={plans.map(({ plan, currency, amount, count }) => ({
            id: `${plan} ${currency}`,
            name: plan,
            counts: [countWords(count), formatMoney(amount, currency)],
          }))}
        />
      )}
    </Section>
  );
}
