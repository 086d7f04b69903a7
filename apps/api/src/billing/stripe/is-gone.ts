import type Stripe from 'stripe';
import { isMissing } from './stripe-client.ts';

/** Whether the customer no longer exists at Stripe. */
export async function isGone(stripe: Stripe, customerId: string, isLiveAccount: boolean): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customerId)).deleted === true;
  } catch (error) {
    // Test data can be wiped. An unknown live customer means that the key belongs to another account.
    if (isMissing(error) && !isLiveAccount) return true;
    throw error;
  }
}
