import { escapeHtml, page } from '../../server/page.ts';
import type { Exchange } from '../../server/exchange.ts';
import { act } from '../actions.ts';
import { ApiError, missing } from '../api/api-error.ts';
import { newId } from '../records/new-id.ts';
import { visitCheckout, type Visit } from './checkout-visit.ts';
import { controlPage } from './control-page.ts';
import { invoicePage } from './invoice-page.ts';
import { knobsFromForm } from './knob-fields.ts';
import { visitPortal } from './portal-visit.ts';
import { readForm } from './read-form.ts';
import { seeOther } from './see-other.ts';

/** Handles the pages and their forms, and the JSON calls that tests use instead. */
export function createPages(base: string, visit: Visit) {
  const { service, driver } = visit;
  return async function handle(exchange: Exchange): Promise<void> {
    try {
      await answer(exchange);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status } = error.fields;
      if (!isPerson(exchange)) return exchange.json(status, error.toBody(newId('req', 14)));
      exchange.html(status, page('Something went wrong', `<p>${escapeHtml(error.message)}</p>`));
    }
  };

  async function answer(exchange: Exchange): Promise<void> {
    const [place = '', id = ''] = exchange.path.slice(base.length + 1).split('/');
    if (place === 'checkout') return visitCheckout(exchange, id, visit);
    if (place === 'invoice' && exchange.method === 'GET') {
      exchange.request.resume();
      const invoice = service.ledger.invoices.get(id);
      if (!invoice) throw missing('invoice', id);
      return exchange.html(200, invoicePage(visit.productName, invoice));
    }
    if (place === 'portal') return visitPortal(exchange, id, visit);
    switch (`${exchange.method} ${place}`) {
      case 'GET ': {
        exchange.request.resume();
        const { ledger } = service;
        return exchange.html(200, controlPage({ ledger, knobs: driver.knobs(), deliveries: driver.deliveries() }));
      }
      case 'GET __state':
        exchange.request.resume();
        return exchange.json(200, state());
      case 'POST __knobs': {
        driver.turn(isJson(exchange) ? await readJson(exchange) : knobsFromForm(await readForm(exchange)));
        return done(exchange, driver.knobs());
      }
      case 'POST __do': {
        const fields = isJson(exchange) ? await readJson(exchange) : Object.fromEntries(await readForm(exchange));
        return done(exchange, (await act(driver, fields)) ?? { success: true });
      }
      default:
        exchange.request.resume();
        return exchange.html(404, page('Not found', '<p>This page doesn’t exist.</p>'));
    }
  }

  function state() {
    const { customers, subscriptions, checkoutSessions } = service.ledger;
    return {
      knobs: driver.knobs(),
      customers: [...customers.values()],
      subscriptions: [...subscriptions.values()],
      checkoutSessions: [...checkoutSessions.values()],
      events: driver.events(),
      deliveries: driver.deliveries(),
    };
  }

  function done(exchange: Exchange, result: unknown): void {
    if (isPerson(exchange)) return seeOther(exchange, base);
    exchange.json(200, result);
  }
}

function isPerson({ request }: Exchange): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

function isJson({ request }: Exchange): boolean {
  return request.headers['content-type']?.startsWith('application/json') ?? false;
}

async function readJson(exchange: Exchange): Promise<Record<string, unknown>> {
  return JSON.parse((await exchange.body())?.toString('utf8') ?? '{}') as Record<string, unknown>;
}
