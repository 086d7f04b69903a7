import { setTimeout as delay } from 'node:timers/promises';
import type Stripe from 'stripe';
import { AppError, t, type PlanOnSale } from '@parley/core';
import type { BillingSettings } from '../billing-settings.ts';
import { readPrices } from './check-prices.ts';

/** In milliseconds: until the prices are read again, after an answer and after a failure. */
const FRESH_MS = 10 * 60_000;
const AGAIN_MS = 15_000;
/** How long a request waits for prices that were never read. */
const PATIENCE_MS = 5_000;
const INTERVALS = ['day', 'week', 'month', 'year'] as const;

export interface OwnPricesDependencies {
  stripe: Stripe;
  settings: Pick<BillingSettings, 'priceIds' | 'ownPlans'>;
  now: () => number;
}

/** The prices of the operator's plans, as Stripe has them. Known ones are read again behind the answer. */
export class OwnPrices {
  readonly #dependencies: OwnPricesDependencies;
  readonly #known = new Map<string, PlanOnSale['price']>();
  #running: Promise<void> | null = null;
  #dueAt = 0;

  constructor(dependencies: OwnPricesDependencies) {
    this.#dependencies = dependencies;
  }

  /** By the id of each plan; null for a plan that cannot be sold now. Throws `unavailable` while none was ever read. */
  async read(): Promise<ReadonlyMap<string, PlanOnSale['price']>> {
    if (this.#running === null && this.#dependencies.now() >= this.#dueAt) this.#running = this.#refresh();
    if (this.#known.size > 0) return this.#known;
    const patience = new AbortController();
    const late = delay(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => {});
    await Promise.race([this.#running, late]);
    patience.abort();
    if (this.#known.size > 0) return this.#known;
    const message = t`We couldn’t reach the payment service. Please try again in a moment.`;
    throw new AppError('unavailable', { message });
  }

  async #refresh(): Promise<void> {
    const { stripe, settings, now } = this.#dependencies;
    const checked = await readPrices(stripe, settings);
    for (const { id, problem, price, failure } of checked) {
      if (!failure) this.#known.set(id, problem === null && price ? soldAs(price) : null);
    }
    this.#dueAt = now() + (checked.some(({ failure }) => failure) ? AGAIN_MS : FRESH_MS);
    this.#running = null;
  }
}

function soldAs({ unit_amount: amount, currency, recurring }: Stripe.Price): PlanOnSale['price'] {
  const interval = INTERVALS.find((known) => known === recurring?.interval);
  if (amount === null || recurring === null || !interval) return null;
  return { amount, currency, interval, intervalCount: recurring.interval_count };
}
