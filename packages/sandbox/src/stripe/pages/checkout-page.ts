import { bare, escapeHtml, page } from '../../server/page.ts';
import type { Order } from '../billing/checkout.ts';
import type { CheckoutSession } from '../records/objects.ts';
import { money } from './format.ts';

interface CheckoutPage {
  productName: string;
  session: CheckoutSession;
  order: Order;
  /** The buyer's address; null if unknown. */
  email: string | null;
  /** Whether the last attempt was declined. */
  isDeclined: boolean;
}

/** The order beside the form, or above it on a phone. */
const STYLE = `
  body { min-height: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr) }
  .order { background: var(--sunken) } .order, .pay { padding: 2rem 1.25rem }
  .order > *, .pay > * { width: 100%; max-width: 26rem; margin-inline: auto }
  .back { display: inline-block; margin-bottom: 2rem; color: var(--muted) }
  h1 { margin: 0; font-size: 1rem; font-weight: 500; letter-spacing: 0; color: var(--muted) }
  .price { margin-block: 0.25rem 1.5rem; font-size: 2.25rem; line-height: 1.2; font-weight: 600; letter-spacing: -0.02em }
  .price small { font-size: 1rem; font-weight: 400; letter-spacing: 0; color: var(--muted) }
  dl { display: grid; grid-template-columns: auto 1fr; gap: 0.75rem 0; margin-block: 0; padding-top: 1rem; border-top: 1px solid var(--hairline) }
  dt { margin-top: 0; padding-right: 1rem; font-weight: 400; white-space: nowrap } dd { text-align: right } .total { padding-top: 0.75rem; border-top: 1px solid var(--hairline); font-weight: 600 }
  h2 { margin: 0 0 1rem; font-size: 1.25rem } .cards { margin: 1.5rem 0; padding: 0; border: 0 }
  legend { padding: 0; font-size: 0.9375rem; font-weight: 500 }
  .card { display: flex; gap: 0.75rem; align-items: center; margin: 0; padding: 0.75rem; border: 1px solid var(--edge); background: var(--raised); font-weight: 400; cursor: pointer }
  .card:first-of-type { margin-top: 0.375rem; border-radius: 8px 8px 0 0 } .card:last-of-type { border-top: 0; border-radius: 0 0 8px 8px }
  .card:has(:checked) { background: var(--accent-soft) } .card input { flex: none; margin: 0 } .card small { display: block }
  .pay button { display: block; width: 100%; min-height: 2.75rem; margin: 0.5rem 0 } .quiet { border-color: transparent; background: none; color: var(--muted) }
  .note { margin-top: 1.5rem; font-size: 0.875rem; color: var(--subtle) }
  @media (min-width: 56rem) {
    body { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } .order, .pay { padding: 5rem 3rem }
    .order > * { margin-right: 2rem } .pay > * { margin-left: 2rem }
  }
`;

const CARDS = [
  { id: 'good', number: '4242 4242 4242 4242', does: 'Pays now and at every renewal' },
  { id: 'declining', number: '4000 0000 0000 0341', does: 'Pays now, but is declined at the next renewal' },
];

/** The page where a person pays, is declined or goes back. */
export function checkoutPage({ productName, session, order, email, isDeclined }: CheckoutPage): string {
  const { price, trialDays } = order;
  const name = escapeHtml(productName);
  const amount = money(price.unit_amount * order.quantity, price.currency);
  const { interval } = price.recurring;
  const due = trialDays > 0 ? money(0, price.currency) : amount;
  const back = session.cancel_url
    ? `<p><a class="back" href="${escapeHtml(session.cancel_url)}">← Back to ${name}</a></p>`
    : '';
  const cards = CARDS.map(
    ({ id, number, does }) =>
      `<label class="card"><input type="radio" name="card" value="${id}"${id === 'good' ? ' checked' : ''}><span>${number}<small>${does}</small></span></label>`,
  );
  const title = `Subscribe to ${productName} Premium`;
  const summary = `<section class="order" aria-label="Order">
${back}
<h1>${escapeHtml(title)}</h1>
<p class="price">${due} <small>${trialDays > 0 ? 'today' : `per ${interval}`}</small></p>
<dl><dt>${escapeHtml(price.nickname)} plan</dt><dd>${amount} per ${interval}</dd>
${trialDays > 0 ? `<dt>Free trial</dt><dd>${trialDays} days free, then ${amount} per ${interval}</dd>` : ''}
<dt class="total">Due today</dt><dd class="total">${due}</dd></dl>
</section>`;
  const form = `<main class="pay">
<h2>Pay with a test card</h2>
${isDeclined ? '<p role="alert">Your card was declined. Try another card.</p>' : ''}
<form method="post">
<label>Email <input name="email" type="email" required autocomplete="off" value="${escapeHtml(email ?? 'buyer@example.com')}"${email ? ' readonly' : ''}></label>
<fieldset class="cards"><legend>Card</legend>${cards.join('')}</fieldset>
<button class="primary" name="answer" value="pay">${trialDays > 0 ? 'Start trial' : `Pay ${amount}`}</button>
<button class="quiet" name="answer" value="fail">Try a card that’s declined</button>
</form>
<p class="note">This is a demo checkout. It stands in for Stripe’s on this machine only, and no money moves.</p>
</main>`;
  return bare(title, `${summary}\n${form}`, STYLE);
}

/** The page of a session that can no longer be paid. */
export function overPage(session: CheckoutSession): string {
  const back = session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : '';
  return page('This checkout has expired', `<p>Go back and choose a plan again.</p>${back}`);
}
