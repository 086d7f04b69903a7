import type { Exchange } from '../../server/exchange.ts';
import { expireOverdue } from '../billing/checkout.ts';
import { findCheckout } from '../records/find.ts';
import type { SandboxStripe } from '../handle.ts';
import type { CheckoutSession } from '../records/objects.ts';
import type { Service } from '../service.ts';
import { checkoutPage, overPage } from './checkout-page.ts';
import { readForm } from './read-form.ts';
import { seeOther } from './see-other.ts';

/** The state behind the pages. */
export interface Visit {
  productName: string;
  service: Service;
  driver: SandboxStripe;
}

/** Shows a checkout session or handles its submitted form. */
export async function visitCheckout(
  exchange: Exchange,
  id: string,
  { productName, service, driver }: Visit,
): Promise<void> {
  const form = await readForm(exchange);
  const { ledger, orders } = service;
  expireOverdue(ledger);
  const session = findCheckout(ledger, id);
  const order = orders.get(id);
  if (session.status === 'complete') return seeOther(exchange, successUrl(session));
  if (session.status === 'expired' || !order) return exchange.html(200, overPage(session));
  const answer = exchange.method === 'POST' ? form.get('answer') : null;
  if (answer === 'pay') {
    const card = form.get('card') === 'declining' ? 'declining' : 'good';
    driver.pay(id, { email: form.get('email') ?? '', card });
    return seeOther(exchange, successUrl(session));
  }
  const email = session.customer_email ?? ledger.customers.get(session.customer ?? '')?.email ?? null;
  exchange.html(200, checkoutPage({ productName, session, order, email, isDeclined: answer === 'fail' }));
}

function successUrl({ success_url, id }: CheckoutSession): string {
  return success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);
}
