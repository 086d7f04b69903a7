import type { Exchange } from '../../server/exchange.ts';
import { ApiError } from '../api-error.ts';
import type { SandboxStripe } from '../handle.ts';
import type { Service } from '../service.ts';
import { visitCheckout } from './checkout-visit.ts';
import { page } from './page.ts';

interface PagesOptions {
  base: string;
  productName: string;
  service: Service;
  driver: SandboxStripe;
}

/** What a person sees and presses. */
export function createPages(options: PagesOptions) {
  const { base } = options;
  return async function handle(exchange: Exchange): Promise<void> {
    const path = exchange.path.slice(base.length);
    const [, place = '', id = ''] = path.split('/');
    try {
      if (place === 'checkout') return await visitCheckout(exchange, id, options);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return exchange.html(error.fields.status, page('Something went wrong', `<p>${error.message}</p>`));
    }
    exchange.request.resume();
    return exchange.html(404, page('Not found', '<p>There is no such page.</p>'));
  };
}
