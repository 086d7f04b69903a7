import type { OwnPlan } from '../plans/plan-file.ts';

/** Options of Stripe's checkout page. */
export interface CheckoutOptions {
  /** Stripe Tax adds the tax due where the buyer lives. */
  automaticTax: boolean;
  promotionCodes: boolean;
  /** Whether buyers must accept the terms set in the Stripe account. */
  termsConsent: boolean;
}

/** Settings for selling plans. */
export interface BillingSettings {
  secretKey: string;
  /** Signing secret of the webhook. */
  webhookSecret: string;
  /** The Stripe price ids of the plans, in their order. */
  priceIds: Record<string, string>;
  /** The plans of the operator's file; null for the three that come with the product. */
  ownPlans: OwnPlan[] | null;
  checkout: CheckoutOptions;
  /** The origin of a stand-in for Stripe; null for the real one. */
  apiBase: string | null;
}

/** Whether the key is for live mode, in which real money moves. */
export function isLiveKey({ secretKey }: Pick<BillingSettings, 'secretKey'>): boolean {
  return !/^[a-z]+_test_/.test(secretKey);
}

/** Address and credentials of the stand-in in `@parley/sandbox`. */
interface StripeStandIn {
  urls: { stripe: string };
  stripe: { credentials: Pick<BillingSettings, 'secretKey' | 'webhookSecret' | 'priceIds'> };
}

/** Settings that replace Stripe with the stand-in. */
export function standInBilling(
  { urls, stripe }: StripeStandIn,
  checkout: CheckoutOptions,
  ownPlans: OwnPlan[] | null = null,
): BillingSettings {
  const priceIds = ownPlans ? pricesOf(ownPlans) : stripe.credentials.priceIds;
  return { ...stripe.credentials, priceIds, ownPlans, checkout, apiBase: urls.stripe };
}

/** The Stripe price ids of an operator's plans. */
export function pricesOf(ownPlans: OwnPlan[]): Record<string, string> {
  return Object.fromEntries(ownPlans.map(({ id, price }) => [id, price]));
}
