import { CARDS } from './cards.ts';
import type { Ledger } from '../records/ledger.ts';
import { newId } from '../records/new-id.ts';
import { DAY_S } from '../records/periods.ts';
import type { Invoice, Subscription } from '../records/objects.ts';

interface Bill {
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  /** Cents. */
  amount: number;
  start: number;
  end: number;
  description: string;
}

/** Creates and finalizes an unpaid invoice for a subscription. */
export function bill(ledger: Ledger, subscription: Subscription, charge: Bill): Invoice {
  const invoice = writeInvoice(ledger, subscription, charge);
  const customer = ledger.customers.get(invoice.customer);
  if (customer) {
    invoice.number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence++).padStart(4, '0')}`;
    customer.currency = invoice.currency;
  }
  ledger.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  ledger.emit('invoice.created', invoice);
  ledger.emit('invoice.finalized', invoice);
  return invoice;
}

/** Returns an invoice for a subscription without recording it, and without a number. */
export function writeInvoice(
  ledger: Ledger,
  subscription: Subscription,
  { reason, amount, start, end, description }: Bill,
): Invoice {
  const [item] = subscription.items.data;
  const customer = ledger.customers.get(subscription.customer);
  if (!item || !customer) throw new Error(`${subscription.id} has no item or no customer`);
  const now = ledger.now(customer.id);
  const id = newId('in');
  const line: Invoice['lines']['data'][number] = {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description,
    invoice: id,
    livemode: false,
    metadata: subscription.metadata,
    period: { start, end },
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: String(amount),
    },
    quantity: item.quantity,
    subscription: subscription.id,
    subtotal: amount,
  };
  return {
    id,
    object: 'invoice',
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name,
    default_payment_method: null,
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: ledger.invoicePage(id),
    invoice_pdf: null,
    lines: { object: 'list', data: [line], has_more: false, total_count: 1, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: now,
    period_start: now,
    receipt_number: null,
    starting_balance: 0,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    test_clock: null,
    total: amount,
  };
}

/** Charges an invoice's open amount to the card on file. Returns whether the invoice is paid. */
export function collect(ledger: Ledger, subscription: Subscription, invoice: Invoice): boolean {
  const customer = ledger.customers.get(subscription.customer);
  const now = ledger.now(subscription.customer);
  const card = cardOf(ledger, subscription);
  const isPaid = invoice.amount_due === 0 || card?.card.last4 === CARDS.good.last4;
  invoice.attempted = true;
  if (invoice.amount_due > 0) invoice.attempt_count++;
  if (isPaid) {
    invoice.status = 'paid';
    invoice.amount_paid = invoice.amount_due;
    invoice.amount_remaining = 0;
    invoice.next_payment_attempt = null;
    invoice.status_transitions.paid_at = now;
    ledger.emit('invoice.paid', invoice);
    ledger.emit('invoice.payment_succeeded', invoice);
  } else {
    invoice.next_payment_attempt = now + 3 * DAY_S;
    ledger.emit('invoice.payment_failed', invoice);
  }
  if (customer && customer.delinquent !== !isPaid) {
    ledger.update('customer.updated', customer, { delinquent: !isPaid });
  }
  return isPaid;
}

/** The card charged for a subscription. */
export function cardOf(ledger: Ledger, subscription: Subscription) {
  const customer = ledger.customers.get(subscription.customer);
  const id = subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method;
  return ledger.paymentMethods.get(id ?? '') ?? null;
}

export function openInvoicesOf(ledger: Ledger, subscription: Subscription): Invoice[] {
  return [...ledger.invoices.values()].filter(
    ({ status, parent }) => status === 'open' && parent.subscription_details.subscription === subscription.id,
  );
}
