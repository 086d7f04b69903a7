import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Plans } from '../plans/plans.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';
import type { Spending, SpendingMode, SpendingPlan } from '../storage/billing/spending-store.ts';
import { microdollarsOf } from '../storage/billing/spending-store.ts';
import type { Budgets } from './budgets.ts';
import type { CallJournal } from './call-journal.ts';
import { EstimateCorrection } from './estimate-correction.ts';
import { Meter } from './meter.ts';
import type { PriceList } from './prices.ts';
import { ReplyBudget, type Reserved } from './reply-budget.ts';

/** Interval at which the journal gets what a running call has used. */
const PROGRESS_MS = 1_000;

/** The account for which a request is made. */
export interface Payer {
  userId: string;
  plan: SpendingPlan;
}

export interface SpendingsDependencies {
  storage: { spending: Pick<Storage['spending'], 'add'> };
  /** Only tests leave it out. */
  journal?: { calls: CallJournal } | undefined;
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
   * Opens a meter for one call beside replies, whose end is `add` with the same id. What the call uses is in the journal
   * from its first request on. `reserved`: for a call of several requests.
   */
  openCall({ userId, plan }: Payer, mode: SpendingMode, id: string, reserved?: Reserved): Meter {
    const { journal, now } = this.#dependencies;
    const meter = this.openMeter(reserved);
    let writtenAt = 0;
    meter.onBegin = () => {
      writtenAt = now();
      journal?.calls.write({ id, userId, mode, spending: { plan, models: meter.spent() }, at: writtenAt });
    };
    meter.onProgress = () => {
      if (now() - writtenAt >= PROGRESS_MS) meter.onBegin();
    };
    return meter;
  }

  /** The processes that have running calls or reservations, dead or alive. */
  async owners(): Promise<string[]> {
    const owners = [this.#dependencies.journal?.calls.owners() ?? [], this.budgets.owners()];
    return (await Promise.all(owners)).flat();
  }

  /** Adds what the running calls of dead processes had used, and releases what these had reserved. */
  async recover(dead: string[]): Promise<void> {
    for (const owner of dead) {
      for (const { id, userId, mode, spending, at } of (await this.#dependencies.journal?.calls.take(owner)) ?? []) {
        await this.#store(userId, mode, spending, id, at);
      }
    }
    await this.budgets.release(dead);
  }

  /**
   * Runs a call beside replies, and adds what it used, however it ended. Throws `cost-limit-reached` instead of
   * calling.
   */
  async charge<T>(payer: Payer, mode: SpendingMode, call: (meter: Meter) => Promise<T>): Promise<T> {
    const id = randomUUID();
    await this.budgets.reserve(payer.userId, mode, id);
    const meter = this.openCall(payer, mode, id);
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
    const { journal, now } = this.#dependencies;
    const isTaken = journal?.calls.isTaken(reservationId) ?? false;
    if (!isTaken) await this.#store(userId, mode, { plan, models: meter.spent() }, reservationId, now());
    journal?.calls.remove(reservationId);
  }

  async #store(userId: string, mode: SpendingMode, spending: Spending, id: string, at: number): Promise<void> {
    const { storage, logger } = this.#dependencies;
    try {
      if (spending.models.length > 0) await storage.spending.add(userId, mode, spending, at);
      await this.budgets.settle(userId, id, microdollarsOf(spending));
      await this.budgets.announce();
    } catch (error) {
      logger.error({ err: error, mode, models: spending.models }, 'storing what a call cost failed');
    }
  }
}
