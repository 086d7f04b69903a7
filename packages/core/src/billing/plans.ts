/** The paid plans. A plan is one row here; its price at Stripe is a setting. `pitch` is shown for the selected plan. */
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

/** The plan that is selected at first. */
export const DEFAULT_PLAN: PlanId = 'monthly';
