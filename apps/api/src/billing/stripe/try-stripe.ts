import type Stripe from 'stripe';
import type { BillingSettings } from '../billing-settings.ts';
import { readPrices, type CheckedPrice } from './check-prices.ts';
import { stripeErrors } from './stripe-client.ts';

/** Events without which a plan changes only at the daily sync. */
const NEEDED = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
];

/** The webhook that Stripe has for one of this server's addresses. */
export interface RegisteredWebhook {
  isEnabled: boolean;
  /** Events that it does not send. */
  missing: string[];
}

export interface TriedStripe {
  /** Why Stripe rejects the key, or could not be asked at all. */
  failure: unknown;
  isKeyRejected: boolean;
  prices: CheckedPrice[];
  /** Null: none is registered. `unreadable`: this key may not list them. */
  webhook: RegisteredWebhook | 'unreadable' | null;
}

/** Reads the prices and the webhooks of the account. Changes nothing and never rejects. */
export async function tryStripe(
  stripe: Stripe,
  settings: BillingSettings,
  webhookUrls: string[],
): Promise<TriedStripe> {
  const [prices, webhook] = await Promise.all([
    readPrices(stripe, settings),
    findWebhook(stripe, webhookUrls).catch(() => 'unreadable' as const),
  ]);
  const failures = prices.flatMap((price) => ('failure' in price ? [price.failure] : []));
  return {
    failure: failures.length === prices.length ? reasonOf(failures[0]) : null,
    isKeyRejected: failures.some((each) => each instanceof stripeErrors().StripeAuthenticationError),
    prices,
    webhook,
  };
}

/** Stripe's library says no more than that a connection failed; its `detail` is the error of the connection. */
function reasonOf(failure: unknown): unknown {
  return failure instanceof stripeErrors().StripeConnectionError && failure.detail instanceof Error
    ? failure.detail
    : failure;
}

async function findWebhook(stripe: Stripe, urls: string[]): Promise<RegisteredWebhook | null> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const own = data.filter(({ url }) => urls.includes(url));
  const found = own.find(({ status }) => status === 'enabled') ?? own[0];
  if (!found) return null;
  const sent: string[] = found.enabled_events;
  return {
    isEnabled: found.status === 'enabled',
    missing: sent.includes('*') ? [] : NEEDED.filter((event) => !sent.includes(event)),
  };
}
