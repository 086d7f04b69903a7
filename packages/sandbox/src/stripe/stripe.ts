import type { Exchange } from '../server/exchange.ts';
import type { StandIn } from '../stand-in.ts';
import { createApi } from './api/api.ts';
import { invalid } from './api/api-error.ts';
import { createHandle, type SandboxStripe } from './handle.ts';
import { Idempotency } from './api/idempotency.ts';
import { DEFAULT_KNOBS } from './knobs.ts';
import { Ledger } from './records/ledger.ts';
import { Outbox } from './webhooks/outbox.ts';
import { createPages } from './pages/pages.ts';
import { DEFAULT_PRICE_IDS, type ExtraPrice, type PriceIds } from './records/price-list.ts';
import type { Service } from './service.ts';
import { StateFile } from './records/state-file.ts';

interface StripeOptions {
  productName: string;
  /** The sandbox's own origin, once it listens. */
  origin: () => string;
  /** The product's origin, which receives every event. */
  publicUrl: string;
  /** Whether redirecting a person to this address is allowed. */
  isProductUrl: (url: URL) => boolean;
  priceIds?: PriceIds | undefined;
  extraPrices?: readonly ExtraPrice[] | undefined;
  /** File that keeps the account; undefined means in memory only. */
  stateFile?: string | undefined;
  now: () => number;
}

const BASE = '/stripe';

/** Path of the webhook at the product's origin, as registered with Stripe. */
const WEBHOOK_PATH = '/api/billing/webhook';

export interface StripeStandIn extends StandIn {
  handle(exchange: Exchange): Promise<void>;
  driver: SandboxStripe;
  /** Stops sending events. */
  close(): void;
}

/** Stands in for Stripe: its API, its checkout and portal pages, its clock and its webhooks. */
export function createStripe({
  productName,
  origin,
  publicUrl,
  isProductUrl,
  priceIds = DEFAULT_PRICE_IDS,
  extraPrices,
  stateFile,
  now,
}: StripeOptions): StripeStandIn {
  const credentials = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox', priceIds };
  /** Origin of the last return address. It finds the product even on a different port. */
  let productOrigin = new URL(publicUrl).origin;
  const knobs = { ...DEFAULT_KNOBS };
  const webhookUrl = () => knobs.webhookUrl || productOrigin + WEBHOOK_PATH;
  const outbox = new Outbox({
    secret: credentials.webhookSecret,
    knobs: () => knobs,
    url: webhookUrl,
    now,
  });
  const service: Service = {
    ledger: new Ledger({
      productName,
      priceIds,
      extraPrices,
      origin,
      now,
      onEvent(event) {
        outbox.add(event);
        // Before the answer leaves: a caller that reads "paid" may kill this process.
        state?.write();
      },
    }),
    orders: new Map(),
    knobs,
    origin,
    webhookUrl,
    noteProductUrl(url, parameter) {
      const target = new URL(url);
      if (!isProductUrl(target)) throw invalid('The sandbox sends people back to the product alone.', parameter);
      productOrigin = target.origin;
    },
  };
  const idempotency = new Idempotency();
  const collections = { ...service.ledger.collections, orders: service.orders, idempotency: idempotency.kept };
  const state = stateFile === undefined ? null : new StateFile(stateFile, collections);
  const api = createApi({ service, secretKey: credentials.secretKey, idempotency, now });
  const driver = createHandle({ service, outbox, credentials });
  const pages = createPages(BASE, { productName, service, driver });

  return {
    name: 'Stripe',
    about: 'Its API at /v1 with checkout, portal and signed webhooks. Who subscribed, the clock and the knobs:',
    base: BASE,
    prefixes: ['/v1/', BASE],
    async handle(exchange) {
      await (exchange.path.startsWith('/v1/') ? api(exchange) : pages(exchange));
      if (exchange.method !== 'GET') state?.schedule();
    },
    driver,
    close() {
      outbox.clear();
      state?.close();
    },
    reset() {
      outbox.clear();
      for (const collection of Object.values(collections)) collection.clear();
      state?.schedule();
      Object.assign(knobs, DEFAULT_KNOBS);
    },
  };
}
