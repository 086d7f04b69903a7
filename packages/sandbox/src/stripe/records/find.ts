import { missing } from '../api/api-error.ts';
import type { Ledger } from './ledger.ts';
import type { CheckoutSession, Customer, Price, Subscription } from './objects.ts';

/**
 * Returns the customer or throws Stripe's error. `param` is the parameter with the id; without it, the id is in the
 * path.
 */
export function findCustomer(ledger: Ledger, id: string, param?: string): Customer {
  const customer = ledger.customers.get(id);
  if (!customer) throw missing('customer', id, param);
  return customer;
}

export function findPrice(ledger: Ledger, id: string, param?: string): Price {
  const price = ledger.prices.get(id);
  if (!price) throw missing('price', id, param);
  return price;
}

export function findSubscription(ledger: Ledger, id: string, param?: string): Subscription {
  const subscription = ledger.subscriptions.get(id);
  if (!subscription) throw missing('subscription', id, param);
  return subscription;
}

export function findCheckout(ledger: Ledger, id: string): CheckoutSession {
  const session = ledger.checkoutSessions.get(id);
  if (!session) throw missing('checkout.session', id);
  return session;
}
