import { PLANS, type User } from '@parley/core';
import { useEffect } from 'react';
import { Badge } from '../../kit/controls/badge.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { standingWords } from '../../kit/plans/standing-words.ts';
import { formatMoney } from '../../kit/text/format-money.ts';
import { useBilling } from '../../stores/billing/use-billing.ts';
import { useClient } from '../../stores/client.ts';
import { ManageButton } from './manage-button.tsx';

interface OwnPlanProps {
  user: User;
  onClose: () => void;
}

/** Replaces the plans for a subscriber: the own plan, its next date, and what another plan would cost. */
export function OwnPlan({ user, onClose }: OwnPlanProps) {
  const { settings } = useClient().platform;
  const payments = useBilling((billing) => billing.payments);
  const loadPayments = useBilling((billing) => billing.loadPayments);
  useEffect(() => void loadPayments(), [loadPayments]);
  const { note, date } = standingWords(user, settings);
  const own = payments?.plan ?? null;
  const { next = null } = payments ?? {};
  return (
    <div className="grid gap-3 rounded-lg bg-raised p-6 inset-shadow-edge">
      <h2 className="text-[1.0625rem]/6 font-strong">You have Premium</h2>
      <p className="text-muted">You have unlimited messages in every mode.</p>
      <p>
        {date.label}: <span className="tabular-nums">{date.value}</span>
        {next && ` (${formatMoney(next.amount, next.currency)})`}
      </p>
      {note && <p className="text-muted">{note}</p>}
      <ul aria-label="Plans" className="mb-3 border-t border-hairline">
        {PLANS.map(({ id, label, dollars, per, note: reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2.5 border-b border-hairline py-3">
            <span className="font-medium">{label}</span>
            {id === own && <Badge>YOUR PLAN</Badge>}
            {id !== own && own !== null && <span className="text-sm text-muted">{reason}</span>}
            <span className="ml-auto tabular-nums">
              ${dollars} per {per}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-subtle">You can switch plans, change your card or cancel on Stripe’s secure page.</p>
      <Button size="lg" className="w-full" onClick={onClose}>
        Go to chat
      </Button>
      <ManageButton />
    </div>
  );
}
