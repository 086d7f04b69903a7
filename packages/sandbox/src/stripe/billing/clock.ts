import { bill, cardOf, collect } from './invoices.ts';
import type { Ledger } from '../records/ledger.ts';
import type { Subscription } from '../records/objects.ts';
import { nextPeriodEnd } from '../records/periods.ts';
import { isLive } from '../records/subscription-status.ts';
import { cancelNow, describe, periodEnd } from './subscriptions.ts';

/** A subscription expires if its first invoice stays unpaid for this long. */
const INCOMPLETE_S = 23 * 3600;

/**
 * Advances a customer's clock to the next event of one of their subscriptions, or to `to` (epoch seconds), and runs
 * everything due. Returns false without a next event.
 */
export function moveClock(ledger: Ledger, customerId: string, to?: number): boolean {
  const next = nextDue(ledger, customerId);
  if (to === undefined && next === null) return false;
  ledger.moveClock(customerId, to ?? next?.at ?? 0);
  for (
    let due = nextDue(ledger, customerId);
    due && due.at <= ledger.now(customerId);
    due = nextDue(ledger, customerId)
  ) {
    applyDueChange(ledger, due.subscription, due.at);
  }
  return true;
}

function nextDue(ledger: Ledger, customerId: string): { subscription: Subscription; at: number } | null {
  const due = ledger
    .subscriptionsOf(customerId)
    .flatMap((subscription) => momentsOf(subscription).map((at) => ({ subscription, at })));
  return due.sort((a, b) => a.at - b.at)[0] ?? null;
}

function momentsOf(subscription: Subscription): number[] {
  const { status, created, cancel_at } = subscription;
  if (!isLive(status)) return [];
  if (status === 'incomplete') return [created + INCOMPLETE_S];
  const cancel = cancel_at === null ? [] : [cancel_at];
  return status === 'paused' ? cancel : [periodEnd(subscription), ...cancel];
}

function applyDueChange(ledger: Ledger, subscription: Subscription, at: number): void {
  if (subscription.cancel_at !== null && subscription.cancel_at <= at) return cancelNow(ledger, subscription, at);
  if (subscription.status === 'incomplete') {
    return ledger.update('customer.subscription.updated', subscription, { status: 'incomplete_expired', ended_at: at });
  }
  const endsTrial = subscription.status === 'trialing';
  const withoutCard = subscription.trial_settings.end_behavior.missing_payment_method;
  if (endsTrial && withoutCard !== 'create_invoice' && !cardOf(ledger, subscription)) {
    if (withoutCard === 'cancel') return cancelNow(ledger, subscription, at);
    subscription.status = 'paused';
    ledger.emit('customer.subscription.paused', subscription, { status: 'trialing' });
    return;
  }
  renew(ledger, subscription, at);
}

/** Resumes a paused subscription with a period that starts now. */
export function resume(ledger: Ledger, subscription: Subscription): void {
  const now = ledger.now(subscription.customer);
  Object.assign(subscription, { status: 'active', billing_cycle_anchor: now } satisfies Partial<Subscription>);
  ledger.emit('customer.subscription.resumed', subscription, { status: 'paused' });
  renew(ledger, subscription, now);
}

/** Starts the next period and charges for it. */
function renew(ledger: Ledger, subscription: Subscription, at: number): void {
  const [item] = subscription.items.data;
  if (!item) return;
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, item.price.recurring.interval, at);
  ledger.update('customer.subscription.updated', subscription, () => {
    for (const each of subscription.items.data)
      Object.assign(each, { current_period_start: at, current_period_end: end });
    if (subscription.status === 'trialing') subscription.status = 'active';
    const amount = item.price.unit_amount * item.quantity;
    bill(ledger, subscription, { reason: 'subscription_cycle', amount, start: at, end, description: describe(item) });
  });
  const invoice = ledger.invoices.get(subscription.latest_invoice ?? '');
  if (!invoice || subscription.status === 'unpaid') return;
  const isPaid = collect(ledger, subscription, invoice);
  if (!isPaid) ledger.update('customer.subscription.updated', subscription, { status: 'past_due' });
}
