import { t } from '@parley/core';
import { Button } from '../../kit/controls/button.tsx';
import { LoadingPlans } from '../../kit/plans/loading-plans.tsx';
import { PlansProblem } from '../../kit/plans/plans-problem.tsx';
import { PlanChoice } from '../../kit/plans/plan-choice.tsx';
import { useSession } from '../../stores/client.ts';
import { usePlanOrder } from '../../stores/billing/use-plan-order.ts';
import { ManageButton } from './manage-button.tsx';

/** The plans that this server sells, and the button that opens the checkout. */
export function PlanOrder({ onSignIn }: { onSignIn: () => void }) {
  const { offer, plans, chosen, pitch, problem, isLeaving, load, choose, order } = usePlanOrder();
  const signedIn = useSession((session) => session.status === 'signed-in');

  if (offer.status === 'loading') return <LoadingPlans />;
  if (offer.status === 'failed') return <PlansProblem problem={offer.problem} onAgain={load} />;
  return (
    <>
      <PlanChoice plans={plans} chosen={chosen} isDisabled={isLeaving} onChoose={choose} />
      <div className="mt-6 grid gap-3">
        <Button
          size="lg"
          className="w-full"
          disabled={isLeaving}
          aria-describedby="checkout-problem checkout-note"
          onClick={signedIn ? order : onSignIn}
        >
          {isLeaving ? t`Redirecting...` : t`Subscribe Now`}
        </Button>
        {problem && (
          <p id="checkout-problem" role="alert" className="text-sm text-danger">
            {problem.text}
          </p>
        )}
        {problem?.isSubscribed && <ManageButton />}
        <p id="checkout-note" className="text-sm text-subtle">
          {pitch && <span className="text-muted">{pitch} </span>}
          {signedIn ? t`You’ll pay on a secure checkout page.` : t`You’ll sign in, then pay on a secure checkout page.`}
        </p>
      </div>
    </>
  );
}
