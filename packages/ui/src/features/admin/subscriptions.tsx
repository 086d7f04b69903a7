import type { FiguresResponse } from '@parley/core';
import { Section } from './section.tsx';
import { ShareTable } from './share-table.tsx';

const STATUSES = new Map([
  ['active', { label: 'Active', dot: 'bg-success' }],
  ['trialing', { label: 'Trial', dot: 'bg-info' }],
  ['past_due', { label: 'Past Due', dot: 'bg-warning' }],
  ['canceled', { label: 'Canceled', dot: 'bg-danger' }],
  ['unpaid', { label: 'Unpaid', dot: 'bg-control' }],
  ['incomplete', { label: 'Incomplete', dot: 'bg-control' }],
  ['incomplete_expired', { label: 'Expired', dot: 'bg-control' }],
]);

/** How the subscriptions at Stripe stand. */
export function Subscriptions({ subscriptions }: Pick<FiguresResponse, 'subscriptions'>) {
  return (
    <Section title="Subscriptions by status">
      {subscriptions.length === 0 ? (
        <p className="text-muted">Nobody has subscribed yet.</p>
      ) : (
        <ShareTable
          columns={['Status', 'Users']}
          tone="line"
          shares={subscriptions.map(({ status, count }) => ({ id: status, name: <Status status={status} />, count }))}
        />
      )}
    </Section>
  );
}

function Status({ status }: { status: string }) {
  const { label, dot } = STATUSES.get(status) ?? { label: status, dot: 'bg-control' };
  return (
    <span className="inline-flex items-center gap-2">
      <span className={`size-1.5 rounded-full ${dot}`} />
      {label}
    </span>
  );
}
