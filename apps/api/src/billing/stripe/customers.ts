import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '@parley/core';
import type { BillingStore, UserRecord } from '../../storage/storage.ts';

export type Customers = ReturnType<typeof createCustomers>;

/** Maps users to Stripe customers. Never matches by email address, which may belong to another user by now. */
export function createCustomers(stripe: Stripe, billing: BillingStore, isLive: boolean) {
  async function listOwn(userId: string) {
    return (await billing.customersOf(userId)).filter((customer) => customer.isLive === isLive);
  }

  return {
    /** Null for a user who has never started a checkout. */
    async find(userId: string): Promise<string | null> {
      return (await listOwn(userId)).find(({ isGone }) => !isGone)?.customerId ?? null;
    },

    /** Returns the user's customer, or creates one. Repeated and simultaneous calls return the same one. */
    async ensure({ id: userId, email }: UserRecord): Promise<string> {
      const known = await listOwn(userId);
      const own = known.find(({ isGone }) => !isGone);
      if (own) return own.customerId;
      const person = { ...(email !== null && { email }), metadata: { userId } };
      // Stripe accepts an idempotency key again only with the same parameters, and replays its first response, even if
      // that customer is gone by now.
      const words = createHash('sha256')
        .update(email ?? '')
        .digest('hex')
        .slice(0, 16);
      const idempotencyKey = `cust:${userId}:${known.length}:${words}`;
      const { id: customerId } = await stripe.customers.create(person, { idempotencyKey });
      const linked = await billing.link({ customerId, userId, isLive });
      if (linked) return linked.customerId;
      // The account was deleted meanwhile: nothing else would delete this customer at Stripe.
      await stripe.customers.del(customerId);
      throw new AppError('unauthorized');
    },
  };
}
