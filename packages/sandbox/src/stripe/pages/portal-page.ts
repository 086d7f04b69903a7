import { escapeHtml, hidden, page } from '../../server/page.ts';
import type { Customer, PaymentMethod, PortalSession, Price, Subscription } from '../records/objects.ts';
import { isLive } from '../records/subscription-status.ts';
import { periodEnd } from '../billing/subscriptions.ts';
import { day, money } from './format.ts';

interface PortalPage {
  productName: string;
  session: PortalSession;
  customer: Customer;
  /** Newest first. */
  subscriptions: Subscription[];
  card: PaymentMethod | null;
  prices: Price[];
}

/** The page where a person manages subscriptions. */
export function portalPage({ productName, session, customer, subscriptions, card, prices }: PortalPage): string {
  const back = session.return_url
    ? `<p><a href="${escapeHtml(session.return_url)}">← Return to ${escapeHtml(productName)}</a></p>`
    : '';
  const live = subscriptions.filter(({ status }) => isLive(status));
  const ended = subscriptions.filter(({ status }) => !isLive(status));
  const history = ended.map(({ items, ended_at }) => {
    const name = escapeHtml(items.data[0]?.price.nickname ?? '');
    return `<li>${name}, ended on ${day(ended_at ?? 0)}</li>`;
  });
  return page(
    'Manage your plan',
    `${back}
<p>${escapeHtml(customer.email ?? customer.id)}. This page stands in for Stripe’s customer portal on this machine only.</p>
${live.map((subscription) => part(subscription, prices)).join('') || '<p>You don’t have a plan.</p>'}
<h2>Card</h2>
<p>${card ? `Card ending in ${card.card.last4}` : 'No card yet.'}</p>
<form method="post"><button name="answer" value="card-good">Use 4242, which pays</button>
<button name="answer" value="card-declining">Use 0341, which is declined</button></form>
${history.length > 0 ? `<h2>Earlier plans</h2><ul>${history.join('')}</ul>` : ''}`,
  );
}

function part(subscription: Subscription, prices: Price[]): string {
  const { id, status, cancel_at, items } = subscription;
  const current = items.data[0]?.price;
  const others = prices.filter(
    ({ id: other, active, type, currency }) =>
      other !== current?.id && active && type === 'recurring' && currency === current?.currency,
  );
  const switches = others.map(
    (price) =>
      `<button name="price" value="${escapeHtml(price.id)}">Switch to ${escapeHtml(price.nickname)}, ${costs(price)}</button>`,
  );
  const next =
    cancel_at === null
      ? `${status === 'trialing' ? 'Trial ends' : 'Renews'} on ${day(periodEnd(subscription))}`
      : `Cancels on ${day(cancel_at)}`;
  const end =
    cancel_at === null
      ? '<button name="answer" value="cancel">Cancel plan</button>'
      : '<button name="answer" value="resume">Don’t cancel plan</button>';
  return `<h2>${escapeHtml(current?.nickname ?? '')} plan</h2>
<p>${current ? costs(current) : ''} · <span>${escapeHtml(status)}</span> · ${next}.</p>
<form method="post">${hidden('subscription', id)}<p>${end}</p></form>
<form method="post">${hidden('subscription', id)}${hidden('answer', 'switch')}${switches.join(' ')}</form>`;
}

function costs({ unit_amount, currency, recurring }: Price): string {
  return `${money(unit_amount, currency)} per ${recurring.interval}`;
}
