import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '@parley/core';
import type { BillingStore, UserRecord } from '../../storage/storage.ts';

export type Customers = ReturnType<typeof createCustomers>;

/** Who users are at Stripe. They are never found by their address: whoever has it need not be the same person. */
export function createCustomers(stripe: Stripe, billing: BillingStore, isLive: boolean) {
  async function listOwn(userId: string) {
    return (await billing.customersOf(userId)).filter((customer) => customer.isLive === isLive);
  }

  return {
    /** Null for a user who never was about to pay. */
    async find(userId: string): Promise<string | null> {
      return (await listOwn(userId)).find(({ isGone }) => !isGone)?.customerId ?? null;
    },

    /** The user's customer; a new one where there is none, the same however often and at once this is called. */
    async ensure({ id: userId, email }: UserRecord): Promise<string> {
      const known = await listOwn(userId);
      const own = known.find(({ isGone }) => !isGone);
      if (own) return own.customerId;
      const person = { ...(email !== null && { email }), metadata: { userId } };
      // Stripe takes a key again only with the same words, and answers as it did then, also with one that is gone by now.
      const words = createHash('sha256')
        .update(email ?? '')
        .digest('hex')
        .slice(0, 16);
      const idempotencyKey = `cust:${userId}:${known.length}:${words}`;
      const { id: customerId } = await stripe.customers.create(person, { idempotencyKey });
      const linked = await billing.link({ customerId, userId, isLive });
      if (linked) return linked.customerId;
      // The account was deleted meanwhile: nobody else would have Stripe forget the person.
      await stripe.customers.del(customerId);
      throw new AppError('unauthorized');
    },
  };
}
