import type Stripe from 'stripe';
import { PLANS, type PlanId, type SubscriptionResponse } from '@parley/core';
import { bestOf, isLive } from './read-subscriptions.ts';
import { isRefusal } from './stripe-client.ts';

/** Receipts shown to the user; Stripe's portal has all of them. */
const RECEIPTS = 12;
const SHOWN = ['paid', 'open', 'uncollectible'] as const;

export type Payments = Omit<SubscriptionResponse, 'success'>;

export const NO_PAYMENTS: Payments = { plan: null, next: null, receipts: [] };

/** Reads what a customer pays for, and when and how much next. */
export async function readPayments(
  stripe: Stripe,
  customer: string,
  priceIds: Record<PlanId, string>,
): Promise<Payments> {
  const [subscriptions, invoices] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    stripe.invoices.list({ customer, limit: RECEIPTS }),
  ]);
  const best = bestOf(subscriptions.data.filter(isLive));
  const prices = best?.items.data.map(({ price }) => price.id) ?? [];
  return {
    plan: PLANS.find(({ id }) => prices.includes(priceIds[id]))?.id ?? null,
    next: best ? await readNext(stripe, best, customer) : null,
    receipts: invoices.data.flatMap(toReceipt),
  };
}

/** The next charge of a subscription that renews. */
async function readNext(stripe: Stripe, { id, status }: Stripe.Subscription, customer: string) {
  if (status !== 'active' && status !== 'trialing') return null;
  try {
    const preview = await stripe.invoices.createPreview({ customer, subscription: id });
    const { amount_due: amount, currency, next_payment_attempt, period_end } = preview;
    return { at: toIso(next_payment_attempt ?? period_end), amount, currency };
  } catch (error) {
    // A canceled subscription has no next invoice.
    if (isRefusal(error)) return null;
    throw error;
  }
}

function toReceipt({ id, created, total, currency, status, hosted_invoice_url: url }: Stripe.Invoice) {
  const shown = SHOWN.find((known) => known === status);
  // A trial begins with an invoice of nothing.
  if (!id || !shown || total === 0) return [];
  return [{ id, at: toIso(created), amount: total, currency, status: shown, url: url ?? null }];
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
