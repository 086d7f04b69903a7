import { isCounted, isManaged, isPremium, standingOf, t } from '@parley/core';
import { DoneIcon } from '../../kit/icons/icons.ts';
import { Icon } from '../../kit/icons/icon.tsx';
import { SiteFooter } from '../../kit/layout/site-footer.tsx';
import { keepFocus } from '../../kit/overlays/keep-focus.ts';
import { useClient, useSession } from '../../stores/client.ts';
import { BillingHeader } from './billing-header.tsx';
import { AdminPlan } from './admin-plan.tsx';
import { FreePlan } from './free-plan.tsx';
import { NothingSold } from './nothing-sold.tsx';
import { OwnPlan } from './own-plan.tsx';
import { PlanOrder } from './plan-order.tsx';
import { StalledPlan } from './stalled-plan.tsx';
import '../../kit/all-utilities.css';

const UNLIMITED = [t`Unlimited messages, anytime`, t`Unlimited Thinking, Search and Image`];
/** The operator’s own plans state their own limits. */
const OF_OWN = [t`More messages, anytime`, t`Thinking, Search and Image`];
const REASONS = [
  t`Conversations in sync on all your devices`,
  t`Cancel in Settings; access lasts until the period ends`,
];

interface PricingPageProps {
  onSignIn: () => void;
  onClose: () => void;
}

/** Explains Premium, shows its price and leads to the checkout. */
export function PricingPage({ onSignIn, onClose }: PricingPageProps) {
  const { productName, takesPayments, sellsOwnPlans } = useClient().platform.settings;
  const user = useSession((session) => session.user);
  const offer = () => {
    if (user && isPremium(user)) return <OwnPlan user={user} onClose={onClose} />;
    if (user?.isAdmin) return <AdminPlan onClose={onClose} />;
    if (user && isManaged(standingOf(user))) return <StalledPlan user={user} />;
    return (
      <>
        <FreePlan />
        {takesPayments ? <PlanOrder onSignIn={onSignIn} /> : <NothingSold />}
      </>
    );
  };
  return (
    <div className="flex min-h-dvh flex-col bg-surface">
      <BillingHeader onClose={onClose} />
      <main className="mx-auto grid w-full max-w-300 flex-1 content-start gap-8 px-5 pt-4 pb-16 md:grid-cols-[5fr_6fr] md:gap-12 lg:gap-22 md:px-8 md:pt-18">
        <div>
          <h1 className="text-[2rem]/9 font-strong tracking-display text-balance md:text-[3rem]/[3.25rem]">
            {user && !isCounted(user) ? t`Your plan` : t`Unlock Your AI Assistant`}
          </h1>
          <ul className="mt-4 border-t border-hairline text-note md:mt-8">
            {[...(sellsOwnPlans ? OF_OWN : UNLIMITED), ...REASONS].map((reason) => (
              <li key={reason} className="flex gap-3 border-b border-hairline py-3">
                <Icon icon={DoneIcon} size="sm" className="mt-1 text-accent-text" />
                {reason}
              </li>
            ))}
          </ul>
        </div>
        <section ref={keepFocus} tabIndex={-1} aria-label={t`Plans`} className="outline-none">
          {offer()}
        </section>
      </main>
      <SiteFooter productName={productName} />
    </div>
  );
}
