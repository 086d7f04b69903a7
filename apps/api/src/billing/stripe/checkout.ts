import type Stripe from 'stripe';
import { AppError, t } from '@parley/core';
import type { BillingStore, UserRecord } from '../../storage/storage.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { CheckoutOptions } from '../billing-settings.ts';
import type { Customers } from './customers.ts';
import { isRefusal } from './stripe-client.ts';
import type { SubscriptionSync } from './subscription-sync.ts';

const BUCKET_S = 600;
/** Stripe's minimum, plus a minute for clock skew. */
const OPEN_S = 31 * 60;
/** A page that expires sooner than this is not reused. */
const STILL_OPEN_S = 300;
const LOOK_AFTER_S = 60;

export interface CheckoutDependencies {
  stripe: Stripe;
  cluster: Pick<Cluster, 'inTurn'>;
  billing: BillingStore;
  customers: Customers;
  sync: SubscriptionSync;
  options: CheckoutOptions;
  /** The free days of a price, for a customer's first subscription. */
  trialDaysOf: (priceId: string) => number;
  publicUrl: () => string;
  now: () => number;
}

/**
 * Manages checkout pages. A user has at most one open, even when the button is pressed twice or in two windows. Users
 * with a subscription get none.
 */
export function createCheckout(dependencies: CheckoutDependencies) {
  const { stripe, cluster, billing, customers, sync, options, trialDaysOf, publicUrl, now } = dependencies;

  async function customerOf(user: UserRecord): Promise<{ customer: string; isFirst: boolean }> {
    const known = await customers.ensure(user);
    const found = await sync.refresh(known);
    // Gone at Stripe: a new customer has no subscriptions yet.
    if (!found) return { customer: await customers.ensure(user), isFirst: true };
    if (found.liveCount > 0) throw new AppError('already-subscribed');
    return { customer: known, isFirst: found.status === null };
  }

  async function open(user: UserRecord, priceId: string): Promise<string> {
    const { customer, isFirst } = await customerOf(user);
    const trialDays = isFirst ? trialDaysOf(priceId) : 0;
    const { data: sessions } = await stripe.checkout.sessions.list({ customer, limit: 100 });
    const isGood = ({ status, metadata, expires_at, url }: Stripe.Checkout.Session) =>
      status === 'open' && url && metadata?.priceId === priceId && expires_at > now() / 1000 + STILL_OPEN_S;
    const good = sessions.find(isGood);
    for (const session of sessions) if (session.status === 'open' && session !== good) await replace(session.id);
    if (good?.url) return good.url;

    // A simultaneous request elsewhere sees the same sessions, derives the same key and gets the same page.
    const bucket = Math.floor(now() / 1000 / BUCKET_S);
    const idempotencyKey = `co:${customer}:${priceId}:${bucket}:${sessions[0]?.id ?? 'first'}${trialDays > 0 ? `:${trialDays}` : ''}`;
    const expiresAt = (bucket + 1) * BUCKET_S + OPEN_S;
    await billing.expect(customer, (expiresAt + LOOK_AFTER_S) * 1000);
    const metadata = { userId: user.id, priceId };
    const { url } = await stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        customer,
        client_reference_id: user.id,
        line_items: [{ price: priceId, quantity: 1 }],
        metadata,
        subscription_data: {
          metadata: { userId: user.id },
          ...(trialDays > 0 && { trial_period_days: trialDays }),
        },
        ...paramsOf(options),
        expires_at: expiresAt,
        success_url: `${publicUrl()}/payment-success?payment_success=true&session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${publicUrl()}/payment-cancel`,
      },
      { idempotencyKey },
    );
    if (!url) throw new AppError('unavailable', { message: t`Failed to create checkout session.` });
    return url;
  }

  /** Expires a page before another one is opened; throws when it was paid, or its payment may be in progress. */
  async function replace(sessionId: string): Promise<void> {
    if (await expire(sessionId)) return;
    const { status } = await stripe.checkout.sessions.retrieve(sessionId);
    if (status === 'complete') throw new AppError('already-subscribed');
    if (status !== 'expired') throw new AppError('conflict');
  }

  /** False when Stripe refuses, because the page was paid, is being paid or expired meanwhile. */
  async function expire(sessionId: string): Promise<boolean> {
    try {
      await stripe.checkout.sessions.expire(sessionId);
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return false;
    }
  }

  return {
    /**
     * The URL of this user's checkout page for this price. Throws `already-subscribed`, and `conflict` while a
     * payment on a page for another price may be in progress.
     */
    open: (user: UserRecord, priceId: string) => cluster.inTurn(`checkout ${user.id}`, () => open(user, priceId)),

    /** Expires the checkout pages that a customer could still pay on. */
    async closeAll(customer: string): Promise<void> {
      const { data: sessions } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
      for (const { id } of sessions) await expire(id);
    },
  };
}

function paramsOf({
  automaticTax,
  promotionCodes,
  termsConsent,
}: CheckoutOptions): Stripe.Checkout.SessionCreateParams {
  return {
    // The tax depends on the address, which our customers enter only on this page.
    ...(automaticTax && { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }),
    ...(promotionCodes && { allow_promotion_codes: true }),
    ...(termsConsent && { consent_collection: { terms_of_service: 'required' } }),
  };
}
