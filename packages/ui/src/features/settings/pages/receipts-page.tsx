import { t } from '@parley/core';
import type { SubscriptionResponse } from '@parley/core';
import { useEffect } from 'react';
import { LoadProblem } from '../../../kit/notices/load-problem.tsx';
import { Skeleton } from '../../../kit/notices/skeleton.tsx';
import { focusOnMount } from '../../../kit/overlays/focus-on-mount.ts';
import { formatMoney } from '../../../kit/text/format/format-money.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { useBilling } from '../../../stores/billing/use-billing.ts';

type Receipt = SubscriptionResponse['receipts'][number];

const STATUSES: Record<Receipt['status'], string> = {
  paid: t`Paid`,
  open: t`Not paid yet`,
  uncollectible: t`Not paid`,
};

/** The user's invoices, each with a link to Stripe's page of it. */
export function ReceiptsPage() {
  const payments = useBilling((billing) => billing.payments);
  const problem = useBilling((billing) => billing.paymentsProblem);
  const load = useBilling((billing) => billing.loadPayments);
  useEffect(() => void load(), [load]);
  return (
    <div className="mt-4">
      <p ref={focusOnMount} tabIndex={-1} className="text-muted outline-none">
        {payments?.receipts.length === 0 ? t`You have no receipts yet.` : t`Your latest payments, newest first.`}
      </p>
      {payments === null && problem === null && (
        <div role="status" aria-label={t`Loading your receipts`} className="min-h-32">
          <Skeleton lines={4} className="mt-6" />
        </div>
      )}
      {payments !== null && payments.receipts.length > 0 && (
        <ul className="mt-3 border-y border-hairline">
          {payments.receipts.map((receipt) => (
            <ReceiptRow key={receipt.id} receipt={receipt} />
          ))}
        </ul>
      )}
      {problem !== null && <LoadProblem onRetry={() => void load()}>{problem}</LoadProblem>}
    </div>
  );
}

function ReceiptRow({ receipt: { at, amount, currency, status, url } }: { receipt: Receipt }) {
  const date = formatDate(at);
  return (
    <li className="flex min-h-13 items-center gap-4 border-hairline py-2 not-first:border-t">
      <p className="min-w-0 flex-1">
        {date}
        <span className={`block text-sm ${status === 'paid' ? 'text-muted' : 'text-danger'}`}>{STATUSES[status]}</span>
      </p>
      <p className="tabular-nums">{formatMoney(amount, currency)}</p>
      {url !== null && (
        <a
          href={url}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={
            status === 'paid' ? t`Receipt of ${date} (opens in a new tab)` : t`Invoice of ${date} (opens in a new tab)`
          }
          className="inline-flex min-h-8 items-center rounded-xs font-medium text-accent-text underline-offset-3 hover:underline max-md:min-h-11"
        >
          {status === 'paid' ? t`Receipt` : t`Pay`}
        </a>
      )}
    </li>
  );
}
