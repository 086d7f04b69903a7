import { z } from 'zod';
import { t } from '../../language/translate.ts';
import { Success, Time } from '../response.ts';
import { User } from './user.ts';

const NO_PLAN = t`Please select a plan.`;
const { subscriptionTier, subscriptionStatus, usagePeriodEnd } = User.shape;

const Amount = {
  amount: z.int().describe('In the smallest unit of the currency.'),
  currency: z.string().describe('ISO 4217, in lower case.'),
};

/** A plan of the operator's own. */
const PlanOnSale = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z
    .object({
      ...Amount,
      interval: z.enum(['day', 'week', 'month', 'year']),
      intervalCount: z.int().describe('2 with `month`: every two months.'),
    })
    .nullable()
    .describe('As Stripe has it; null while the plan can’t be bought.'),
  trialDays: z.int().describe('Free days of a first subscription.'),
  caps: z
    .object({
      messages: z.exactOptional(z.int()),
      pictures: z.exactOptional(z.int()),
      dollars: z.exactOptional(z.number()).describe('What the replies may cost.'),
    })
    .describe('What the plan limits a day; empty without limits.'),
});
export type PlanOnSale = z.infer<typeof PlanOnSale>;

/** GET /api/billing/premium-config: the plans on sale; `priceIds` are Stripe's ids of their prices. */
export const PremiumConfigResponse = Success.extend({
  defaultPriceId: z.string(),
  priceIds: z
    .record(z.string(), z.string())
    .describe('By the id of each plan: weekly, monthly and yearly, or the operator’s own.'),
  plans: z
    .exactOptional(z.array(PlanOnSale))
    .describe('The operator’s own plans, in their order; absent for the three that come with the product.'),
  free: z
    .exactOptional(z.array(z.object({ name: z.string(), limit: z.int() })))
    .describe('What the free tier limits besides messages. 0: it is not part of it.'),
});
export type PremiumConfigResponse = z.infer<typeof PremiumConfigResponse>;

/** POST /api/billing/create-premium-checkout-session: `already-subscribed` if the user has a subscription. */
export const CheckoutRequest = z.object({ priceId: z.string(NO_PLAN).min(1, NO_PLAN).max(255, NO_PLAN) }, NO_PLAN);
export type CheckoutRequest = z.infer<typeof CheckoutRequest>;

/** POST /api/billing/create-premium-checkout-session and create-portal-session: the page to open next. */
export const BillingUrlResponse = Success.extend({ url: z.string().describe('Where the browser goes next.') });
export type BillingUrlResponse = z.infer<typeof BillingUrlResponse>;

/** GET /api/billing/subscription: what the user pays for, as Stripe reports it now. */
export const SubscriptionResponse = Success.extend({
  plan: z.string().nullable().describe('The id of the plan on sale that the user pays; null for none.'),
  planName: z
    .exactOptional(z.string())
    .describe('The name of a plan that is none of the three that come with the product, such as an earlier one.'),
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
