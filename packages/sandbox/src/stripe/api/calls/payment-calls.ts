import { z } from 'zod';
import { ApiError, missing } from '../api-error.ts';
import { page } from '../lists.ts';
import { expandable, paged, read } from '../params.ts';
import type { Ledger } from '../../records/ledger.ts';
import { chargesOf, intentOf, isPaid, paymentsOf } from '../../records/invoice-payments.ts';
import { newId } from '../../records/new-id.ts';
import type { Refund } from '../../records/objects.ts';
import type { Call } from './call.ts';

const listSchema = z.strictObject({
  invoice: z.string(),
  status: z.enum(['open', 'paid', 'canceled']).optional(),
  ...paged,
});
const chargeListSchema = z.strictObject({ customer: z.string(), ...paged });
const refundSchema = z.strictObject({ payment_intent: z.string(), ...expandable });

/** Payments of invoices, their charges, and refunds of them in full. */
export const PAYMENT_CALLS: Call[] = [
  {
    method: 'GET',
    path: /^\/v1\/invoice_payments$/,
    answer({ ledger }, params) {
      const { invoice: id, status, ...asked } = read(listSchema, params);
      const invoice = ledger.invoices.get(id);
      if (!invoice) throw missing('invoice', id, 'invoice');
      const payments = (status ?? 'paid') === 'paid' ? paymentsOf(invoice) : [];
      return page('/v1/invoice_payments', payments, asked);
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/charges$/,
    answer({ ledger }, params) {
      const { customer, ...asked } = read(chargeListSchema, params);
      return page('/v1/charges', chargesOf(ledger, customer), asked);
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    answer: ({ ledger }, params) => refund(ledger, read(refundSchema, params).payment_intent),
  },
];

function refund(ledger: Ledger, intent: string): Refund {
  const invoice = [...ledger.invoices.values()].find((each) => isPaid(each) && intentOf(each) === intent);
  if (!invoice) throw missing('payment_intent', intent, 'payment_intent');
  if ([...ledger.refunds.values()].some(({ payment_intent }) => payment_intent === intent)) {
    throw new ApiError(`The payment ${intent} has already been refunded.`, {
      status: 400,
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
    });
  }
  const refunded: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: invoice.amount_paid,
    created: ledger.now(invoice.customer),
    currency: 'usd',
    metadata: {},
    payment_intent: intent,
    reason: null,
    status: 'succeeded',
  };
  ledger.refunds.set(refunded.id, refunded);
  ledger.emit('refund.created', refunded);
  return refunded;
}
