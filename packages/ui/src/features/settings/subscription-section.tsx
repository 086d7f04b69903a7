import { isCounted, isPremium, PLANS, type User } from '@parley/core';
import { Button } from '../../kit/button.tsx';
import { Row } from './row.tsx';
import { Section } from './section.tsx';

interface SubscriptionSectionProps {
  user: User;
  onUpgrade: () => void;
}

export function SubscriptionSection({ user, onUpgrade }: SubscriptionSectionProps) {
  return (
    <Section title="Subscription">
      <Row label="Plan">{user.isAdmin || isPremium(user) ? 'Premium' : 'Free'}</Row>
      {isCounted(user) && (
        <div className="mt-2 flex items-center justify-between gap-3 rounded-sm bg-accent-soft px-4 py-3">
          <p>
            Unlimited messages in every mode
            <span className="block text-sm text-muted">
              From ${PLANS[0].dollars} per {PLANS[0].per}
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
