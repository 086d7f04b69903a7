import { escapeHtml } from '../../server/home-page.ts';
import type { Order } from '../checkout.ts';
import type { CheckoutSession } from '../objects.ts';
import { dollars, page } from './page.ts';

interface CheckoutPage {
  productName: string;
  session: CheckoutSession;
  order: Order;
  /** The buyer's address; null if unknown. */
  email: string | null;
  /** Whether the last attempt was declined. */
  isDeclined: boolean;
}

/** The page where a person pays, is declined or goes back. */
export function checkoutPage({ productName, session, order, email, isDeclined }: CheckoutPage): string {
  const { price, trialDays } = order;
  const amount = dollars(price.unit_amount * order.quantity);
  const back = session.cancel_url
    ? `<p><a href="${escapeHtml(session.cancel_url)}">← Back to ${escapeHtml(productName)}</a></p>`
    : '';
  const trial = trialDays > 0 ? `<p>${trialDays} days free, then ${amount} per ${price.recurring.interval}.</p>` : '';
  return page(
    `Subscribe to ${productName} Premium`,
    `${back}
<p class="price">${trialDays > 0 ? '$0.00' : amount}</p>
<p>${escapeHtml(price.nickname)}, per ${price.recurring.interval}. ${trial}This page stands in for Stripe’s Checkout, on this machine only. No money moves.</p>
${isDeclined ? '<p role="alert">Your card was declined. Try another card.</p>' : ''}
<form method="post">
<label>Email <input name="email" type="email" required autocomplete="off" value="${escapeHtml(email ?? 'buyer@example.com')}"${email ? ' readonly' : ''}></label>
<label>Card <select name="card">
<option value="good">4242 4242 4242 4242 (pays)</option>
<option value="declining">4000 0000 0000 0341 (pays now, is declined at the next renewal)</option>
</select></label>
<p><button name="answer" value="pay">${trialDays > 0 ? 'Start trial' : `Pay ${amount}`}</button>
<button name="answer" value="fail">Pay with a card that is declined</button></p>
</form>`,
  );
}

/** The page of a session that can no longer be paid. */
export function overPage(session: CheckoutSession): string {
  const back = session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Back</a></p>` : '';
  return page('This page is no longer available', `<p>The checkout session has expired.</p>${back}`);
}
