import { z } from 'zod';
import { invalid } from '../api-error.ts';
import { moveClock } from '../../billing/clock.ts';
import { findPrice } from '../../records/find.ts';
import type { Ledger } from '../../records/ledger.ts';
import type { Subscription } from '../../records/objects.ts';
import { bool, expandable, integer, metadata } from '../params.ts';
import { switchPrice } from '../../billing/portal.ts';
import { cancelAtPeriodEnd, keep, periodEnd } from '../../billing/subscriptions.ts';

export const updateSchema = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.string(), price: z.string().optional(), quantity: integer.optional() }))
    .length(1)
    .optional(),
  cancel_at_period_end: bool.optional(),
  cancel_at: z.union([integer, z.enum(['', 'min_period_end', 'max_period_end'])]).optional(),
  cancellation_details: z.strictObject({ comment: z.string(), feedback: z.string() }).partial().optional(),
  default_payment_method: z.string().optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  pause_collection: z
    .union([z.literal(''), z.strictObject({ behavior: z.string(), resumes_at: integer.nullable().default(null) })])
    .optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
  // Accepted but ignored: the unused part of a period is always credited here.
  payment_behavior: z.unknown().optional(),
  proration_behavior: z.unknown().optional(),
  ...expandable,
});

/** Updates a subscription for `POST /v1/subscriptions/:id`. */
export function changeSubscription(
  ledger: Ledger,
  subscription: Subscription,
  asked: z.output<typeof updateSchema>,
): void {
  if (asked.cancel_at !== undefined && asked.cancel_at_period_end !== undefined) {
    throw invalid('You may only specify one of these parameters: cancel_at, cancel_at_period_end.', 'cancel_at');
  }
  const [item] = asked.items ?? [];
  if (item && item.id !== subscription.items.data[0]?.id) {
    throw invalid(`No such subscription_item: '${item.id}'`, 'items[0][id]', 'resource_missing');
  }
  if (item?.price !== undefined) switchPrice(ledger, subscription, findPrice(ledger, item.price, 'items[0][price]'));
  changeEnd(ledger, subscription, asked);
  const { pause_collection: pause, default_payment_method: card, cancellation_details: details } = asked;
  ledger.update('customer.subscription.updated', subscription, {
    ...(asked.description === undefined ? {} : { description: asked.description || null }),
    ...(asked.metadata === undefined ? {} : { metadata: merged(subscription, asked.metadata) }),
    ...(card === undefined ? {} : { default_payment_method: card }),
    ...(details === undefined
      ? {}
      : { cancellation_details: Object.assign({ ...subscription.cancellation_details }, details) }),
    ...(pause === undefined ? {} : { pause_collection: pause === '' ? null : pause }),
  });
  if (asked.trial_end !== undefined) changeTrial(ledger, subscription, asked.trial_end);
}

function changeEnd(ledger: Ledger, subscription: Subscription, asked: z.output<typeof updateSchema>): void {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = asked;
  if (atPeriodEnd === true) cancelAtPeriodEnd(ledger, subscription, 'api');
  if (atPeriodEnd === false || at === '') keep(ledger, subscription);
  if (at === undefined || at === '') return;
  ledger.update('customer.subscription.updated', subscription, {
    cancel_at: typeof at === 'number' ? at : periodEnd(subscription),
    cancel_at_period_end: false,
    canceled_at: ledger.now(subscription.customer),
  });
}

function changeTrial(ledger: Ledger, subscription: Subscription, end: number | 'now'): void {
  const now = ledger.now(subscription.customer);
  const at = end === 'now' ? now : end;
  ledger.update('customer.subscription.updated', subscription, () => {
    Object.assign(subscription, {
      status: 'trialing',
      trial_start: subscription.trial_start ?? now,
      trial_end: at,
      billing_cycle_anchor: at,
    } satisfies Partial<Subscription>);
    for (const item of subscription.items.data) item.current_period_end = at;
  });
  if (at <= now) moveClock(ledger, subscription.customer, now);
}

function merged({ metadata: before }: Subscription, changes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value !== ''));
}
