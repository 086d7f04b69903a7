import { isCounted, isManaged, isPremium, PLANS, standingOf, type User, t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { StatusPill } from '../../../kit/controls/status-pill.tsx';
import { remedyOf, standingWords } from '../../../kit/plans/standing-words.ts';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { formatMoney, formatPrice } from '../../../kit/text/format/format-money.ts';
import { useBilling } from '../../../stores/billing/use-billing.ts';
import { usePayments } from '../../../stores/billing/use-payments.ts';
import { usePortalProblem } from '../../../stores/billing/use-portal-problem.ts';
import { useClient } from '../../../stores/client.ts';
import { PageLink, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import { ManageLink } from './manage-link.tsx';
import { UsageLimits } from './usage-limits.tsx';
import { Section } from './section.tsx';

const WEEKLY_PRICE = formatPrice(100 * PLANS[0].dollars, 'usd');

interface SubscriptionSectionProps extends PageLinks {
  user: User;
  onUpgrade: () => void;
}

/** The user's subscription: where it stands, what is charged next, and links to change it. */
export function SubscriptionSection({ user, onUpgrade, ...links }: SubscriptionSectionProps) {
  const { settings } = useClient().platform;
  const portalProblem = usePortalProblem();
  const next = useBilling((billing) => billing.payments?.next ?? null);
  const { subscriptionStatus: status } = user;
  const { note, date, charge } = standingWords(user, settings, next);
  const planName = useBilling((billing) => billing.payments?.planName);
  const hasPlan = isPremium(user);
  usePayments(status === null ? null : user);
  return (
    <Section title={t`Subscription`}>
      <Row label={t`Plan`}>{isCounted(user) ? t`Inactive` : (hasPlan && planName) || t`Premium`}</Row>
      {user.premiumUntil !== undefined && (
        <Row label={t`Premium as a gift`}>
          <span className="tabular-nums">{t`Until ${formatDate(user.premiumUntil)}`}</span>
        </Row>
      )}
      {user.extraMessagesUntil !== undefined && (
        <Row label={t`More messages`}>
          <span className="tabular-nums">{t`Until ${formatDate(user.extraMessagesUntil)}`}</span>
        </Row>
      )}
      {/* Admins and users with a gift have Premium without a subscription. */}
      {(status !== null || isCounted(user)) && (
        <>
          <Row label={t`Status`}>
            <StatusPill status={status} />
          </Row>
          <Row label={date.label}>
            <span className="tabular-nums">
              {date.value}
              {charge && ` · ${formatMoney(charge.amount, charge.currency)}`}
            </span>
          </Row>
          {note !== null && <p className="pb-3 text-muted">{note}</p>}
        </>
      )}
      {settings.sellsOwnPlans && <UsageLimits />}
      {!isCounted(user) && isManaged(standingOf(user)) && (
        <Row label={t`Subscription`}>
          <ManageLink />
        </Row>
      )}
      {status !== null && (
        <Row label={t`Receipts`}>
          <PageLink page="receipts" name={t`View receipts`} {...links}>{t`View`}</PageLink>
        </Row>
      )}
      {portalProblem !== null && (
        <p role="alert" className="text-sm text-danger">
          {portalProblem}
        </p>
      )}
      {settings.takesPayments && isCounted(user) && <Offer user={user} onUpgrade={onUpgrade} />}
    </Section>
  );
}

/** The way to Premium: a plan to buy, or a subscription to repair. */
function Offer({ user, onUpgrade }: Pick<SubscriptionSectionProps, 'user' | 'onUpgrade'>) {
  const manage = useBilling((billing) => billing.manage);
  const isOpening = useBilling((billing) => billing.isOpeningPortal);
  const isStalled = isManaged(standingOf(user));
  const { sellsOwnPlans } = useClient().platform.settings;
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-3 rounded-sm bg-accent-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-32">
        {sellsOwnPlans ? t`More messages with a plan` : t`Unlimited messages in every mode`}
        {!isStalled && (
          <span className="block text-sm text-muted">
            {sellsOwnPlans ? t`Cancel anytime` : t`From ${WEEKLY_PRICE} per week, cancel anytime`}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {isStalled && (
          <Button size="sm" className="max-md:min-h-11" disabled={isOpening} onClick={() => void manage()}>
            {remedyOf(user)}
          </Button>
        )}
        <Button
          variant={isStalled ? 'secondary' : 'primary'}
          size="sm"
          className="max-md:min-h-11"
          onClick={onUpgrade}
        >{t`Activate Premium`}</Button>
      </div>
    </div>
  );
}
