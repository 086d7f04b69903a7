import { t } from '../language/translate.ts';

/** The paid plans. A plan is one row here; its price at Stripe is a setting. `pitch` is shown for the selected plan. */
export const PLANS = [
  { id: 'weekly', label: t`Weekly`, dollars: 5, per: 'week', badge: null, note: t`Most flexible`, pitch: null },
  {
    id: 'monthly',
    label: t`Monthly`,
    dollars: 10,
    per: 'month',
    badge: t`POPULAR`,
    note: t`Most popular`,
    pitch: null,
  },
  {
    id: 'yearly',
    label: t`Yearly`,
    dollars: 60,
    per: 'year',
    badge: t`BEST VALUE`,
    note: t`Save 50% vs monthly`,
    pitch: t`Best value! Save 50% over monthly.`,
  },
] as const;

export type PlanId = (typeof PLANS)[number]['id'];

/** The plan that is selected at first. */
export const DEFAULT_PLAN: PlanId = 'monthly';
