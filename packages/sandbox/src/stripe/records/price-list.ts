import { DEFAULT_PLAN, PLANS, type PlanId } from '@parley/core';
import type { Interval, Price, Product } from './objects.ts';

/** A price besides those of the three plans, of a product of its own. */
export interface ExtraPrice {
  id: string;
  /** The product's name. */
  name: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency?: string;
  interval?: Interval;
  isArchived?: boolean;
  /** Whether it is a one-time price, which no subscription can have. */
  isOneTime?: boolean;
}

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

/** Creates the product of the three plans with its prices, and one product for each extra price. */
export function createPriceList(productName: string, priceIds: PriceIds, extra: readonly ExtraPrice[] = []) {
  const premium = newProduct('prod_sandbox_premium', `${productName} Premium`, priceIds[DEFAULT_PLAN]);
  const ofPlans = PLANS.map((plan) => {
    const price = {
      id: priceIds[plan.id],
      name: plan.label,
      amount: plan.dollars * 100,
      interval: INTERVALS[plan.per],
    };
    return newPrice(price, premium.id, plan.id);
  });
  const productOf = ({ id }: ExtraPrice) => `prod_sandbox_${id}`;
  const prices = [...ofPlans, ...extra.map((price) => newPrice(price, productOf(price), price.id))];
  const products = [premium, ...extra.map((price) => newProduct(productOf(price), price.name, price.id))];
  return {
    product: premium,
    products: new Map(products.map((product) => [product.id, product])),
    prices: new Map(prices.map((price) => [price.id, price])),
  };
}

function newPrice(
  { id, name, amount, currency = 'usd', interval = 'month', isArchived = false, isOneTime = false }: ExtraPrice,
  product: string,
  lookupKey: string,
): Price {
  const recurring = {
    interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } as const;
  return {
    id,
    object: 'price',
    active: !isArchived,
    billing_scheme: 'per_unit',
    created: CREATED,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: {},
    nickname: name,
    product,
    // A subscription cannot have a one-time price.
    recurring: isOneTime ? (null as unknown as Price['recurring']) : recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: isOneTime ? 'one_time' : 'recurring',
    unit_amount: amount,
    unit_amount_decimal: String(amount),
  };
}

function newProduct(id: string, name: string, defaultPrice: string): Product {
  return {
    id,
    object: 'product',
    active: true,
    created: CREATED,
    default_price: defaultPrice,
    description: null,
    images: [],
    livemode: false,
    metadata: {},
    name,
    type: 'service',
    updated: CREATED,
  };
}
