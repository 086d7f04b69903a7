import type { PlanId } from '@parley/core';

/** What selling plans needs. */
export interface BillingSettings {
  secretKey: string;
  /** Of the webhook that Stripe sends its events to. */
  webhookSecret: string;
  /** The prices of the plans, by which Stripe knows them. */
  priceIds: Record<PlanId, string>;
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
  stripe: { credentials: Omit<BillingSettings, 'apiBase'> };
}

/** The settings with which the stand-in is reached as Stripe would be. */
export function standInBilling({ urls, stripe }: StripeStandIn): BillingSettings {
  return { ...stripe.credentials, apiBase: urls.stripe };
}
