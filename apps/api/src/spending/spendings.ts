import type { Logger } from 'pino';
import type { Accounts } from '../auth/accounts.ts';
import type { SpendingStore, UserRecord } from '../storage/storage.ts';
import type { Spending, SpendingMode, SpendingPlan } from '../storage/spending-store.ts';
import { EstimateCorrection } from './estimate-correction.ts';
import { Meter } from './meter.ts';
import type { PriceList } from './prices.ts';

/** The account for which a request is made. */
export interface Payer {
  userId: string;
  plan: SpendingPlan;
}

export interface SpendingsDependencies {
  store: Pick<SpendingStore, 'add'>;
  accounts: Pick<Accounts, 'isUnlimited'>;
  prices: PriceList;
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
    return { userId: user.id, plan: this.#dependencies.accounts.isUnlimited(user) ? 'premium' : 'free' };
  }

  /** Opens a meter for one reply. Its end stores what the meter measured. */
  openMeter(): Meter {
    return new Meter({ prices: this.#dependencies.prices, correction: this.#correction });
  }

  /** Runs a call beside replies, and adds what it used, however it ended. */
  async charge<T>(payer: Payer, mode: SpendingMode, call: (meter: Meter) => Promise<T>): Promise<T> {
    const meter = this.openMeter();
    try {
      return await call(meter);
    } finally {
      await this.add(payer, mode, meter);
    }
  }

  /** Adds what a meter measured to no reply. Only logs a failure: people get what was paid for. */
  async add({ userId, plan }: Payer, mode: SpendingMode, meter: Meter): Promise<void> {
    const spending: Spending = { plan, models: meter.spent() };
    if (spending.models.length === 0) return;
    const { store, logger, now } = this.#dependencies;
    try {
      await store.add(userId, mode, spending, now());
    } catch (error) {
      logger.error({ err: error, mode, models: spending.models }, 'storing what a call cost failed');
    }
  }
}
