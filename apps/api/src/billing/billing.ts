import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError, DEFAULT_PLAN, t, type PremiumConfigResponse } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import { isLiveKey, type BillingSettings } from './billing-settings.ts';
import { createCancellation } from './stripe/cancellation.ts';
import { checkPrices } from './stripe/check-prices.ts';
import { createCheckout } from './stripe/checkout.ts';
import { createCustomers } from './stripe/customers.ts';
import { DueCustomers } from './due-customers.ts';
import { OwnPrices } from './stripe/own-prices.ts';
import { NO_PAYMENTS, readPayments, type Payments } from './stripe/read-payments.ts';
import { forLog, fromStripe, isMissing, isRefusal, openStripe } from './stripe/stripe-client.ts';
import { createStaffBilling } from './stripe/staff-billing.ts';
import { SubscriptionSync } from './stripe/subscription-sync.ts';
import { createWebhook } from './stripe/webhook.ts';

/** Minimum seconds between two refreshes of one user. */
const REFRESH_S = 5;
/** Payments of one user that may be read per minute. */
const PAYMENTS_A_MINUTE = 20;
/** How long a request waits for Stripe before it returns the stored state. */
const PATIENCE_MS = 5_000;

export interface BillingDependencies {
  settings: BillingSettings;
  storage: Pick<Storage, 'users' | 'billing'>;
  cluster: Pick<Cluster, 'limiter' | 'inTurn'>;
  publicUrl: () => string;
  logger: Logger;
  now: () => number;
}

export type Billing = ReturnType<typeof createBilling>;

/** Sells plans. Subscription state comes only from Stripe's API, never from requests or events. */
export function createBilling({ settings, storage, cluster, publicUrl, logger, now }: BillingDependencies) {
  const { priceIds, ownPlans } = settings;
  const { users, billing } = storage;
  const stripe = openStripe(settings);
  const isLiveAccount = isLiveKey(settings);
  const customers = createCustomers({ stripe, cluster, users, billing, isLive: isLiveAccount, logger });
  const sync = new SubscriptionSync({ stripe, isLiveAccount, billing, logger, now });
  const checkout = createCheckout({
    stripe,
    cluster,
    billing,
    customers,
    sync,
    options: settings.checkout,
    trialDaysOf: (priceId) => ownPlans?.find(({ price }) => price === priceId)?.trialDays ?? 0,
    publicUrl,
    now,
  });
  const webhook = createWebhook({ stripe, secret: settings.webhookSecret, isLiveAccount, billing, sync, logger, now });
  const due = new DueCustomers({ billing, sync, isLiveAccount, logger, now });
  const refreshLimit = createRateLimit(cluster, 'billing-looks', { requests: 1, seconds: REFRESH_S });
  const paymentsLimit = createRateLimit(cluster, 'billing-payments', { requests: PAYMENTS_A_MINUTE, seconds: 60 });
  const ownPrices = new OwnPrices({ stripe, settings, now });
  const addressUpdates = new Set<Promise<void>>();
  const closePages = (customerId: string) => checkout.closeAll(customerId);

  /** Whether Stripe answered in time. A slower refresh continues in the background. */
  async function refreshInTime(customerId: string): Promise<boolean> {
    const patience = new AbortController();
    const synced = sync.refresh(customerId).then(
      () => true,
      (error: unknown) => {
        logger.warn(forLog(error), 'a subscription could not be refreshed');
        return false;
      },
    );
    const late = delay(PATIENCE_MS, false, { signal: patience.signal, ref: false }).catch(() => false);
    const isInTime = await Promise.race([synced, late]);
    patience.abort();
    return isInTime;
  }

  return {
    isLiveAccount,

    /** The plans on sale. Throws `unavailable` while the prices of the operator's own are not known. */
    async config(): Promise<Omit<PremiumConfigResponse, 'success'>> {
      if (!ownPlans) return { defaultPriceId: priceIds[DEFAULT_PLAN] ?? '', priceIds };
      const prices = await ownPrices.read();
      const plans = ownPlans.map(({ id, name, description, trialDays, caps }) => {
        return { id, name, description, price: prices.get(id) ?? null, trialDays, caps };
      });
      const first = plans.find(({ price }) => price !== null) ?? plans[0];
      return { defaultPriceId: priceIds[first?.id ?? ''] ?? '', priceIds, plans };
    },

    /** Throws `invalid-request` for a price that is not one of the plans. */
    checkPrice(priceId: string): void {
      if (Object.values(priceIds).includes(priceId)) return;
      throw new AppError('invalid-request', { message: t`Please select a plan.` });
    },

    /** The URL of a checkout page for a price that passed `checkPrice`. */
    async checkoutUrl(user: UserRecord, priceId: string): Promise<string> {
      await customers.updateAddress(user.id, true);
      return fromStripe(checkout.open(user, priceId), logger, t`Failed to create checkout session.`);
    },

    /** The URL of the page on which a customer manages or cancels the subscription. */
    async portalUrl(user: UserRecord): Promise<string> {
      const customer = await customers.find(user.id);
      if (customer === null) throw new AppError('conflict', { message: t`No billing account` });
      await customers.updateAddress(user.id, true);
      try {
        return (await stripe.billingPortal.sessions.create({ customer, return_url: `${publicUrl()}/` })).url;
      } catch (error) {
        if (isMissing(error)) {
          await refreshInTime(customer);
          throw new AppError('conflict', { message: t`No billing account`, cause: error });
        }
        // For example, the operator never saved the portal's settings: Stripe's message says what to do.
        return fromStripe(Promise.reject(error), logger, isRefusal(error) ? error.message : undefined);
      }
    },

    /**
     * Refreshes the user from Stripe; `isStale` if Stripe does not answer. Too frequent calls return the stored state.
     */
    async refresh(user: UserRecord): Promise<{ user: UserRecord; isStale: boolean }> {
      const customer = await customers.find(user.id);
      const mayAsk =
        customer !== null &&
        (await refreshLimit.consume(user.id).then(
          () => true,
          () => false,
        ));
      const isStale = mayAsk && !(await refreshInTime(customer));
      return { user: (await users.findById(user.id)) ?? user, isStale };
    },

    /** The user's plan, next charge and receipts. */
    async payments(user: UserRecord): Promise<Payments> {
      const customer = await customers.find(user.id);
      if (customer === null) return NO_PAYMENTS;
      await paymentsLimit.consume(user.id);
      return fromStripe(readPayments(stripe, customer, settings), logger);
    },

    /** Sends a user's receipts to the account's new address, in the background. */
    followAddress(userId: string): void {
      const update = customers.updateAddress(userId, false).finally(() => addressUpdates.delete(update));
      addressUpdates.add(update);
    },

    staff: createStaffBilling({ stripe, customers, isLiveAccount, sync, logger }),
    receive: webhook.receive,
    cancelEverything: createCancellation(billing, { stripe, isLive: isLiveAccount, closePages }),
    /** Syncs all customers that are due. */
    lookAtDue: () => due.run(),

    /** Starts syncing customers that are due. */
    start(): void {
      due.start();
      void checkPrices(stripe, settings, logger);
    },

    /** Resolves when no call to Stripe and no write is pending. */
    async close(): Promise<void> {
      await due.close();
      await Promise.all(addressUpdates);
      await sync.idle();
    },
  };
}
