import type { Order } from './checkout.ts';
import type { StripeKnobs } from './knobs.ts';
import type { Ledger } from './ledger.ts';

/** What every part of this stand-in works on. */
export interface Service {
  ledger: Ledger;
  /** What each checkout session sells, by the session's id. */
  orders: Map<string, Order>;
  knobs: StripeKnobs;
  /** The sandbox's own origin. */
  origin: () => string;
  /** Notes an address that people are sent back to. Throws a `StripeError` for one that is not the product's. */
  noteProductUrl: (url: string, parameter: string) => void;
}
