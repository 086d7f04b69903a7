import { newId } from './new-id.ts';
import type {
  CheckoutSession,
  Customer,
  Invoice,
  PaymentMethod,
  PortalSession,
  Refund,
  StripeEvent,
  Subscription,
} from './objects.ts';
import { createPriceList, type ExtraPrice, type PriceIds } from './price-list.ts';
import type { Collections } from './state-file.ts';

export const API_VERSION = '2026-10-28.endive';

interface LedgerOptions {
  productName: string;
  priceIds: PriceIds;
  extraPrices?: readonly ExtraPrice[] | undefined;
  /** The sandbox's own origin. */
  origin: () => string;
  /** Epoch milliseconds. */
  now: () => number;
  /** Called for each event as soon as it is recorded. */
  onEvent: (event: StripeEvent) => void;
}

type WithId = { id: string; object: string };

/** The account's data, oldest first. Every change to an object must record its event. */
export class Ledger {
  readonly product;
  readonly products;
  readonly prices;
  readonly customers = new Map<string, Customer>();
  readonly deletedCustomers = new Set<string>();
  readonly paymentMethods = new Map<string, PaymentMethod>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly refunds = new Map<string, Refund>();
  readonly checkoutSessions = new Map<string, CheckoutSession>();
  readonly portalSessions = new Map<string, PortalSession>();
  readonly events = new Map<string, StripeEvent>();
  /** The current call, recorded in the events it causes. */
  request: StripeEvent['request'] = { id: null, idempotency_key: null };
  readonly #clocks = new Map<string, number>();
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
    const { product, products, prices } = createPriceList(options.productName, options.priceIds, options.extraPrices);
    this.product = product;
    this.products = products;
    this.prices = prices;
  }

  /** Epoch seconds: the real time, or the time of the customer's own clock, which may be ahead. */
  now(customerId: string | null = null): number {
    return Math.floor(this.#options.now() / 1000) + (this.#clocks.get(customerId ?? '') ?? 0);
  }

  /** The page where a person sees an invoice and, once it is paid, the receipt. */
  invoicePage(id: string): string {
    return `${this.#options.origin()}/stripe/invoice/${id}`;
  }

  /** Advances a customer's clock, never back. */
  moveClock(customerId: string, to: number): void {
    const ahead = to - this.now(customerId);
    if (ahead > 0) this.#clocks.set(customerId, (this.#clocks.get(customerId) ?? 0) + ahead);
  }

  emit(type: string, object: WithId, previous?: object): StripeEvent {
    const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null;
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now(customer ?? object.id),
      data: { object: structuredClone({ ...object }), ...(previous ? { previous_attributes: previous } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request: { ...this.request },
      type,
    };
    this.events.set(event.id, event);
    this.#options.onEvent(event);
    return event;
  }

  /** Updates an object and records an event with its previous values. Records nothing without a change. */
  update<Item extends WithId>(type: string, object: Item, change: Partial<Item> | (() => void)): void {
    const before = structuredClone(object);
    if (typeof change === 'function') change();
    else Object.assign(object, change);
    const previous = Object.fromEntries(
      Object.entries(before).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(object[field as keyof Item]),
      ),
    );
    if (Object.keys(previous).length > 0) this.emit(type, object, previous);
  }

  subscriptionsOf(customerId: string): Subscription[] {
    return [...this.subscriptions.values()].filter(({ customer }) => customer === customerId);
  }

  /** The collections to persist, by name. */
  get collections(): Collections {
    return {
      customers: this.customers,
      deletedCustomers: this.deletedCustomers,
      paymentMethods: this.paymentMethods,
      subscriptions: this.subscriptions,
      invoices: this.invoices,
      refunds: this.refunds,
      checkoutSessions: this.checkoutSessions,
      portalSessions: this.portalSessions,
      events: this.events,
      clocks: this.#clocks,
    };
  }
}
