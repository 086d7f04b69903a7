import { escapeHtml, hidden, page } from '../../server/page.ts';
import type { StripeKnobs } from '../knobs.ts';
import type { Ledger } from '../records/ledger.ts';
import type { CheckoutSession, Customer, Subscription } from '../records/objects.ts';
import type { StripeDelivery } from '../webhooks/outbox.ts';
import { isLive } from '../records/subscription-status.ts';
import { periodEnd } from '../billing/subscriptions.ts';
import { knobFields } from './knob-fields.ts';
import { day } from './format.ts';

interface ControlPage {
  ledger: Ledger;
  knobs: StripeKnobs;
  deliveries: StripeDelivery[];
}

const STATUSES = ['active', 'trialing', 'past_due', 'unpaid', 'paused', 'incomplete', 'incomplete_expired', 'canceled'];
const SHOWN = 30;

/** The control page: subscriptions, the actions on them, and sent events. */
export function controlPage({ ledger, knobs, deliveries }: ControlPage): string {
  const customers = [...ledger.customers.values()].reverse().map((customer) => customerPart(ledger, customer));
  const open = [...ledger.checkoutSessions.values()].filter(({ status }) => status === 'open');
  const sent = deliveries.slice(-SHOWN).reverse().map(deliveryRow);
  return page(
    'Stripe',
    `<p>Everyone who opened a checkout since this sandbox started. Each button changes something at Stripe, which sends the product an event.
<code>POST /stripe/__do</code> and <code>POST /stripe/__knobs</code> do the same, and the state is available as JSON at <a href="/stripe/__state">/stripe/__state</a>.</p>
<h2>Customers</h2>${customers.join('') || '<p>No one yet.</p>'}
<h2>Open checkouts</h2>${open.map((session) => checkoutRow(session, ledger)).join('') || '<p>None.</p>'}
<h2>Simulation</h2>
<form method="post" action="/stripe/__knobs"><div class="grid">${knobFields(knobs)}</div><p><button>Apply</button></p></form>
<h2>Events sent to the product</h2>
${button('replay', {}, 'Replay all events')}
<div class="scroll"><table><tr><th>Event</th><th>Try</th><th>Answer</th><th></th></tr>${sent.join('')}</table></div>`,
    '56rem',
  );
}

function customerPart(ledger: Ledger, customer: Customer): string {
  const subscriptions = ledger.subscriptionsOf(customer.id).reverse();
  const ahead = ledger.now(customer.id) - ledger.now();
  const prices = [...ledger.prices.values()];
  const hasPlan = subscriptions.some(({ status }) => isLive(status));
  const trial = prices[0] && { customer: customer.id, price: prices[0].id, trial_days: '7' };
  return `<fieldset><legend>${escapeHtml(customer.email ?? customer.id)}</legend>
<p><small>${customer.id}${ahead > 0 ? ` · their date is ${day(ledger.now(customer.id))}` : ''}</small></p>
${subscriptions.map(subscriptionPart).join('')}
${hasPlan ? `${button('next-period', { customer: customer.id }, 'Move to the next period')} ${button('fail-renewal', { customer: customer.id }, 'Fail the next renewal')}` : ''}
${hasPlan || !trial ? '' : button('subscribe', trial, 'Start a trial')}
${button('delete-customer', { customer: customer.id }, 'Delete customer')}</fieldset>`;
}

function subscriptionPart(subscription: Subscription): string {
  const { id, status, cancel_at, items } = subscription;
  const name = escapeHtml(items.data[0]?.price.nickname ?? '');
  const end = cancel_at === null ? `period ends ${day(periodEnd(subscription))}` : `cancels ${day(cancel_at)}`;
  const about = `<p><b>${name}</b>: ${escapeHtml(status)}, ${end} <small>${id}</small></p>`;
  if (!isLive(status)) return about;
  const options = STATUSES.map((one) => `<option${one === status ? ' selected' : ''}>${one}</option>`);
  return `${about}<div>${button('cancel-now', { subscription: id }, 'Cancel now')}
<form class="inline" method="post" action="/stripe/__do">${hidden('action', 'set-status')}${hidden('subscription', id)}
<label>Status <select name="status">${options.join('')}</select></label> <button>Set status</button></form></div>`;
}

function checkoutRow({ id, url, customer, customer_email }: CheckoutSession, ledger: Ledger): string {
  const email = customer_email ?? ledger.customers.get(customer ?? '')?.email;
  const whose = escapeHtml(email ?? customer ?? 'a new customer');
  return `<div><a href="${escapeHtml(url ?? '')}">Checkout of ${whose}</a> ${button('expire-checkout', { session: id }, 'Expire')}</div>`;
}

function deliveryRow({ event, type, attempt, status, url }: StripeDelivery): string {
  const replay = button('replay', { events: event }, 'Replay');
  return `<tr><td>${escapeHtml(type)}<br><small>${event}, to ${escapeHtml(url)}</small></td><td>${attempt}</td><td>${status ?? 'none'}</td><td>${replay}</td></tr>`;
}

function button(action: string, fields: Record<string, string>, label: string): string {
  const inputs = Object.entries({ action, ...fields }).map(([name, value]) => hidden(name, value));
  return `<form method="post" action="/stripe/__do" class="inline">${inputs.join('')}<button>${escapeHtml(label)}</button></form>`;
}
