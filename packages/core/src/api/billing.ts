import type { PlanId } from '../billing/plans.ts';
import type { SubscriptionTier } from '../billing/subscription.ts';

/** GET /api/billing/premium-config: the plans on sale; `priceIds` are Stripe's ids of their prices. */
export interface PremiumConfigResponse {
  success: true;
  defaultPriceId: string;
  priceIds: Record<PlanId, string>;
}

/** POST /api/billing/create-premium-checkout-session: `already-subscribed` if the user has a subscription. */
export interface CheckoutRequest {
  priceId: string;
}

/** POST /api/billing/create-premium-checkout-session and create-portal-session: the page to open next. */
export interface BillingUrlResponse {
  success: true;
  url: string;
}

/** POST /api/billing/refresh-subscription: the subscription as Stripe reports it now. */
export interface RefreshSubscriptionResponse {
  success: true;
  subscriptionTier: SubscriptionTier;
  subscriptionStatus: string | null;
  /** ISO 8601. */
  usagePeriodEnd: string | null;
  /** ISO 8601: when a canceled subscription ends; null while it renews. */
  cancelAt: string | null;
  /** Present when Stripe did not answer and this is the last known state. */
  stale?: true;
}

/** GET /api/admin/figures?days= (default 30, at most 90): for admins only. */
export interface FiguresResponse {
  success: true;
  /** Accounts that are not deleted. */
  users: number;
  /** Replies in progress. */
  runningReplies: number;
  /** Users by the status of their subscription at Stripe. Each user counts once. */
  subscriptions: { status: string; count: number }[];
  /** Subscriptions that are active or trialing. */
  activeSubscriptions: number;
  /** Monthly revenue of active subscriptions without trials, by currency, in its smallest unit such as cents. */
  monthlyRevenue: { currency: string; amount: number }[];
  /** Users with more than one live subscription, who may be owed a refund. */
  duplicateSubscriptions: number;
  /** Oldest first, today last, without gaps. */
  days: FiguresDay[];
  /** Over all these days, most frequent first. */
  failures: { code: string; count: number }[];
}

export interface FiguresDay {
  /** UTC, such as 2026-01-31. */
  date: string;
  /** Accounts opened. */
  newUsers: number;
  /** Accepted messages, including regenerations. */
  messages: number;
  /** Replies that completed or were stopped. */
  replies: number;
  /** Replies that failed or were interrupted. */
  failures: number;
}
