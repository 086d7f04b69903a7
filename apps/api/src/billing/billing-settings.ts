import type { PlanId } from '@parley/core';

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
  /** The Stripe price ids of the plans. */
  priceIds: Record<PlanId, string>;
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
  stripe: { credentials: Omit<BillingSettings, 'apiBase' | 'checkout'> };
}

/** Settings that replace Stripe with the stand-in. */
export function standInBilling({ urls, stripe }: StripeStandIn, checkout: CheckoutOptions): BillingSettings {
  return { ...stripe.credentials, checkout, apiBase: urls.stripe };
}
