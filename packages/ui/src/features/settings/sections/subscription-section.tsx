import { isCounted, isPremium, PLANS, type User } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { StatusPill } from '../../../kit/controls/status-pill.tsx';
import { useBilling } from '../../../stores/billing/use-billing.ts';
import { ManageLink } from './manage-link.tsx';
import { Row } from '../row.tsx';
import { Section } from './section.tsx';

interface SubscriptionSectionProps {
  user: User;
  onUpgrade: () => void;
}

/** The user's subscription, with links to change it. */
export function SubscriptionSection({ user, onUpgrade }: SubscriptionSectionProps) {
  const portalProblem = useBilling((billing) => billing.portalProblem);
  const { subscriptionStatus: status, usagePeriodEnd, cancelAt } = user;
  const hasPlan = isPremium(user);
  return (
    <Section title="Subscription">
      <Row label="Plan">{planOf(user)}</Row>
      {/* Admins have every feature without a subscription. */}
      {(status !== null || !user.isAdmin) && (
        <>
          <Row label="Status">
            <StatusPill status={status} />
          </Row>
          <Row
            label={status === 'trialing' ? 'Trial ends' : 'Next billing'}
            note={
              hasPlan && cancelAt !== undefined ? `Canceled. You have Premium until ${longDate(cancelAt)}.` : undefined
            }
          >
            <span className="tabular-nums">{usagePeriodEnd === null ? 'N/A' : longDate(usagePeriodEnd)}</span>
          </Row>
        </>
      )}
      {hasPlan && (
        <Row
          label="Subscription"
          note={
            portalProblem === null ? undefined : (
              <p role="alert" className="text-danger">
                {portalProblem}
              </p>
            )
          }
        >
          <ManageLink />
        </Row>
      )}
      {isCounted(user) && (
        <div className="mt-2 flex items-center justify-between gap-3 rounded-sm bg-accent-soft px-4 py-3">
          <p>
            Unlimited messages in every mode
            <span className="block text-sm text-muted">
              From ${PLANS[0].dollars} per {PLANS[0].per}, cancel anytime
            </span>
          </p>
          <Button size="sm" onClick={onUpgrade}>
            Activate Premium
          </Button>
        </div>
      )}
    </Section>
  );
}

function planOf(user: User): string {
  if (!isCounted(user)) return 'Premium';
  return user.subscriptionStatus === null ? 'Free' : 'Inactive';
}

function longDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' });
}
