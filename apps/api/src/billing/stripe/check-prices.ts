import type Stripe from 'stripe';
import type { Logger } from 'pino';
import { PLANS } from '@parley/core';
import type { BillingSettings } from '../billing-settings.ts';
import { forLog, isMissing } from './stripe-client.ts';

/** What Stripe says about the price of a plan. */
export interface CheckedPrice {
  /** The plan's id. */
  id: string;
  /** The setting that names the price. */
  setting: string;
  /** Why it cannot be sold, or how it differs from the pages; null if it is fine or could not be read. */
  problem: string | null;
  /** Null if it could not be read. */
  price: Stripe.Price | null;
  /** Why it could not be read. */
  failure?: unknown;
}

interface PricedPlan {
  id: string;
  setting: string;
  priceId: string;
  /** What the pages say; null where they say what Stripe says. */
  says: { dollars: number; per: string } | null;
}

/** Logs for the operator, at the start, which prices cannot be sold or differ from the pages. Changes nothing. */
export async function checkPrices(stripe: Stripe, settings: BillingSettings, logger: Logger): Promise<void> {
  for (const { setting, problem, failure } of await readPrices(stripe, settings)) {
    if (problem) logger.error(`${setting}: ${problem}`);
    if (failure) logger.warn(forLog(failure), `${setting}: couldn’t be checked`);
  }
}

/** Reads the price of every plan, and compares it with the pages. Never rejects. */
export function readPrices(
  stripe: Stripe,
  { priceIds, ownPlans }: Pick<BillingSettings, 'priceIds' | 'ownPlans'>,
): Promise<CheckedPrice[]> {
  const plans: PricedPlan[] = ownPlans
    ? ownPlans.map(({ id, price }) => ({ id, setting: `PLANS, ${id}`, priceId: price, says: null }))
    : PLANS.map((plan) => {
        const setting = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
        return { id: plan.id, setting, priceId: priceIds[plan.id] ?? '', says: plan };
      });
  return Promise.all(plans.map((plan) => readPrice(stripe, plan)));
}

async function readPrice(stripe: Stripe, { id, setting, priceId, says }: PricedPlan): Promise<CheckedPrice> {
  try {
    const price = await stripe.prices.retrieve(priceId);
    return { id, setting, price, problem: says ? differenceOf(price, says) : problemOf(price) };
  } catch (failure) {
    if (!isMissing(failure)) return { id, setting, price: null, problem: null, failure };
    return { id, setting, price: null, problem: `Stripe has no price ${priceId} in this account` };
  }
}

/** Why a price cannot be sold as a plan. */
function problemOf({ active, recurring, unit_amount: amount, billing_scheme: scheme }: Stripe.Price): string | null {
  if (!active) return 'this price is archived at Stripe';
  if (recurring === null) return 'Stripe charges this price once, but a plan needs one that repeats';
  const isFixed = amount !== null && scheme === 'per_unit' && recurring.usage_type === 'licensed';
  return isFixed ? null : 'Stripe charges this price by use or in tiers, but a plan needs a fixed one';
}

function differenceOf(price: Stripe.Price, { dollars, per }: NonNullable<PricedPlan['says']>): string | null {
  const { active, recurring, unit_amount: amount, currency } = price;
  if (!active) return 'this price is archived at Stripe';
  if (recurring?.interval !== per || recurring.interval_count !== 1)
    return `Stripe doesn’t charge this price every ${per}`;
  if (amount === dollars * 100 && currency === 'usd') return null;
  return `Stripe charges ${amount} ${currency} (in the smallest unit), but the pricing page says $${dollars}`;
}
