import type { PlanId } from '@parley/core';

/** What Stripe's page asks of people and offers them, beside the plan. */
export interface CheckoutOptions {
  /** Stripe Tax adds what is due where the buyer lives. */
  automaticTax: boolean;
  promotionCodes: boolean;
  /** Whether buyers have to accept the terms that the Stripe account names. */
  termsConsent: boolean;
}

/** What selling plans needs. */
export interface BillingSettings {
  secretKey: string;
  /** Of the webhook that Stripe sends its events to. */
  webhookSecret: string;
  /** The prices of the plans, by which Stripe knows them. */
  priceIds: Record<PlanId, string>;
  checkout: CheckoutOptions;
  /** The origin of a stand-in for Stripe; null for the real one. */
  apiBase: string | null;
}

/** Whether a key moves real money. */
export function isLiveKey({ secretKey }: Pick<BillingSettings, 'secretKey'>): boolean {
  return !/^[a-z]+_test_/.test(secretKey);
}

/** Where the stand-in of `@parley/sandbox` is, and what it is called with. */
interface StripeStandIn {
  urls: { stripe: string };
  stripe: { credentials: Omit<BillingSettings, 'apiBase' | 'checkout'> };
}

/** The settings with which the stand-in is reached as Stripe would be. */
export function standInBilling({ urls, stripe }: StripeStandIn, checkout: CheckoutOptions): BillingSettings {
  return { ...stripe.credentials, checkout, apiBase: urls.stripe };
}
