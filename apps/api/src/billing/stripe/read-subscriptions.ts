import type Stripe from 'stripe';
import type { BilledSubscription } from '../../storage/storage.ts';

/** Statuses by precedence, best first. Unknown ones come last. */
const BEST_FIRST = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'paused',
  'incomplete',
  'canceled',
  'incomplete_expired',
];

/**
 * Statuses without charges, because payment has ended or never began. Any other, even an unknown one, may cost money.
 */
const NOT_LIVE = new Set(['incomplete', 'canceled', 'incomplete_expired']);
const ENDED = new Set(['canceled', 'incomplete_expired']);

const TIMES_A_YEAR: Record<string, number> = { day: 365, week: 52, month: 12, year: 1 };

const NOTHING: BilledSubscription = {
  tier: 'free',
  status: null,
  periodEnd: null,
  cancelAt: null,
  priceId: null,
  yearlyAmount: 0,
  currency: null,
  liveCount: 0,
};

/** Sums up a customer's past and present subscriptions. */
export function readSubscriptions(subscriptions: Stripe.Subscription[]): BilledSubscription {
  const best = bestOf(subscriptions);
  if (!best) return NOTHING;
  const { status } = best;
  const isEnded = ENDED.has(status);
  const until = lastPeriodEnd(best);
  const end = status === 'trialing' ? best.trial_end : (best.cancel_at ?? until);
  const cancelAt = best.cancel_at ?? (best.cancel_at_period_end ? until : null);
  return {
    tier: isEnded ? 'free' : 'premium',
    status,
    periodEnd: toMs(end),
    cancelAt: isEnded ? null : toMs(cancelAt),
    ...costs(best),
    liveCount: subscriptions.filter(isLive).length,
  };
}

/** The subscription that counts: the best one, the newest among equals. */
export function bestOf(subscriptions: Stripe.Subscription[]): Stripe.Subscription | undefined {
  return subscriptions.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0];
}

export function isLive({ status }: Pick<Stripe.Subscription, 'status'>): boolean {
  return !NOT_LIVE.has(status);
}

function rank({ status }: Stripe.Subscription): number {
  const place = BEST_FIRST.indexOf(status);
  return place < 0 ? BEST_FIRST.length : place;
}

/** Stripe reports periods per item, not per subscription. */
export function lastPeriodEnd({ items }: Stripe.Subscription): number | null {
  const ends = items.data.map((item) => item.current_period_end);
  return ends.length > 0 ? Math.max(...ends) : null;
}

function costs({
  items,
  currency,
  status,
}: Stripe.Subscription): Pick<BilledSubscription, 'priceId' | 'yearlyAmount' | 'currency'> {
  if (NOT_LIVE.has(status)) return { priceId: null, yearlyAmount: 0, currency: null };
  const amounts = items.data.map(({ price, quantity = 1 }) => {
    const { interval = '', interval_count: every = 1 } = price.recurring ?? {};
    return ((price.unit_amount ?? 0) * quantity * (TIMES_A_YEAR[interval] ?? 0)) / every;
  });
  // A plan is one item; the first one counts if someone added others at Stripe.
  const priceId = items.data[0]?.price.id ?? null;
  return { priceId, yearlyAmount: Math.round(amounts.reduce((sum, amount) => sum + amount, 0)), currency };
}

function toMs(seconds: number | null): number | null {
  return seconds === null ? null : seconds * 1000;
}
