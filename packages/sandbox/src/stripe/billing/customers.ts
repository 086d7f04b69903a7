import { randomBytes } from 'node:crypto';
import type { Ledger } from '../records/ledger.ts';
import { newId } from '../records/new-id.ts';
import type { Customer, Metadata } from '../records/objects.ts';
import { cancelNow } from './subscriptions.ts';
import { isLive } from '../records/subscription-status.ts';

interface NewCustomer {
  email?: string | null | undefined;
  name?: string | null | undefined;
  description?: string | null | undefined;
  phone?: string | null | undefined;
  metadata?: Metadata | undefined;
}

export function createCustomer(ledger: Ledger, fields: NewCustomer): Customer {
  const customer: Customer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: ledger.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: fields.description ?? null,
    email: fields.email ?? null,
    invoice_prefix: randomBytes(4).toString('hex').toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    next_invoice_sequence: 1,
    phone: fields.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  ledger.customers.set(customer.id, customer);
  ledger.emit('customer.created', customer);
  return customer;
}

/** Cancels every live subscription at once, as Stripe does, then deletes the customer. */
export function deleteCustomer(ledger: Ledger, customer: Customer): void {
  for (const subscription of ledger.subscriptionsOf(customer.id)) {
    if (isLive(subscription.status)) cancelNow(ledger, subscription);
  }
  ledger.customers.delete(customer.id);
  ledger.deletedCustomers.add(customer.id);
  ledger.emit('customer.deleted', customer);
}
