import { attachCard, type CardKind } from './cards.ts';
import { bill, collect, openInvoicesOf } from './invoices.ts';
import type { Ledger } from '../records/ledger.ts';
import type { Customer, Price, Subscription } from '../records/objects.ts';
import { nextPeriodEnd } from '../records/periods.ts';
import { describe } from './subscriptions.ts';
import { isLive } from '../records/subscription-status.ts';

const AWAITING_PAYMENT = ['past_due', 'unpaid', 'incomplete'];

/** Replaces the card on file and charges open invoices to it. */
export function changeCard(ledger: Ledger, customer: Customer, kind: CardKind): void {
  const { id } = attachCard(ledger, customer, kind);
  ledger.update('customer.updated', customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
  });
  for (const subscription of ledger.subscriptionsOf(customer.id)) {
    if (!isLive(subscription.status)) continue;
    ledger.update('customer.subscription.updated', subscription, { default_payment_method: id });
    if (AWAITING_PAYMENT.includes(subscription.status)) payOpen(ledger, subscription);
  }
}

/** Retries open invoices. A subscription becomes active when all are paid. */
function payOpen(ledger: Ledger, subscription: Subscription): void {
  const isPaid = openInvoicesOf(ledger, subscription).every((invoice) => collect(ledger, subscription, invoice));
  if (isPaid) ledger.update('customer.subscription.updated', subscription, { status: 'active' });
}

/** Switches the price now. A different interval starts a new period, minus credit for the rest of the old one. */
export function switchPrice(ledger: Ledger, subscription: Subscription, price: Price): void {
  const [item] = subscription.items.data;
  if (!item || item.price.id === price.id) return;
  const now = ledger.now(subscription.customer);
  const { current_period_start: start, current_period_end: end, price: old } = item;
  const isTrial = subscription.status === 'trialing';
  const restartsPeriod = !isTrial && old.recurring.interval !== price.recurring.interval;
  const unused = isTrial ? 0 : Math.round((old.unit_amount * item.quantity * (end - now)) / (end - start));
  const share = restartsPeriod || isTrial ? 1 : (end - now) / (end - start);
  const newEnd = restartsPeriod ? nextPeriodEnd(now, price.recurring.interval, now) : end;
  ledger.update('customer.subscription.updated', subscription, () => {
    Object.assign(item, { price, current_period_start: restartsPeriod ? now : start, current_period_end: newEnd });
    if (restartsPeriod) subscription.billing_cycle_anchor = now;
    if (subscription.cancel_at !== null) subscription.cancel_at = newEnd;
  });
  if (isTrial) return;
  const amount = Math.max(0, Math.round(price.unit_amount * item.quantity * share) - unused);
  const description = `${describe(item)}, less unused time`;
  const invoice = bill(ledger, subscription, {
    reason: 'subscription_update',
    amount,
    start: now,
    end: newEnd,
    description,
  });
  if (!collect(ledger, subscription, invoice)) {
    ledger.update('customer.subscription.updated', subscription, { status: 'past_due' });
  }
}
