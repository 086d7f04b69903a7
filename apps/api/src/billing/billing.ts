import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError, DEFAULT_PLAN, type PlanId } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import { isLiveKey, type BillingSettings } from './billing-settings.ts';
import { createCancellation } from './stripe/cancellation.ts';
import { checkPrices } from './stripe/check-prices.ts';
import { createCheckout } from './stripe/checkout.ts';
import { createCustomers } from './stripe/customers.ts';
import { DueCustomers } from './due-customers.ts';
import { forLog, fromStripe, isMissing, isRefusal, openStripe } from './stripe/stripe-client.ts';
import { SubscriptionSync } from './stripe/subscription-sync.ts';
import { createWebhook } from './stripe/webhook.ts';

/** How often one user has Stripe asked. */
const REFRESH_S = 5;
/** How long a person waits for Stripe before they are told what was known before. */
const PATIENCE_MS = 5_000;

export interface BillingDependencies {
  settings: BillingSettings;
  storage: Pick<Storage, 'users' | 'billing'>;
  cluster: Pick<Cluster, 'limiter' | 'inTurn'>;
  publicUrl: () => string;
  /** Hears of each user whose subscription may be another now. */
  onSynced: (userId: string) => void;
  logger: Logger;
  now: () => number;
}

export type Billing = ReturnType<typeof createBilling>;

/** Selling plans: who pays for what is what Stripe says when it is asked, and nothing else. */
export function createBilling({ settings, storage, cluster, publicUrl, onSynced, logger, now }: BillingDependencies) {
  const { priceIds } = settings;
  const { users, billing } = storage;
  const stripe = openStripe(settings);
  const isLiveAccount = isLiveKey(settings);
  const customers = createCustomers(stripe, billing, isLiveAccount);
  const sync = new SubscriptionSync({ stripe, isLiveAccount, billing, onSynced, logger, now });
  const checkout = createCheckout({
    stripe,
    cluster,
    billing,
    customers,
    sync,
    options: settings.checkout,
    publicUrl,
    now,
  });
  const webhook = createWebhook({ stripe, secret: settings.webhookSecret, isLiveAccount, billing, sync, logger, now });
  const due = new DueCustomers({ billing, sync, isLiveAccount, logger, now });
  const refreshLimit = createRateLimit(cluster, 'billing-looks', { requests: 1, seconds: REFRESH_S });
  const closePages = (customerId: string) => checkout.closeAll(customerId);

  /** Whether Stripe answered in time. Going on longer, it is stored nevertheless. */
  async function lookInTime(customerId: string): Promise<boolean> {
    const patience = new AbortController();
    const looked = sync.look(customerId).then(
      () => true,
      (error: unknown) => {
        logger.warn(forLog(error), 'a subscription could not be refreshed');
        return false;
      },
    );
    const late = delay(PATIENCE_MS, false, { signal: patience.signal, ref: false }).catch(() => false);
    const isInTime = await Promise.race([looked, late]);
    patience.abort();
    return isInTime;
  }

  return {
    isLiveAccount,
    config: (): { defaultPriceId: string; priceIds: Record<PlanId, string> } => ({
      defaultPriceId: priceIds[DEFAULT_PLAN],
      priceIds,
    }),

    /** Throws `invalid-request` for a price that is none of ours. */
    checkPrice(priceId: string): void {
      if (Object.values(priceIds).includes(priceId)) return;
      throw new AppError('invalid-request', { message: 'Please select a plan.' });
    },

    /** The address of a page on which to pay a price that `checkPrice` let pass. */
    async checkoutUrl(user: UserRecord, priceId: string): Promise<string> {
      return fromStripe(checkout.open(user, priceId), logger, 'Failed to create checkout session.');
    },

    /** The address of the page on which a customer changes or ends what they pay for. */
    async portalUrl(user: UserRecord): Promise<string> {
      const customer = await customers.find(user.id);
      if (customer === null) throw new AppError('conflict', { message: 'No billing account' });
      try {
        return (await stripe.billingPortal.sessions.create({ customer, return_url: `${publicUrl()}/` })).url;
      } catch (error) {
        if (isMissing(error)) {
          await lookInTime(customer);
          throw new AppError('conflict', { message: 'No billing account', cause: error });
        }
        // Such as a portal whose settings the operator never saved: Stripe's sentence says what to do.
        return fromStripe(Promise.reject(error), logger, isRefusal(error) ? error.message : undefined);
      }
    },

    /** The user as Stripe says it now; `isStale` when it does not answer. Asked again too soon, as it was just now. */
    async refresh(user: UserRecord): Promise<{ user: UserRecord; isStale: boolean }> {
      const customer = await customers.find(user.id);
      const mayAsk =
        customer !== null &&
        (await refreshLimit.consume(user.id).then(
          () => true,
          () => false,
        ));
      const isStale = mayAsk && !(await lookInTime(customer));
      return { user: (await users.findById(user.id)) ?? user, isStale };
    },

    receive: webhook.receive,
    cancelEverything: createCancellation(billing, { stripe, isLive: isLiveAccount, closePages }),
    /** Looks at all customers that have to be looked at by now. */
    lookAtDue: () => due.run(),

    /** Begins to look after the customers. */
    start(): void {
      due.start();
      void checkPrices(stripe, settings, logger);
    },

    /** Resolves when nothing is asked of Stripe or stored any more. */
    async close(): Promise<void> {
      await due.close();
      await sync.idle();
    },
  };
}
