import { t } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';

/** Replaces the plans for an admin, who has nothing to buy or manage. */
export function AdminPlan({ onClose }: { onClose: () => void }) {
  return (
    <div className="grid gap-3 rounded-lg bg-raised p-6 inset-shadow-edge">
      <h2 className="text-[1.0625rem]/6 font-strong">{t`You have Premium`}</h2>
      <p className="mb-3 text-muted">{t`Admins have every Premium feature without a plan.`}</p>
      <Button size="lg" className="w-full" onClick={onClose}>{t`Go to chat`}</Button>
    </div>
  );
}
