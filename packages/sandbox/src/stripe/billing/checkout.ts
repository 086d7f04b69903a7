import { attachCard, type CardKind } from './cards.ts';
import { createCustomer } from './customers.ts';
import type { Ledger } from '../records/ledger.ts';
import type { CheckoutSession, Customer, Metadata, Price } from '../records/objects.ts';
import { DAY_S } from '../records/periods.ts';
import { startSubscription } from './subscriptions.ts';

/** Internal data of a session until it is paid. */
export interface Order {
  price: Price;
  quantity: number;
  metadata: Metadata;
  description?: string | undefined;
  trialDays: number;
  withoutCard?: string | undefined;
  billingMode?: 'flexible' | 'classic' | undefined;
}

/** Pays an open session: creates its customer, card and subscription. */
export function payCheckout(
  ledger: Ledger,
  session: CheckoutSession,
  order: Order,
  buyer: { email: string; card: CardKind },
): void {
  const customer = ledger.customers.get(session.customer ?? '') ?? createCustomer(ledger, { email: buyer.email });
  const card = attachCard(ledger, customer, buyer.card);
  setDefaultCard(ledger, customer, card.id);
  const subscription = startSubscription(ledger, {
    ...order,
    customer: customer.id,
    trialEnd: order.trialDays > 0 ? ledger.now(customer.id) + order.trialDays * DAY_S : null,
    paymentMethod: card.id,
  });
  Object.assign(session, {
    status: 'complete',
    payment_status: order.trialDays > 0 ? 'no_payment_required' : 'paid',
    customer: customer.id,
    customer_details: { address: null, email: customer.email ?? buyer.email, name: customer.name, phone: null },
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
  } satisfies Partial<CheckoutSession>);
  ledger.emit('checkout.session.completed', session);
}

export function expireCheckout(ledger: Ledger, session: CheckoutSession): void {
  Object.assign(session, { status: 'expired', url: null } satisfies Partial<CheckoutSession>);
  ledger.emit('checkout.session.expired', session);
}

/** Expires overdue sessions. */
export function expireOverdue(ledger: Ledger): void {
  for (const session of ledger.checkoutSessions.values()) {
    if (session.status === 'open' && session.expires_at <= ledger.now()) expireCheckout(ledger, session);
  }
}

function setDefaultCard(ledger: Ledger, customer: Customer, id: string): void {
  ledger.update('customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
  });
}
