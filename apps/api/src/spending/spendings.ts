import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Plans } from '../plans/plans.ts';
import type { SpendingStore, UserRecord } from '../storage/storage.ts';
import type { Spending, SpendingMode, SpendingPlan } from '../storage/billing/spending-store.ts';
import { microdollarsOf } from '../storage/billing/spending-store.ts';
import type { Budgets } from './budgets.ts';
import { EstimateCorrection } from './estimate-correction.ts';
import { Meter } from './meter.ts';
import type { PriceList } from './prices.ts';
import { ReplyBudget, type Reserved } from './reply-budget.ts';

/** The account for which a request is made. */
export interface Payer {
  userId: string;
  plan: SpendingPlan;
}

export interface SpendingsDependencies {
  store: Pick<SpendingStore, 'add'>;
  payingPlan: Plans['payingPlan'];
  prices: PriceList;
  budgets: Budgets;
  logger: Logger;
  now: () => number;
}

/** Measures what requests to providers cost, and adds it to their accounts. */
export class Spendings {
  readonly #dependencies: SpendingsDependencies;
  readonly #correction = new EstimateCorrection();

  constructor(dependencies: SpendingsDependencies) {
    this.#dependencies = dependencies;
  }

  payerOf(user: UserRecord): Payer {
    return { userId: user.id, plan: this.#dependencies.payingPlan(user) };
  }

  /** The operator's ceilings. */
  get budgets(): Budgets {
    return this.#dependencies.budgets;
  }

  /** Opens a meter for one reply. Its end stores what the meter measured. `reserved`: for a reply of several requests. */
  openMeter(reserved?: Reserved): Meter {
    const meter = new Meter({ prices: this.#dependencies.prices, correction: this.#correction });
    const spent = () => microdollarsOf({ models: meter.spent() });
    if (reserved && this.budgets.hasCeilings) meter.budget = new ReplyBudget(this.budgets, reserved, spent);
    return meter;
  }

  /** Call after the reply has ended. */
  async closeMeter(meter: Meter): Promise<void> {
    try {
      await meter.budget?.close();
      await this.budgets.announce();
    } catch (error) {
      this.#dependencies.logger.error({ err: error }, 'releasing what a reply had reserved failed');
    }
  }

  /**
   * Runs a call beside replies, and adds what it used, however it ended. Throws `cost-limit-reached` instead of
   * calling.
   */
  async charge<T>(payer: Payer, mode: SpendingMode, call: (meter: Meter) => Promise<T>): Promise<T> {
    const id = randomUUID();
    await this.budgets.reserve(payer.userId, mode, id);
    const meter = this.openMeter();
    try {
      return await call(meter);
    } finally {
      await this.add(payer, mode, meter, id);
    }
  }

  /**
   * Adds what a meter measured to no stored reply, and settles its reservation. Only logs a failure: people get what
   * was paid for.
   */
  async add({ userId, plan }: Payer, mode: SpendingMode, meter: Meter, reservationId: string): Promise<void> {
    const spending: Spending = { plan, models: meter.spent() };
    const { store, logger, now } = this.#dependencies;
    try {
      if (spending.models.length > 0) await store.add(userId, mode, spending, now());
      await this.budgets.settle(userId, reservationId, microdollarsOf(spending));
      await this.budgets.announce();
    } catch (error) {
      logger.error({ err: error, mode, models: spending.models }, 'storing what a call cost failed');
    }
  }
}
