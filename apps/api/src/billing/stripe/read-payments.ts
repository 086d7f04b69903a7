import type Stripe from 'stripe';
import type { SubscriptionResponse } from '@parley/core';
import type { BillingSettings } from '../billing-settings.ts';
import { bestOf, isLive } from './read-subscriptions.ts';
import { earlierPlan } from '../../plans/plans.ts';
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
  settings: Pick<BillingSettings, 'priceIds' | 'ownPlans'>,
): Promise<Payments> {
  const [subscriptions, invoices] = await Promise.all([
    stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
    stripe.invoices.list({ customer, limit: RECEIPTS }),
  ]);
  const best = bestOf(subscriptions.data.filter(isLive));
  return {
    ...(await planOf(stripe, best?.items.data[0]?.price, settings)),
    next: best ? await readNext(stripe, best, customer) : null,
    receipts: invoices.data.flatMap(toReceipt),
  };
}

/** The plan of a price. A price that is no longer on sale has Stripe's name. */
async function planOf(
  stripe: Stripe,
  price: Stripe.Price | undefined,
  { priceIds, ownPlans }: Pick<BillingSettings, 'priceIds' | 'ownPlans'>,
): Promise<Pick<Payments, 'plan' | 'planName'>> {
  if (!price) return { plan: null };
  const plan = Object.entries(priceIds).find(([, priceId]) => priceId === price.id)?.[0] ?? null;
  if (plan === null) return { plan, planName: await nameAtStripe(stripe, price) };
  const own = ownPlans?.find(({ id }) => id === plan);
  return { plan, ...(own && { planName: own.name }) };
}

async function nameAtStripe(stripe: Stripe, { nickname, product }: Stripe.Price): Promise<string> {
  if (nickname) return nickname;
  const found = await stripe.products.retrieve(typeof product === 'string' ? product : product.id).catch(() => null);
  return found?.name || earlierPlan();
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
