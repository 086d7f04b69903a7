import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import type { Cluster } from '../../cluster/cluster.ts';
import type { BillingStore, UserRecord, UserStore } from '../../storage/storage.ts';
import { forLog, isMissing } from './stripe-client.ts';

/** For a page that someone waits for: it must not wait for a slow Stripe. */
const QUICK = { timeout: 3_000, maxNetworkRetries: 0 };

export interface CustomerDependencies {
  stripe: Stripe;
  cluster: Pick<Cluster, 'inTurn'>;
  users: Pick<UserStore, 'findById'>;
  billing: BillingStore;
  isLive: boolean;
  logger: Logger;
}

export type Customers = ReturnType<typeof createCustomers>;

/** Maps users to Stripe customers. Never matches by email address, which may belong to another user by now. */
export function createCustomers({ stripe, cluster, users, billing, isLive, logger }: CustomerDependencies) {
  async function listOwn(userId: string) {
    return (await billing.customersOf(userId)).filter((customer) => customer.isLive === isLive);
  }

  async function find(userId: string): Promise<string | null> {
    return (await listOwn(userId)).find(({ isGone }) => !isGone)?.customerId ?? null;
  }

  /**
   * Sets the account's address at the customer if the customer has not got it yet. The customer's metadata says which
   * one it got last, so an address that the user entered at Stripe stays until the account's changes.
   */
  async function copyAddress(customerId: string, userId: string, options?: Stripe.RequestOptions): Promise<void> {
    const email = (await users.findById(userId))?.email ?? null;
    if (email === null) return;
    const customer = await stripe.customers.retrieve(customerId, {}, options);
    if (customer.deleted || customer.metadata.accountEmail === email) return;
    await stripe.customers.update(customerId, { email, metadata: { accountEmail: email } }, options);
  }

  return {
    /** Null for a user who has never started a checkout. */
    find,

    /** Returns the user's customer, or creates one. Repeated and simultaneous calls return the same one. */
    async ensure({ id: userId, email }: UserRecord): Promise<string> {
      const known = await listOwn(userId);
      const own = known.find(({ isGone }) => !isGone);
      if (own) return own.customerId;
      const address = email === null ? {} : { email };
      const person = { ...address, metadata: { userId, ...(email !== null && { accountEmail: email }) } };
      // Stripe accepts an idempotency key again only with the same parameters, and replays its first response, even if
      // that customer is gone by now.
      const words = createHash('sha256').update(JSON.stringify(person)).digest('hex').slice(0, 16);
      const idempotencyKey = `cust:${userId}:${known.length}:${words}`;
      const { id: customerId } = await stripe.customers.create(person, { idempotencyKey });
      const linked = await billing.link({ customerId, userId, isLive });
      if (linked) return linked.customerId;
      // The account was deleted meanwhile: nothing else would delete this customer at Stripe.
      await stripe.customers.del(customerId);
      throw new AppError('unauthorized');
    },

    /**
     * Sends receipts to the account's present address. With `isAwaited`, gives up after seconds. Never rejects: a failure
     * is logged, and the next checkout or portal page tries again.
     */
    async updateAddress(userId: string, isAwaited: boolean): Promise<void> {
      try {
        const customerId = await find(userId);
        if (customerId === null) return;
        // In turn, so that the later of two changes is also the last one at Stripe.
        const copy = () => copyAddress(customerId, userId, isAwaited ? QUICK : undefined);
        await cluster.inTurn(`customer-address ${userId}`, copy);
      } catch (error) {
        if (!isMissing(error)) logger.warn(forLog(error), 'the address of a customer could not be updated at Stripe');
      }
    },
  };
}
