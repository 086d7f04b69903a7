import { money } from '../pages/format.ts';
import { bill, collect } from './invoices.ts';
import type { Ledger } from '../records/ledger.ts';
import { newId } from '../records/new-id.ts';
import type { Metadata, Price, Subscription, SubscriptionItem } from '../records/objects.ts';
import { nextPeriodEnd } from '../records/periods.ts';

export interface NewSubscription {
  customer: string;
  price: Price;
  quantity?: number | undefined;
  metadata?: Metadata | undefined;
  description?: string | undefined;
  /** Epoch seconds; no trial if omitted. */
  trialEnd?: number | null | undefined;
  /** Action at the trial's end without a card: `create_invoice`, `cancel` or `pause`. */
  withoutCard?: string | undefined;
  paymentMethod?: string | null | undefined;
  billingMode?: 'flexible' | 'classic' | undefined;
  /** Leaves the first invoice open, so that the subscription waits for payment. */
  isIncomplete?: boolean | undefined;
}

/** Creates a subscription and charges its first invoice. */
export function startSubscription(ledger: Ledger, fields: NewSubscription): Subscription {
  const { customer, price, quantity = 1, trialEnd = null, billingMode = 'flexible', isIncomplete = false } = fields;
  const now = ledger.now(customer);
  const id = newId('sub');
  const periodEnd = trialEnd ?? nextPeriodEnd(now, price.recurring.interval, now);
  const item: SubscriptionItem = {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd,
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  };
  const subscription: Subscription = {
    id,
    object: 'subscription',
    application: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_mode: {
      flexible: billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: billingMode,
    },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    default_payment_method: fields.paymentMethod ?? null,
    default_source: null,
    description: fields.description ?? null,
    discounts: [],
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata: fields.metadata ?? {},
    pause_collection: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method: fields.withoutCard ?? 'create_invoice' } },
    trial_start: trialEnd === null ? null : now,
  };
  ledger.subscriptions.set(id, subscription);
  const amount = trialEnd === null ? price.unit_amount * quantity : 0;
  const description = trialEnd === null ? describe(item) : `Trial period for ${item.price.nickname}`;
  const invoice = bill(ledger, subscription, {
    reason: 'subscription_create',
    amount,
    start: now,
    end: periodEnd,
    description,
  });
  ledger.emit('customer.subscription.created', subscription);
  const isPaid = trialEnd !== null || !isIncomplete;
  if (isPaid && collect(ledger, subscription, invoice)) {
    ledger.update('customer.subscription.updated', subscription, { status: trialEnd === null ? 'active' : 'trialing' });
  }
  return subscription;
}

export function describe(item: SubscriptionItem): string {
  return `${item.quantity} × ${item.price.nickname} (at ${money(item.price.unit_amount, item.price.currency)} / ${item.price.recurring.interval})`;
}

/** Cancels a subscription immediately, at its customer's current time or at `at` (epoch seconds). */
export function cancelNow(ledger: Ledger, subscription: Subscription, at = ledger.now(subscription.customer)): void {
  subscription.status = 'canceled';
  subscription.canceled_at ??= at;
  subscription.ended_at = at;
  subscription.cancellation_details.reason ??= 'cancellation_requested';
  ledger.emit('customer.subscription.deleted', subscription);
}

/** The end of the paid period or trial. */
export function periodEnd(subscription: Subscription): number {
  return Math.max(...subscription.items.data.map((item) => item.current_period_end));
}

/**
 * Schedules a cancellation at the end of the period, or revokes it. In flexible billing the portal sets only
 * `cancel_at`, and `cancel_at_period_end` stays false.
 */
export function cancelAtPeriodEnd(ledger: Ledger, subscription: Subscription, by: 'portal' | 'api'): void {
  const isFlagged = by === 'api' || subscription.billing_mode.type === 'classic';
  ledger.update('customer.subscription.updated', subscription, {
    cancel_at: periodEnd(subscription),
    cancel_at_period_end: isFlagged,
    canceled_at: ledger.now(subscription.customer),
    cancellation_details: { ...subscription.cancellation_details, reason: 'cancellation_requested' },
  });
}

export function keep(ledger: Ledger, subscription: Subscription): void {
  ledger.update('customer.subscription.updated', subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
  });
}
