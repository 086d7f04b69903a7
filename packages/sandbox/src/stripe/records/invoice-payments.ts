import type { Ledger } from './ledger.ts';
import type { Invoice } from './objects.ts';

/** The payment of an invoice; none without money. */
export function paymentsOf(invoice: Invoice) {
  return isPaid(invoice) ? [paymentOf(invoice)] : [];
}

/** The charge of each paid invoice of a customer. */
export function chargesOf({ invoices, refunds }: Ledger, customer: string) {
  const refunded = new Set([...refunds.values()].map(({ payment_intent: intent }) => intent));
  return [...invoices.values()]
    .filter((invoice) => invoice.customer === customer && isPaid(invoice))
    .map((invoice) => {
      const isRefunded = refunded.has(intentOf(invoice));
      return {
        id: `ch_${invoice.id.slice('in_'.length)}`,
        object: 'charge',
        amount: invoice.amount_paid,
        amount_captured: invoice.amount_paid,
        amount_refunded: isRefunded ? invoice.amount_paid : 0,
        captured: true,
        created: invoice.created,
        currency: 'usd',
        customer,
        livemode: false,
        paid: true,
        payment_intent: intentOf(invoice),
        refunded: isRefunded,
        status: 'succeeded',
      };
    });
}

export const isPaid = ({ status, amount_paid: amount }: Invoice) => status === 'paid' && amount > 0;
export const intentOf = ({ id }: Invoice) => `pi_${id.slice('in_'.length)}`;

function paymentOf(invoice: Invoice) {
  return {
    id: `inpay_${invoice.id.slice('in_'.length)}`,
    object: 'invoice_payment',
    amount_paid: invoice.amount_paid,
    amount_requested: invoice.amount_due,
    created: invoice.created,
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentOf(invoice) },
    status: 'paid',
  };
}
