import { z } from 'zod';
import { invalid } from '../api-error.ts';
import type { Order } from '../../billing/checkout.ts';
import { findCustomer, findPrice } from '../../records/find.ts';
import { newId } from '../../records/new-id.ts';
import type { CheckoutSession } from '../../records/objects.ts';
import { DAY_S } from '../../records/periods.ts';
import { bool, expandable, integer, metadata } from '../params.ts';
import type { Service } from '../../service.ts';

const webUrl = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });

export const createSchema = z.strictObject({
  mode: z.enum(['subscription']),
  ui_mode: z.enum(['hosted_page']).optional(),
  line_items: z.array(z.strictObject({ price: z.string(), quantity: integer.optional() })).length(1),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  customer: z.string().optional(),
  customer_email: z.email().optional(),
  client_reference_id: z.string().max(200).optional(),
  metadata: metadata.optional(),
  expires_at: integer.optional(),
  locale: z.string().optional(),
  allow_promotion_codes: bool.optional(),
  allowed_payment_method_types: z.array(z.string()).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  automatic_tax: z.strictObject({ enabled: bool }).optional(),
  consent_collection: z
    .strictObject({
      terms_of_service: z.enum(['none', 'required']).optional(),
      promotions: z.enum(['auto', 'none']).optional(),
    })
    .optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']).optional(),
      name: z.enum(['auto', 'never']).optional(),
      shipping: z.enum(['auto', 'never']).optional(),
    })
    .optional(),
  // Accepted but ignored.
  billing_address_collection: z.unknown().optional(),
  custom_text: z.unknown().optional(),
  saved_payment_method_options: z.unknown().optional(),
  tax_id_collection: z.unknown().optional(),
  subscription_data: z
    .strictObject({
      metadata: metadata.optional(),
      description: z.string().max(500).optional(),
      trial_period_days: integer.refine((days) => days >= 1 && days <= 730, 'must be 1 to 730 days').optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']) }),
        })
        .optional(),
      billing_mode: z.looseObject({ type: z.enum(['classic', 'flexible']) }).optional(),
    })
    .optional(),
  ...expandable,
});
/** Opens a checkout session for `POST /v1/checkout/sessions`. */
export function createCheckout(
  { ledger, orders, knobs, origin, noteProductUrl }: Service,
  asked: z.output<typeof createSchema>,
): CheckoutSession {
  const now = ledger.now();
  const { customer, customer_email, expires_at = now + DAY_S, subscription_data: made } = asked;
  if (customer !== undefined && customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
  }
  if (asked.cancel_url !== undefined) noteProductUrl(asked.cancel_url, 'cancel_url');
  noteProductUrl(asked.success_url, 'success_url');
  if (customer !== undefined) findCustomer(ledger, customer, 'customer');
  if (asked.automatic_tax?.enabled && customer !== undefined && asked.customer_update?.address !== 'auto') {
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      'automatic_tax',
    );
  }
  if (expires_at < now + 1800) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (expires_at > now + DAY_S) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  const [line] = asked.line_items;
  const price = findPrice(ledger, line?.price ?? '', 'line_items[0][price]');
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', 'line_items[0][price]');
  if (price.type === 'one_time') {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  }
  const quantity = line?.quantity ?? 1;
  const id = newId('cs_test', 58);
  const order: Order = {
    price,
    quantity,
    metadata: made?.metadata ?? {},
    description: made?.description,
    trialDays: made?.trial_period_days ?? knobs.trialDays,
    withoutCard: made?.trial_settings?.end_behavior.missing_payment_method,
    billingMode: made?.billing_mode?.type ?? knobs.billingMode,
  };
  const amount = order.trialDays > 0 ? 0 : price.unit_amount * quantity;
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    allow_promotion_codes: asked.allow_promotion_codes ?? null,
    allowed_payment_method_types: asked.allowed_payment_method_types ?? null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: asked.automatic_tax?.enabled ?? false, liability: null, provider: null, status: null },
    cancel_url: asked.cancel_url ?? null,
    client_reference_id: asked.client_reference_id ?? null,
    client_secret: null,
    consent_collection: asked.consent_collection
      ? {
          payment_method_reuse_agreement: null,
          promotions: asked.consent_collection.promotions ?? null,
          terms_of_service: asked.consent_collection.terms_of_service ?? null,
        }
      : null,
    created: now,
    currency: price.currency,
    customer: customer ?? null,
    customer_creation: customer === undefined ? 'always' : null,
    customer_details: null,
    customer_email: customer_email ?? null,
    expires_at,
    invoice: null,
    livemode: false,
    locale: asked.locale ?? null,
    metadata: asked.metadata ?? {},
    mode: asked.mode,
    payment_intent: null,
    payment_method_collection: asked.payment_method_collection ?? 'always',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    setup_intent: null,
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: asked.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${origin()}/stripe/checkout/${id}`,
  };
  orders.set(id, order);
  ledger.checkoutSessions.set(id, session);
  return session;
}
