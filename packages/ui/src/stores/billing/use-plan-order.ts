import { useEffect } from 'react';
import { useBilling } from './use-billing.ts';
import { defaultPlan } from './billing-store.ts';

/** What can be bought, the plan that is chosen, and the way to the page on which to pay for it. */
export function usePlanOrder() {
  const { offer, checkout, checkoutProblem, load, choose, subscribe, comeBack } = useBilling((billing) => billing);
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
  const chosen = chosenHere ?? (offer.status === 'ready' ? defaultPlan(offer.config) : null);
  return {
    offer,
    chosen,
    problem: checkoutProblem,
    /** The browser is on its way to the page on which to pay. */
    isLeaving: checkout === 'redirecting',
    load: () => void load(),
    choose,
    order: () => void subscribe(chosen),
  };
}
