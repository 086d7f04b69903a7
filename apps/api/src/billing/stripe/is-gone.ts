import type Stripe from 'stripe';
import { isMissing } from './stripe-client.ts';

/** Whether Stripe has no such customer any more. */
export async function isGone(stripe: Stripe, customerId: string, isLiveAccount: boolean): Promise<boolean> {
  try {
    return (await stripe.customers.retrieve(customerId)).deleted === true;
  } catch (error) {
    // Test data can be emptied. A live customer is never unknown: that is the key of another account.
    if (isMissing(error) && !isLiveAccount) return true;
    throw error;
  }
}
