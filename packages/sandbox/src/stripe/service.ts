import type { Order } from './billing/checkout.ts';
import type { StripeKnobs } from './knobs.ts';
import type { Ledger } from './records/ledger.ts';

/** Shared state of this stand-in. */
export interface Service {
  ledger: Ledger;
  /** The order of each checkout session, by session id. */
  orders: Map<string, Order>;
  knobs: StripeKnobs;
  /** The sandbox's own origin. */
  origin: () => string;
  /** Where events are sent. */
  webhookUrl: () => string;
  /** Records a return address. Throws a `StripeError` if it is not the product's. */
  noteProductUrl: (url: string, parameter: string) => void;
}
