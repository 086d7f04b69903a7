import type Stripe from 'stripe';
import type { Logger } from 'pino';
import { PLANS } from '@parley/core';
import type { BillingSettings } from '../billing-settings.ts';
import { forLog, isMissing } from './stripe-client.ts';

/** Logs for the operator, at the start, where Stripe's prices differ from those on the pages. Changes nothing. */
export async function checkPrices(stripe: Stripe, { priceIds }: BillingSettings, logger: Logger): Promise<void> {
  for (const plan of PLANS) {
    const setting = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
    try {
      const problem = problemOf(await stripe.prices.retrieve(priceIds[plan.id]), plan);
      if (problem) logger.error(`${setting}: ${problem}`);
    } catch (error) {
      if (isMissing(error)) logger.error(`${setting}: Stripe has no price ${priceIds[plan.id]} in this account`);
      else logger.warn(forLog(error), `${setting}: couldn’t be checked`);
    }
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
