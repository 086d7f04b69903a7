import { z } from 'zod';
import { missing } from '../api-error.ts';
import { expand } from '../expand.ts';
import { page } from '../lists.ts';
import { expandable, integer, paged, read } from '../params.ts';
import { writeInvoice } from '../../billing/invoices.ts';
import { describe, periodEnd } from '../../billing/subscriptions.ts';
import { findCustomer, findSubscription } from '../../records/find.ts';
import { nextPeriodEnd } from '../../records/periods.ts';
import { isLive } from '../../records/subscription-status.ts';
import { ApiError } from '../api-error.ts';
import type { Call } from './call.ts';

const readSchema = z.strictObject(expandable);
const range = z.union([integer, z.strictObject({ gt: integer, gte: integer, lt: integer, lte: integer }).partial()]);
const invoiceListSchema = z.strictObject({
  customer: z.string().optional(),
  subscription: z.string().optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  created: range.optional(),
  ...paged,
});
const previewSchema = z.strictObject({ customer: z.string(), subscription: z.string(), ...expandable });
const eventListSchema = z.strictObject({
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
  created: range.optional(),
  ...paged,
});

/** Calls that change nothing: invoices, events and cards. */
export const RECORD_CALLS: Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/invoices$/,
    answer({ ledger }, params) {
      const { customer, subscription, status, created, ...asked } = read(invoiceListSchema, params);
      const found = [...ledger.invoices.values()].filter(
        (invoice) =>
          (customer === undefined || invoice.customer === customer) &&
          (subscription === undefined || invoice.parent.subscription_details.subscription === subscription) &&
          (status === undefined || invoice.status === status) &&
          isWithin(invoice.created, created),
      );
      return expand(ledger, page('/v1/invoices', found, asked), asked.expand);
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/invoices\/create_preview$/,
    answer({ ledger }, params) {
      const asked = read(previewSchema, params);
      const customer = findCustomer(ledger, asked.customer, 'customer');
      const subscription = findSubscription(ledger, asked.subscription);
      const [item] = subscription.items.data;
      const start = periodEnd(subscription);
      const isEnding = !isLive(subscription.status) || (subscription.cancel_at ?? Infinity) <= start;
      if (!item || isEnding || subscription.customer !== customer.id) throw noUpcoming(customer.id);
      const preview = writeInvoice(ledger, subscription, {
        reason: 'subscription_cycle',
        amount: item.price.unit_amount * item.quantity,
        start,
        end: nextPeriodEnd(subscription.billing_cycle_anchor, item.price.recurring.interval, start),
        description: describe(item),
      });
      const upcoming = { ...preview, id: `upcoming_${preview.id}`, billing_reason: 'upcoming', status: 'draft' };
      const dates = { created: start, next_payment_attempt: start, hosted_invoice_url: null };
      return expand(ledger, { ...upcoming, ...dates }, asked.expand);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/invoices\/([^/]+)$/,
    answer: ({ ledger }, params, id) =>
      expand(ledger, found('invoice', ledger.invoices, id), read(readSchema, params).expand),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    answer({ ledger }, params) {
      const { type, types, created, ...asked } = read(eventListSchema, params);
      const matches = (name: string, pattern: string) =>
        pattern.endsWith('.*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
      const chosen = [...ledger.events.values()].filter(
        (event) =>
          (type === undefined || matches(event.type, type)) &&
          (types === undefined || types.some((pattern) => matches(event.type, pattern))) &&
          isWithin(event.created, created),
      );
      return page('/v1/events', chosen, asked);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/events\/([^/]+)$/,
    answer: ({ ledger }, _params, id) => found('event', ledger.events, id),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods\/([^/]+)$/,
    answer: ({ ledger }, params, id) =>
      expand(ledger, found('PaymentMethod', ledger.paymentMethods, id), read(readSchema, params).expand),
  },
];

function noUpcoming(customerId: string): ApiError {
  return new ApiError(`No upcoming invoices for customer: ${customerId}`, {
    status: 404,
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
  });
}

function found<Item>(kind: string, kept: Map<string, Item>, id: string): Item {
  const item = kept.get(id);
  if (item === undefined) throw missing(kind, id);
  return item;
}

function isWithin(time: number, asked: z.output<typeof range> | undefined): boolean {
  if (asked === undefined) return true;
  if (typeof asked === 'number') return time === asked;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = asked;
  return time > gt && time >= gte && time < lt && time <= lte;
}
