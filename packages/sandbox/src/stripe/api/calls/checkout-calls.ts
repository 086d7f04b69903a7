import { z } from 'zod';
import { invalid } from '../api-error.ts';
import { expireCheckout } from '../../billing/checkout.ts';
import { expand } from '../expand.ts';
import { findCheckout } from '../../records/find.ts';
import { page } from '../lists.ts';
import { expandable, paged, read } from '../params.ts';
import type { Call } from './call.ts';
import { createCheckout, createSchema } from './checkout-creation.ts';

const readSchema = z.strictObject(expandable);
const listSchema = z.strictObject({
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  ...paged,
});

const PATH = '/v1/checkout/sessions';

export const CHECKOUT_CALLS: Call[] = [
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    answer(service, params) {
      const asked = read(createSchema, params);
      return expand(service.ledger, createCheckout(service, asked), asked.expand);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions$/,
    answer({ ledger }, params) {
      const { customer, subscription, status, ...asked } = read(listSchema, params);
      const found = [...ledger.checkoutSessions.values()].filter(
        (session) =>
          (customer === undefined || session.customer === customer) &&
          (subscription === undefined || session.subscription === subscription) &&
          (status === undefined || session.status === status),
      );
      return expand(ledger, page(PATH, found, asked), asked.expand);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)$/,
    answer: ({ ledger }, params, id) => expand(ledger, findCheckout(ledger, id), read(readSchema, params).expand),
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
    answer({ ledger }, params, id) {
      const { expand: paths } = read(readSchema, params);
      const session = findCheckout(ledger, id);
      if (session.status !== 'open') {
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      expireCheckout(ledger, session);
      return expand(ledger, session, paths);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/([^/]+)\/line_items$/,
    answer({ ledger, orders }, _params, id) {
      const session = findCheckout(ledger, id);
      const order = orders.get(id);
      const item = order && {
        id: `li_${id.slice(-24)}`,
        object: 'line_item',
        amount_subtotal: session.amount_subtotal,
        amount_total: session.amount_total,
        currency: session.currency,
        description: ledger.products.get(order?.price.product ?? '')?.name ?? '',
        price: order.price,
        quantity: order.quantity,
      };
      return { object: 'list', url: `${PATH}/${id}/line_items`, has_more: false, data: item ? [item] : [] };
    },
  },
];
