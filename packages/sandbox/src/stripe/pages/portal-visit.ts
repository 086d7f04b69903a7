import type { Exchange } from '../../server/exchange.ts';
import { invalid, missing } from '../api/api-error.ts';
import { findCustomer, findSubscription } from '../records/find.ts';
import type { Visit } from './checkout-visit.ts';
import { portalPage } from './portal-page.ts';
import { readForm } from './read-form.ts';
import { seeOther } from './see-other.ts';

/** Shows a portal session, or handles its submitted form and shows the result. */
export async function visitPortal(
  exchange: Exchange,
  id: string,
  { productName, service, driver }: Visit,
): Promise<void> {
  const form = await readForm(exchange);
  const { ledger } = service;
  const session = ledger.portalSessions.get(id);
  if (!session) throw missing('billing_portal.session', id);
  const customer = findCustomer(ledger, session.customer);
  if (exchange.method === 'POST') {
    const own = () => {
      const subscription = findSubscription(ledger, form.get('subscription') ?? '');
      if (subscription.customer !== customer.id) throw missing('subscription', subscription.id);
      return subscription.id;
    };
    switch (form.get('answer')) {
      case 'cancel':
        driver.cancel(own());
        break;
      case 'resume':
        driver.resume(own());
        break;
      case 'switch':
        driver.switchPlan(own(), form.get('price') ?? '');
        break;
      case 'card-good':
        driver.changeCard(customer.id, 'good');
        break;
      case 'card-declining':
        driver.changeCard(customer.id, 'declining');
        break;
      default:
        throw invalid('There is no such button.');
    }
    return seeOther(exchange, exchange.path);
  }
  exchange.html(
    200,
    portalPage({
      productName,
      session,
      customer,
      subscriptions: ledger.subscriptionsOf(customer.id).reverse(),
      card: ledger.paymentMethods.get(customer.invoice_settings.default_payment_method ?? '') ?? null,
      prices: [...ledger.prices.values()],
    }),
  );
}
