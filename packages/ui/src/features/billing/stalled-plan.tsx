import { t } from '@parley/core';
import type { User } from '@parley/core';
import { StatusPill } from '../../kit/controls/status-pill.tsx';
import { remedyOf, standingWords } from '../../kit/plans/standing-words.ts';
import { useClient } from '../../stores/client.ts';
import { ManageButton } from './manage-button.tsx';

/**
 * Replaces the plans for a user whose subscription exists but gives no Premium: a second one would be charged beside
 * it.
 */
export function StalledPlan({ user }: { user: User }) {
  const { settings } = useClient().platform;
  return (
    <div className="grid gap-3 rounded-lg bg-raised p-6 inset-shadow-edge">
      <h2 className="flex items-center gap-3 text-[1.0625rem]/6 font-strong">
        {t`Your subscription`}
        <StatusPill status={user.subscriptionStatus} />
      </h2>
      <p role="status" className="mb-3">
        {standingWords(user, settings).note}
      </p>
      <ManageButton variant="primary">{remedyOf(user)}</ManageButton>
      <p className="text-sm text-subtle">{t`It opens on Stripe’s secure page. Premium is back as soon as you’ve paid.`}</p>
    </div>
  );
}
