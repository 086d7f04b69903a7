import { z } from 'zod';
import { PLANS } from '../billing/plans.ts';
import { fieldPerId, idsOf } from './enum-of.ts';
import { Success, Time } from './response.ts';
import { User } from './user.ts';

const NO_PLAN = 'Please select a plan.';
const { subscriptionTier, subscriptionStatus, usagePeriodEnd } = User.shape;

/** GET /api/billing/premium-config: the plans on sale; `priceIds` are Stripe's ids of their prices. */
export const PremiumConfigResponse = Success.extend({
  defaultPriceId: z.string(),
  priceIds: fieldPerId(idsOf(PLANS), z.string()),
});
export type PremiumConfigResponse = z.infer<typeof PremiumConfigResponse>;

/** POST /api/billing/create-premium-checkout-session: `already-subscribed` if the user has a subscription. */
export const CheckoutRequest = z.object({ priceId: z.string(NO_PLAN).min(1, NO_PLAN).max(255, NO_PLAN) }, NO_PLAN);
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** POST /api/billing/create-premium-checkout-session and create-portal-session: the page to open next. */
export const BillingUrlResponse = Success.extend({ url: z.string().describe('Where the browser goes next.') });
export type BillingUrlResponse = z.infer<typeof BillingUrlResponse>;

const Amount = {
  amount: z.int().describe('In the smallest unit of the currency.'),
  currency: z.string().describe('ISO 4217, in lower case.'),
};

/** GET /api/billing/subscription: what the user pays for, as Stripe reports it now. */
export const SubscriptionResponse = Success.extend({
  plan: z.enum(idsOf(PLANS)).nullable().describe('The plan of the subscription; null without one.'),
  next: z
    .object({ at: Time, ...Amount })
    .nullable()
    .describe('The next charge; null if there is none.'),
  receipts: z
    .array(
      z.object({
        id: z.string(),
        at: Time,
        ...Amount,
        status: z.enum(['paid', 'open', 'uncollectible']),
        url: z.string().nullable().describe('Stripe’s page with the invoice or receipt.'),
      }),
    )
    .describe('The newest invoices, newest first.'),
});
export type SubscriptionResponse = z.infer<typeof SubscriptionResponse>;

/** POST /api/billing/refresh-subscription: the subscription as Stripe reports it now. */
export const RefreshSubscriptionResponse = Success.extend({
  subscriptionTier,
  subscriptionStatus,
  usagePeriodEnd,
  cancelAt: Time.nullable().describe('When a canceled subscription ends; null while it renews.'),
  stale: z.exactOptional(z.literal(true)).describe('Stripe did not answer: this is the last known state.'),
});
export type RefreshSubscriptionResponse = z.infer<typeof RefreshSubscriptionResponse>;
