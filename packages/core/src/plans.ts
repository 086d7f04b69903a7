/** The paid plans, as they are offered. A plan is one row here; its price at Stripe is a setting. `pitch` speaks for the one that is chosen. */
export const PLANS = [
  { id: 'weekly', label: 'Weekly', dollars: 5, per: 'week', badge: null, note: 'Most flexible', pitch: null },
  { id: 'monthly', label: 'Monthly', dollars: 10, per: 'month', badge: 'POPULAR', note: 'Most popular', pitch: null },
  {
    id: 'yearly',
    label: 'Yearly',
    dollars: 60,
    per: 'year',
    badge: 'BEST VALUE',
    note: 'Save 50% vs monthly',
    pitch: 'Best value! Save 50% over monthly.',
  },
] as const;

export type PlanId = (typeof PLANS)[number]['id'];

/** What is chosen before anyone chooses. */
export const DEFAULT_PLAN: PlanId = 'monthly';
