import { DEFAULT_PLAN, PLANS, type PlanId } from '@parley/core';
import type { Interval, Price, Product } from './objects.ts';

export type PriceIds = Record<PlanId, string>;

const INTERVALS = { week: 'week', month: 'month', year: 'year' } as const satisfies Record<
  (typeof PLANS)[number]['per'],
  Interval
>;

/** A date before any sale. */
const CREATED = Date.UTC(2026, 0, 1) / 1000;

export const DEFAULT_PRICE_IDS: PriceIds = {
  weekly: 'price_sandbox_weekly',
  monthly: 'price_sandbox_monthly',
  yearly: 'price_sandbox_yearly',
};

/** Creates the one product and a price for each plan. */
export function createPriceList(productName: string, priceIds: PriceIds) {
  const prices = PLANS.map((plan): Price => {
    const interval = INTERVALS[plan.per];
    return {
      id: priceIds[plan.id],
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      created: CREATED,
      currency: 'usd',
      custom_unit_amount: null,
      livemode: false,
      lookup_key: plan.id,
      metadata: {},
      nickname: plan.label,
      product: 'prod_sandbox_premium',
      recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'recurring',
      unit_amount: plan.dollars * 100,
      unit_amount_decimal: String(plan.dollars * 100),
    };
  });
  const product: Product = {
    id: 'prod_sandbox_premium',
    object: 'product',
    active: true,
    created: CREATED,
    default_price: priceIds[DEFAULT_PLAN],
    description: null,
    images: [],
    livemode: false,
    metadata: {},
    name: `${productName} Premium`,
    type: 'service',
    updated: CREATED,
  };
  return { product, prices: new Map(prices.map((price) => [price.id, price])) };
}
