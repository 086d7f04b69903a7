import type { Ledger } from '../records/ledger.ts';
import { newId } from '../records/new-id.ts';
import type { Customer, PaymentMethod } from '../records/objects.ts';

/** Test cards. The last four digits identify the behavior. */
export const CARDS = {
  /** Every charge succeeds. */
  good: { brand: 'visa', last4: '4242' },
  /** Attaching succeeds; every charge fails. */
  declining: { brand: 'visa', last4: '0341' },
} as const;

export type CardKind = keyof typeof CARDS;

/** Attaches a card to a customer. */
export function attachCard(ledger: Ledger, customer: Customer, kind: CardKind): PaymentMethod {
  const { brand, last4 } = CARDS[kind];
  const year = new Date(ledger.now(customer.id) * 1000).getUTCFullYear();
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: customer.email, name: customer.name, phone: null },
    card: { brand, exp_month: 12, exp_year: year + 3, funding: 'credit', last4 },
    created: ledger.now(customer.id),
    customer: customer.id,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  ledger.paymentMethods.set(method.id, method);
  ledger.emit('payment_method.attached', method);
  return method;
}
