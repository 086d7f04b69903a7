import { z } from 'zod';
import { expand } from '../expand.ts';
import { findSubscription } from '../../records/find.ts';
import { invalid, missing } from '../api-error.ts';
import { resume } from '../../billing/clock.ts';
import { page } from '../lists.ts';
import { bool, expandable, paged, read } from '../params.ts';
import { cancelNow } from '../../billing/subscriptions.ts';
import { isLive } from '../../records/subscription-status.ts';
import type { Call } from './call.ts';
import { changeSubscription, updateSchema } from './subscription-changes.ts';
import { createSchema, createSubscription } from './subscription-creation.ts';

const readSchema = z.strictObject(expandable);
const cancelSchema = z.strictObject({
  invoice_now: bool.optional(),
  prorate: bool.optional(),
  cancellation_details: z.strictObject({ comment: z.string().optional(), feedback: z.string().optional() }).optional(),
  ...expandable,
});
const listSchema = z.strictObject({
  customer: z.string().optional(),
  price: z.string().optional(),
  /** By default, all except canceled subscriptions. */
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
  ...paged,
});

const resumeSchema = z.strictObject({
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  proration_behavior: z.unknown().optional(),
  ...expandable,
});

const ONE = /^\/v1\/subscriptions\/([^/]+)$/;

export const SUBSCRIPTION_CALLS: Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/subscriptions$/,
    answer({ ledger }, params) {
      const { customer, price, status, ...asked } = read(listSchema, params);
      if (customer !== undefined && !ledger.customers.has(customer) && !ledger.deletedCustomers.has(customer)) {
        throw missing('customer', customer, 'customer');
      }
      const found = [...ledger.subscriptions.values()].filter(
        (subscription) =>
          (customer === undefined || subscription.customer === customer) &&
          (price === undefined || subscription.items.data.some((item) => item.price.id === price)) &&
          hasStatus(subscription.status, status),
      );
      return expand(ledger, page('/v1/subscriptions', found, asked), asked.expand);
    },
  },
  {
    method: 'GET',
    path: ONE,
    answer: ({ ledger }, params, id) => expand(ledger, findSubscription(ledger, id), read(readSchema, params).expand),
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions$/,
    answer(service, params) {
      const asked = read(createSchema, params);
      return expand(service.ledger, createSubscription(service, asked), asked.expand);
    },
  },
  {
    method: 'POST',
    path: ONE,
    answer({ ledger }, params, id) {
      const asked = read(updateSchema, params);
      const subscription = findSubscription(ledger, id);
      if (!isLive(subscription.status)) {
        throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
      }
      changeSubscription(ledger, subscription, asked);
      return expand(ledger, subscription, asked.expand);
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/subscriptions\/([^/]+)\/resume$/,
    answer({ ledger }, params, id) {
      const asked = read(resumeSchema, params);
      const subscription = findSubscription(ledger, id);
      if (subscription.status !== 'paused') {
        throw invalid('Only subscriptions with a status of `paused` can be resumed.');
      }
      resume(ledger, subscription);
      return expand(ledger, subscription, asked.expand);
    },
  },
  {
    method: 'DELETE',
    path: ONE,
    answer({ ledger }, params, id) {
      const { expand: paths, cancellation_details: details } = read(cancelSchema, params);
      const subscription = findSubscription(ledger, id);
      if (!isLive(subscription.status)) throw missing('subscription', id);
      Object.assign(subscription.cancellation_details, details);
      cancelNow(ledger, subscription);
      return expand(ledger, subscription, paths);
    },
  },
];

function hasStatus(status: string, asked: string | undefined): boolean {
  if (asked === undefined) return status !== 'canceled';
  if (asked === 'all') return true;
  return asked === 'ended' ? !isLive(status) : status === asked;
}
