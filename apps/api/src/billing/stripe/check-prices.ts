import type Stripe from 'stripe';
import type { Logger } from 'pino';
import { PLANS, type PlanId } from '@parley/core';
import type { BillingSettings } from '../billing-settings.ts';
import { forLog, isMissing } from './stripe-client.ts';

/** What Stripe says about the price of a plan. */
export interface CheckedPrice {
  /** The setting that names the price. */
  setting: string;
  /** How it differs from the pages; null if it does not, or could not be read. */
  problem: string | null;
  /** Why it could not be read. */
  failure?: unknown;
}

/** Logs for the operator, at the start, where Stripe's prices differ from those on the pages. Changes nothing. */
export async function checkPrices(stripe: Stripe, settings: BillingSettings, logger: Logger): Promise<void> {
  for (const { setting, problem, failure } of await readPrices(stripe, settings)) {
    if (problem) logger.error(`${setting}: ${problem}`);
    if (failure) logger.warn(forLog(failure), `${setting}: couldn’t be checked`);
  }
}

/** Compares the price of every plan with the pages. Never rejects. */
export function readPrices(stripe: Stripe, { priceIds }: Pick<BillingSettings, 'priceIds'>): Promise<CheckedPrice[]> {
  return Promise.all(PLANS.map((plan) => readPrice(stripe, plan, priceIds)));
}

async function readPrice(
  stripe: Stripe,
  plan: (typeof PLANS)[number],
  priceIds: Record<PlanId, string>,
): Promise<CheckedPrice> {
  const setting = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
  try {
    return { setting, problem: problemOf(await stripe.prices.retrieve(priceIds[plan.id]), plan) };
  } catch (failure) {
    if (!isMissing(failure)) return { setting, problem: null, failure };
    return { setting, problem: `Stripe has no price ${priceIds[plan.id]} in this account` };
  }
}

function problemOf(price: Stripe.Price, { dollars, per }: (typeof PLANS)[number]): string | null {
  const { active, recurring, unit_amount: amount, currency } = price;
  if (!active) return 'this price is archived at Stripe';
  if (recurring?.interval !== per || recurring.interval_count !== 1)
    return `Stripe doesn’t charge this price every ${per}`;
  if (amount === dollars * 100 && currency === 'usd') return null;
  return `Stripe charges ${amount} ${currency} (in the smallest unit), but the pricing page says $${dollars}`;
}
