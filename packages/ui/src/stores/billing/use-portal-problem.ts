import { useEffect } from 'react';
import { useBilling } from './use-billing.ts';

/** Why the billing portal did not open, until the user leaves the page. */
export function usePortalProblem(): string | null {
  const problem = useBilling((billing) => billing.portalProblem);
  const clear = useBilling((billing) => billing.clearPortalProblem);
  useEffect(() => clear, [clear]);
  return problem;
}
