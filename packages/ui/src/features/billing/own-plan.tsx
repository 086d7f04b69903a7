import { t } from '@parley/core';
import type { User } from '@parley/core';
import { useEffect } from 'react';
import { Badge } from '../../kit/controls/badge.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { standingWords } from '../../kit/plans/standing-words.ts';
import { PRODUCT_PLANS, shownPlans } from '../../kit/plans/shown-plans.ts';
import { formatMoney } from '../../kit/text/format/format-money.ts';
import { rich } from '../../kit/text/rich.tsx';
import { useBilling } from '../../stores/billing/use-billing.ts';
import { usePayments } from '../../stores/billing/use-payments.ts';
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
  const offer = useBilling((billing) => billing.offer);
  const load = useBilling((billing) => billing.load);
  const { sellsOwnPlans } = settings;
  usePayments(user);
  useEffect(() => {
    if (sellsOwnPlans) void load();
  }, [sellsOwnPlans, load]);
  const own = payments?.plan ?? null;
  const { next = null, planName } = payments ?? {};
  const { note, date, charge } = standingWords(user, settings, next);
  const sold = offer.status === 'ready' ? shownPlans(offer.config, false) : [];
  const plans = sellsOwnPlans ? sold : PRODUCT_PLANS;
  const details = plans.find(({ id }) => id === own)?.details ?? [];
  const shownDate = <span className="tabular-nums">{date.value}</span>;
  return (
    <div className="grid gap-3 rounded-lg bg-raised p-6 inset-shadow-edge">
      <h2 className="text-[1.0625rem]/6 font-strong">{t`You have Premium`}</h2>
      {sellsOwnPlans ? (
        <p className="text-muted wrap-anywhere">
          {[...(planName === undefined ? [] : [t`Your plan is ${planName}.`]), ...details].join(' ')}
        </p>
      ) : (
        <p className="text-muted">{t`You have unlimited messages in every mode.`}</p>
      )}
      <p>
        {charge
          ? rich`${date.label}: ${shownDate} (${formatMoney(charge.amount, charge.currency)})`
          : rich`${date.label}: ${shownDate}`}
      </p>
      {note && <p className="text-muted">{note}</p>}
      <ul aria-label={t`Plans`} className="mb-3 border-t border-hairline">
        {plans.map(({ id, label, price, note: reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-2.5 border-b border-hairline py-3">
            <span className="font-medium">{label}</span>
            {id === own && <Badge>{t`YOUR PLAN`}</Badge>}
            {id !== own && own !== null && <span className="text-sm text-muted">{reason}</span>}
            {price && <span className="ms-auto tabular-nums">{t`${price.amount} ${price.per}`}</span>}
          </li>
        ))}
      </ul>
      <p className="text-sm text-subtle">{t`You can switch plans, change your card or cancel on Stripe’s secure page.`}</p>
      <Button size="lg" className="w-full" onClick={onClose}>{t`Go to chat`}</Button>
      <ManageButton />
    </div>
  );
}
