import type { PlanId } from './plans.ts';
import type { SubscriptionTier } from './subscription.ts';

/** GET /api/billing/premium-config: what can be bought; `priceIds` name the plans' prices at Stripe. */
export interface PremiumConfigResponse {
  success: true;
  defaultPriceId: string;
  priceIds: Record<PlanId, string>;
}

/** POST /api/billing/create-premium-checkout-session: `already-subscribed` when there is a subscription to manage. */
export interface CheckoutRequest {
  priceId: string;
}

/** POST /api/billing/create-premium-checkout-session, POST /api/billing/create-portal-session: where to go next. */
export interface BillingUrlResponse {
  success: true;
  url: string;
}

/** POST /api/billing/refresh-subscription: as Stripe says it now, whatever the request says. */
export interface RefreshSubscriptionResponse {
  success: true;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  /** ISO 8601. */
  usagePeriodEnd: string | null;
  /** ISO 8601: when a subscription that was cancelled ends; null while it renews. */
  cancelAt: string | null;
  /** Present when Stripe did not answer: what was known before. */
  stale?: true;
}

/** GET /api/admin/figures?days= (30 unless told, at most 90): for admins alone. */
export interface FiguresResponse {
  success: true;
  /** Accounts that are not deleted. */
  users: number;
  /** Replies that are being written now. */
  runningReplies: number;
  /** Of the subscriptions at Stripe, by status; each user counts once. */
  subscriptions: { status: string; count: number }[];
  /** Those that are active or trialing. */
  activeSubscriptions: number;
  /** Of active subscriptions that are no trial, by currency; in its smallest unit, such as cents. */
  monthlyRevenue: { currency: string; amount: number }[];
  /** Users with more than one live subscription, who may want their money back. */
  duplicateSubscriptions: number;
  /** Oldest first, the running day last, none left out. */
  days: FiguresDay[];
  /** Of all these days, most frequent first. */
  failures: { code: string; count: number }[];
}

export interface FiguresDay {
  /** UTC, such as 2026-01-31. */
  date: string;
  /** Accounts that were opened. */
  newUsers: number;
  /** Messages that were taken, questions asked again included. */
  messages: number;
  /** Replies that ended with what they were to say, or were stopped. */
  replies: number;
  /** Replies that failed or were interrupted. */
  failures: number;
}
