import { isCounted, t } from '@parley/core';
import type { PremiumConfigResponse } from '@parley/core';
import { useBilling } from '../../stores/billing/use-billing.ts';
import { useClient, useSession } from '../../stores/client.ts';
import { Badge } from '../../kit/controls/badge.tsx';
import { freeMessages } from '../../kit/plans/free-messages.ts';
import { formatPrice } from '../../kit/text/format/format-money.ts';

const NONE: NonNullable<PremiumConfigResponse['free']> = [];

/** The row above the plans on sale, for comparison. */
export function FreePlan() {
  const { settings } = useClient().platform;
  const isOwn = useSession((session) => session.user !== null && isCounted(session.user));
  const currency = useBilling(({ offer }) =>
    offer.status === 'ready' ? offer.config.plans?.find(({ price }) => price)?.price?.currency : undefined,
  );
  const limits = useBilling(({ offer }) => (offer.status === 'ready' ? (offer.config.free ?? NONE) : NONE));
  return (
    <div className="mb-3 flex items-center gap-4 rounded-lg bg-sunken px-5 py-4 max-md:px-4">
      <p className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2.5 text-[1.0625rem]/6 font-strong">
          {t`Free`}
          {isOwn && <Badge>{t`YOUR PLAN`}</Badge>}
        </span>
        <span className="text-muted">
          {freeMessages(settings)}
          {limits.map(({ name, limit }) => (
            <span key={name} className="block text-sm">
              {limit === 0 ? t`Without ${name}` : t`${name}: up to ${limit} of them`}
            </span>
          ))}
        </span>
      </p>
      <p className="text-2xl font-strong tracking-display tabular-nums">{formatPrice(0, currency ?? 'usd')}</p>
    </div>
  );
}
