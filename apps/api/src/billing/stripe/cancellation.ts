import type Stripe from 'stripe';
import type { BillingStore } from '../../storage/storage.ts';
import { isGone } from './is-gone.ts';
import { isMissing } from './stripe-client.ts';

const ENDED = new Set(['canceled', 'incomplete_expired']);

interface Account {
  stripe: Stripe;
  isLive: boolean;
  /** Expires the checkout pages that the customer could still pay on. */
  closePages: (customerId: string) => Promise<void>;
}

/**
 * Cancels all of a user's subscriptions at once, so that no further charge follows, and deletes the Stripe customer.
 * `account` is null if billing is (no longer) enabled. Throws until this is confirmed; retrying is safe.
 */
export function createCancellation(billing: BillingStore, account: Account | null) {
  async function cancelAll({ stripe, isLive, closePages }: Account, customer: string): Promise<void> {
    try {
      await closePages(customer);
      const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
      for await (const { id, status } of all) if (!ENDED.has(status)) await stripe.subscriptions.cancel(id);
      await stripe.customers.del(customer);
    } catch (error) {
      if (!isMissing(error) || !(await isGone(stripe, customer, isLive))) throw error;
    }
    await billing.markGone(customer);
  }

  return async function cancelEverything(userId: string): Promise<void> {
    for (const { customerId, isLive, isGone: isDone } of await billing.customersOf(userId)) {
      if (isDone) continue;
      if (account?.isLive === isLive) await cancelAll(account, customerId);
      else if (isLive) throw new Error('A customer of the live Stripe account must be canceled; set its key.');
    }
  };
}
