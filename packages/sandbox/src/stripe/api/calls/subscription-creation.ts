import { z } from 'zod';
import { invalid } from '../api-error.ts';
import { findCustomer, findPrice } from '../../records/find.ts';
import type { Subscription } from '../../records/objects.ts';
import { expandable, integer, metadata } from '../params.ts';
import { DAY_S } from '../../records/periods.ts';
import type { Service } from '../../service.ts';
import { startSubscription } from '../../billing/subscriptions.ts';

export const createSchema = z.strictObject({
  customer: z.string(),
  items: z.array(z.strictObject({ price: z.string(), quantity: integer.optional() })).length(1),
  metadata: metadata.optional(),
  description: z.string().optional(),
  trial_period_days: integer.optional(),
  trial_end: integer.optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
    })
    .optional(),
  default_payment_method: z.string().optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  billing_mode: z.looseObject({ type: z.enum(['classic', 'flexible']) }).optional(),
  ...expandable,
});

/** Creates a subscription for `POST /v1/subscriptions`. */
export function createSubscription({ ledger, knobs }: Service, asked: z.output<typeof createSchema>): Subscription {
  const customer = findCustomer(ledger, asked.customer, 'customer');
  const price = findPrice(ledger, asked.items[0]?.price ?? '', 'items[0][price]');
  const isIncomplete = asked.payment_behavior === 'default_incomplete';
  const trialEnd =
    asked.trial_end ??
    (asked.trial_period_days === undefined ? null : ledger.now(customer.id) + asked.trial_period_days * DAY_S);
  const card = asked.default_payment_method ?? customer.invoice_settings.default_payment_method;
  if (card === null && !isIncomplete && trialEnd === null) {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      undefined,
      'resource_missing',
    );
  }
  return startSubscription(ledger, {
    customer: customer.id,
    price,
    quantity: asked.items[0]?.quantity,
    metadata: asked.metadata,
    description: asked.description,
    trialEnd,
    withoutCard: asked.trial_settings?.end_behavior.missing_payment_method,
    paymentMethod: asked.default_payment_method,
    billingMode: asked.billing_mode?.type ?? knobs.billingMode,
    isIncomplete,
  });
}
