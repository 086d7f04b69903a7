import { t } from '@parley/core';
import type { FiguresResponse } from '@parley/core';
import { StatusPill } from '../../../kit/controls/status-pill.tsx';
import { Section } from '../section.tsx';
import { ShareTable } from './share-table.tsx';

/** Counts subscriptions by their Stripe status. */
export function Subscriptions({ subscriptions }: Pick<FiguresResponse, 'subscriptions'>) {
  return (
    <Section title={t`Subscriptions by status`}>
      {subscriptions.length === 0 ? (
        <p className="text-muted">{t`No subscriptions yet.`}</p>
      ) : (
        <ShareTable
          columns={[t`Status`, t`Users`]}
          tone="line"
          shares={subscriptions.map(({ status, count }) => ({
            id: status,
            name: <StatusPill status={status} />,
            count,
          }))}
        />
      )}
    </Section>
  );
}
