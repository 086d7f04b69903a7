import { useEffect } from 'react';
import { shownPlans } from '../../kit/plans/shown-plans.ts';
import { useSession } from '../client.ts';
import { useBilling } from './use-billing.ts';
import { defaultPlan } from './billing-store.ts';

/** The plans, the selected plan and its checkout. */
export function usePlanOrder() {
  const { offer, checkout, checkoutProblem, load, choose, subscribe, resetOrder } = useBilling((billing) => billing);
  const chosenHere = useBilling((billing) => billing.chosen);
  const neverSubscribed = useSession(({ user }) => (user?.subscriptionStatus ?? null) === null);
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // The browser's Back button may restore this page in its redirecting state.
    addEventListener('pageshow', resetOrder);
    return () => {
      removeEventListener('pageshow', resetOrder);
      resetOrder();
    };
  }, [resetOrder]);
  const chosen = chosenHere ?? (offer.status === 'ready' ? defaultPlan(offer.config) : null);
  const plans = offer.status === 'ready' ? shownPlans(offer.config, neverSubscribed) : [];
  return {
    offer,
    plans,
    /** What else to say about the chosen plan. */
    pitch: plans.find(({ id }) => id === chosen)?.pitch ?? null,
    chosen,
    problem: checkoutProblem,
    /** Whether the browser is leaving for the checkout page. */
    isLeaving: checkout === 'redirecting',
    load: () => void load(),
    choose,
    order: () => void subscribe(chosen),
  };
}
