import { useEffect } from 'react';
import { useBilling } from './use-billing.ts';
import { defaultPlan } from './billing-store.ts';

/** The plans, the selected plan and its checkout. */
export function usePlanOrder() {
  const { offer, checkout, checkoutProblem, load, choose, subscribe, returnFromApple } = useBilling(
    (billing) => billing,
  );
  const chosenHere = useBilling((billing) => billing.chosen);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // The browser's Back button may restore this page in its redirecting state.
    addEventListener('pageshow', returnFromApple);
    return () => {
      removeEventListener('pageshow', returnFromApple);
      returnFromApple();
    };
  }, [returnFromApple]);
  const chosen = chosenHere ?? (offer.status === 'ready' ? defaultPlan(offer.config) : null);
  return {
    offer,
    chosen,
    problem: checkoutProblem,
    /** Whether the browser is leaving for the checkout page. */
    isLeaving: checkout === 'redirecting',
    load: () => void load(),
    choose,
    order: () => void subscribe(chosen),
  };
}
