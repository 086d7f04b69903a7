import { PLANS } from '@parley/core';
import { useEffect } from 'react';
import { Button } from '../../kit/button.tsx';
import { useBilling } from '../../stores/billing.ts';
import { defaultPlan } from '../../stores/billing-store.ts';
import { useSession } from '../../stores/client.ts';
import { LoadingPlans } from './loading-plans.tsx';
import { ManageButton } from './manage-button.tsx';
import { PlanChoice } from './plan-choice.tsx';

/** The plans that this server sells, and the way to the page on which to pay. */
export function PlanOrder({ onSignIn }: { onSignIn: () => void }) {
  const { offer, checkout, checkoutProblem, load, choose, subscribe, comeBack } = useBilling((billing) => billing);
  const signedIn = useSession((session) => session.status === 'signed-in');
  const chosenHere = useBilling((billing) => billing.chosen);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // The browser's Back shows this page as it was left.
    addEventListener('pageshow', comeBack);
    return () => {
      removeEventListener('pageshow', comeBack);
      comeBack();
    };
  }, [comeBack]);

  if (offer.status === 'loading') return <LoadingPlans />;
  if (offer.status === 'failed') {
    return (
      <div role="alert" className="grid justify-items-start gap-1">
        <p className="text-[1.0625rem]/6 font-strong">Failed to load pricing information</p>
        <p className="text-muted">{offer.problem}</p>
        <Button variant="secondary" className="mt-4" onClick={() => void load()}>
          Try again
        </Button>
      </div>
    );
  }
  const chosen = chosenHere ?? defaultPlan(offer.config);
  const pitch = PLANS.find(({ id }) => id === chosen)?.pitch;
  const isLeaving = checkout === 'redirecting';
  return (
    <>
      <PlanChoice chosen={chosen} isDisabled={isLeaving} onChoose={choose} />
      <div className="mt-6 grid gap-3">
        <Button
          size="lg"
          className="w-full"
          disabled={isLeaving}
          aria-describedby="checkout-problem checkout-note"
          onClick={() => (signedIn ? void subscribe(chosen) : onSignIn())}
        >
          {isLeaving ? 'Redirecting...' : 'Subscribe Now'}
        </Button>
        {checkoutProblem && (
          <p id="checkout-problem" role="alert" className="text-sm text-danger">
            {checkoutProblem.text}
          </p>
        )}
        {checkoutProblem?.isSubscribed && <ManageButton />}
        <p id="checkout-note" className="text-sm text-subtle">
          {pitch && <span className="text-muted">{pitch} </span>}
          {signedIn
            ? 'You will be taken to a secure checkout.'
            : 'You will be asked to sign in, then taken to a secure checkout.'}
        </p>
      </div>
    </>
  );
}
