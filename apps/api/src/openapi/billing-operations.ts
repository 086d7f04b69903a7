import { z } from 'zod';
import { figuresQuery } from '../admin/routes.ts';
import { checkoutBody } from '../billing/routes.ts';
import type { Operation } from './operation.ts';
import { success, user } from './shapes.ts';

const { subscriptionTier, subscriptionStatus, usagePeriodEnd } = user.shape;
const page = success.extend({ url: z.string().describe('Where the browser goes next.') });
const count = z.number();

export const BILLING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/billing/premium-config',
    summary: 'What can be bought',
    auth: 'anyone',
    answer: success.extend({
      defaultPriceId: z.string(),
      priceIds: z.strictObject({ weekly: z.string(), monthly: z.string(), yearly: z.string() }),
    }),
  },
  {
    method: 'post',
    path: '/api/billing/create-premium-checkout-session',
    summary: 'Begin to pay for a plan',
    auth: 'user',
    body: checkoutBody,
    answer: page,
  },
  {
    method: 'post',
    path: '/api/billing/create-portal-session',
    summary: 'Change or end what one pays for',
    auth: 'user',
    answer: page,
  },
  {
    method: 'post',
    path: '/api/billing/refresh-subscription',
    summary: 'The subscription as Stripe says it now',
    auth: 'user',
    answer: success.extend({
      subscriptionTier,
      subscriptionStatus,
      usagePeriodEnd,
      cancelAt: z.iso.datetime().nullable().describe('When a subscription that was cancelled ends.'),
      stale: z.exactOptional(z.literal(true)).describe('Stripe did not answer: what was known before.'),
    }),
  },
  {
    method: 'post',
    path: '/api/billing/webhook',
    summary: 'Stripe tells of what has changed',
    auth: 'anyone',
    headers: { 'Stripe-Signature': 'Made with the secret of the webhook.' },
    body: { type: 'application/json', description: 'An event of Stripe’s, as it was signed.' },
    answer: success,
  },
  {
    method: 'get',
    path: '/api/admin/figures',
    summary: 'What an operator wants to know; for admins alone',
    auth: 'user',
    query: figuresQuery,
    answer: success.extend({
      users: count,
      runningReplies: count,
      subscriptions: z.array(z.strictObject({ status: z.string(), count })),
      activeSubscriptions: count,
      monthlyRevenue: z.array(
        z.strictObject({ currency: z.string(), amount: count.describe('In the smallest unit of the currency.') }),
      ),
      duplicateSubscriptions: count,
      days: z.array(
        z.strictObject({ date: z.string(), newUsers: count, messages: count, replies: count, failures: count }),
      ),
      failures: z.array(z.strictObject({ code: z.string(), count })),
    }),
  },
];
