import type { CardKind } from './billing/cards.ts';
import { expireCheckout, payCheckout } from './billing/checkout.ts';
import { moveClock } from './billing/clock.ts';
import { createCustomer, deleteCustomer } from './billing/customers.ts';
import { findCheckout, findCustomer, findPrice, findSubscription } from './records/find.ts';
import { forceStatus } from './billing/force-status.ts';
import { invalid } from './api/api-error.ts';
import { knobsSchema, type StripeKnobs } from './knobs.ts';
import type { StripeEvent, Subscription } from './records/objects.ts';
import type { Outbox, StripeDelivery } from './webhooks/outbox.ts';
import { read } from './api/params.ts';
import { changeCard, switchPrice } from './billing/portal.ts';
import type { PriceIds } from './records/price-list.ts';
import type { Service } from './service.ts';
import { cancelAtPeriodEnd, cancelNow, keep, startSubscription } from './billing/subscriptions.ts';

/** Drives the stand-in for Stripe. Every unknown id throws the error of the API. */
export interface SandboxStripe {
  /** For the `STRIPE_…` settings. */
  credentials: { secretKey: string; webhookSecret: string; priceIds: PriceIds };
  knobs(): StripeKnobs;
  turn(knobs: Partial<StripeKnobs>): void;
  /** Oldest first. */
  events(): StripeEvent[];
  /** Sent deliveries, newest last. */
  deliveries(): StripeDelivery[];
  /** Sends these events, by default all, one after the other in this order, even while events are dropped. */
  replay(eventIds?: string[]): Promise<StripeDelivery[]>;
  /** Resolves when no event is in flight or waiting for a retry. */
  settled(): Promise<void>;
  /** Pays a checkout session as on its page. Returns false if the card is declined; the session stays open. */
  pay(sessionId: string, buyer?: { email?: string; card?: CardKind | 'declined' }): boolean;
  expireCheckout(sessionId: string): void;
  /** Creates a subscription without a checkout. `trialDays` 0 means no trial. */
  subscribe(customerId: string, priceId: string, options?: { trialDays?: number; card?: CardKind }): Subscription;
  /** Advances a customer's clock to the next renewal, trial end or cancellation. Returns false without one. */
  nextPeriod(customerId: string): boolean;
  /** Like `nextPeriod`, with a declined card. */
  failRenewal(customerId: string): boolean;
  /** The portal's buttons. */
  cancel(subscriptionId: string): void;
  resume(subscriptionId: string): void;
  switchPlan(subscriptionId: string, priceId: string): void;
  changeCard(customerId: string, card: CardKind): void;
  /** Cancels a subscription at once. */
  cancelNow(subscriptionId: string): void;
  /** Sets any status, even one unknown to Stripe. */
  setStatus(subscriptionId: string, status: string): void;
  deleteCustomer(customerId: string): void;
  createCustomer(email: string): string;
}

interface HandleOptions {
  service: Service;
  outbox: Outbox;
  credentials: SandboxStripe['credentials'];
}

export function createHandle({ service, outbox, credentials }: HandleOptions): SandboxStripe {
  const { ledger, orders, knobs } = service;
  return {
    credentials,
    knobs: () => ({ ...knobs }),
    turn: (changes) => void Object.assign(knobs, read(knobsSchema, { ...knobs, ...changes })),
    events: () => structuredClone([...ledger.events.values()]),
    deliveries: () => outbox.deliveries(),
    replay(eventIds = [...ledger.events.keys()]) {
      return outbox.replay(
        eventIds.map((id) => {
          const event = ledger.events.get(id);
          if (!event) throw invalid(`No such event: '${id}'`);
          return event;
        }),
      );
    },
    settled: () => outbox.settled(),
    pay(sessionId, { email = 'buyer@example.com', card = 'good' } = {}) {
      const session = findCheckout(ledger, sessionId);
      const order = orders.get(sessionId);
      if (session.status !== 'open' || !order) throw invalid(`The session is ${String(session.status)}.`);
      if (card === 'declined') return false;
      payCheckout(ledger, session, order, { email: session.customer_email ?? email, card });
      return true;
    },
    expireCheckout(sessionId) {
      const session = findCheckout(ledger, sessionId);
      if (session.status === 'open') expireCheckout(ledger, session);
    },
    subscribe(customerId, priceId, { trialDays = 0, card = 'good' } = {}) {
      const customer = findCustomer(ledger, customerId);
      if (!customer.invoice_settings.default_payment_method) changeCard(ledger, customer, card);
      const trialEnd = trialDays > 0 ? ledger.now(customerId) + trialDays * 86_400 : null;
      const price = findPrice(ledger, priceId);
      return structuredClone(
        startSubscription(ledger, { customer: customerId, price, trialEnd, billingMode: knobs.billingMode }),
      );
    },
    nextPeriod: (customerId) => moveClock(ledger, findCustomer(ledger, customerId).id),
    failRenewal(customerId) {
      changeCard(ledger, findCustomer(ledger, customerId), 'declining');
      return moveClock(ledger, customerId);
    },
    cancel: (id) => cancelAtPeriodEnd(ledger, findSubscription(ledger, id), 'portal'),
    resume: (id) => keep(ledger, findSubscription(ledger, id)),
    switchPlan: (id, priceId) => switchPrice(ledger, findSubscription(ledger, id), findPrice(ledger, priceId)),
    changeCard: (id, card) => changeCard(ledger, findCustomer(ledger, id), card),
    cancelNow: (id) => cancelNow(ledger, findSubscription(ledger, id)),
    setStatus: (id, status) => forceStatus(ledger, findSubscription(ledger, id), status),
    deleteCustomer: (id) => deleteCustomer(ledger, findCustomer(ledger, id)),
    createCustomer: (email) => createCustomer(ledger, { email }).id,
  };
}
