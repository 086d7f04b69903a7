import { PLANS, type PlanId, type ProductSettings, t } from '@parley/core';
import { freeMessages } from '../../../kit/plans/free-messages.ts';
import { formatPrice } from '../../../kit/text/format/format-money.ts';

const NAMES: Record<PlanId, string> = {
  weekly: t`Premium, weekly`,
  monthly: t`Premium, monthly`,
  yearly: t`Premium, yearly`,
};
/** What follows a price. */
const PERIODS = { week: t`/ week`, month: t`/ month`, year: t`/ year` };

/** The free plan, and the paid ones where this server sells them. The pricing page has those of the operator's own. */
export function PriceList({ settings }: { settings: ProductSettings }) {
  const { takesPayments, sellsOwnPlans } = settings;
  return (
    <div>
      <ul>
        <Price
          name={t`Free`}
          note={freeMessages(settings)}
          // Only Stripe knows the currency of the operator's own plans.
          price={sellsOwnPlans ? null : formatPrice(0, 'usd')}
        />
        {takesPayments &&
          !sellsOwnPlans &&
          PLANS.map(({ id, note, dollars, per }) => (
            <Price
              key={id}
              name={NAMES[id]}
              note={`${t`Unlimited messages.`} ${note}`}
              price={formatPrice(dollars * 100, 'usd')}
              per={PERIODS[per]}
            />
          ))}
      </ul>
      {takesPayments && (
        <p className="mt-5 text-note">
          <a href="/pricing" className="font-medium text-accent-text hover:underline hover:underline-offset-3">
            {sellsOwnPlans ? t`See the plans` : t`Compare the plans`}
          </a>
        </p>
      )}
    </div>
  );
}

interface PriceProps {
  name: string;
  note: string;
  price: string | null;
  per?: string;
}

function Price({ name, note, price, per }: PriceProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline py-5">
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="text-[1.0625rem] leading-6 font-strong tracking-[-0.008em]">{name}</h3>
        <p className="mt-1 text-note text-pretty text-muted">{note}</p>
      </div>
      {price !== null && (
        <p className="min-w-0 text-end text-subtle">
          <span className="text-2xl font-strong tracking-title text-ink tabular-nums">{price}</span>
          {per && <span className="text-sm"> {per}</span>}
        </p>
      )}
    </li>
  );
}
