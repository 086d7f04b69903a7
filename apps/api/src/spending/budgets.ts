import { AppError, tryAgainIn, t, translated, type CostFigures, type ModeId, type UsageResponse } from '@parley/core';
import type { BudgetStore, CeilingId, Ceilings, ReserveResult } from '../storage/storage.ts';
import { dollarsText } from '../language/speak.ts';
import { endOf } from '../storage/billing/budget-store.ts';
import type { SpendingMode } from '../storage/billing/spending-store.ts';
import type { PriceList } from './prices.ts';

/** Shares of the server's ceilings, in percent, at which the operator gets a mail. */
const SHARES = [100, 80, 50];
/** Tokens of an ordinary long conversation. */
const INPUT_TOKENS = 16_000;
/** Calls that cost far less than a reply, and what is reserved for one. */
const SMALL = new Set<SpendingMode>(['title', 'dictation', 'read_aloud']);
const SMALL_CALL = { inputTokens: 1_000, outputTokens: 200 };
/** Seconds until running replies will have left room. */
const SOON_S = 30;
const MICRO = 1_000_000;

const REASONS: Record<CeilingId, string> = {
  account: t`You’ve used up today’s budget of your account.`,
  day: t`Today’s budget of this server is used up.`,
  month: t`This month’s budget of this server is used up.`,
};

/** A share of one of the server's ceilings that is reached; at 100, nothing more is asked for until `until`. */
export interface CeilingNews {
  ceiling: 'day' | 'month';
  percent: number;
  /** In dollars. */
  most: number;
  /** Epoch milliseconds. */
  until: number;
}

export interface BudgetsDependencies {
  store: BudgetStore;
  /** In microdollars. */
  ceilings: Ceilings;
  prices: PriceList;
  modelNames: Readonly<Record<ModeId, string | null>>;
  replyTokens: { normal: number; thinking: number };
  /** The id of this process. */
  owner: () => string;
  notify(news: CeilingNews): void;
  /**
   * What the plan of an account allows it a day, in microdollars; null where it does not say. Absent if no plan does.
   */
  capOf?: ((userId: string) => Promise<number | null>) | undefined;
  now: () => number;
}

/** Reserves what replies and calls may cost under the operator's ceilings, before anything is asked for. */
export class Budgets {
  readonly #dependencies: BudgetsDependencies;
  readonly #notified = new Set<string>();
  #counted: Promise<void> | null = null;

  constructor(dependencies: BudgetsDependencies) {
    this.#dependencies = dependencies;
  }

  get hasCeilings(): boolean {
    const { ceilings, capOf } = this.#dependencies;
    return Object.keys(ceilings).length > 0 || capOf !== undefined;
  }

  /**
   * Reserves for a reply or call. False without ceilings. Throws `cost-limit-reached` when one has no room. `model`:
   * the one that replies, if it was chosen from a list.
   */
  async reserve(userId: string, mode: SpendingMode, id: string, model?: string): Promise<boolean> {
    return this.raise(userId, id, this.estimate(mode, model), 0);
  }

  /**
   * Reserves the same amount again, under its own id, for a reply that already holds `held`. Otherwise like `reserve`.
   */
  async raise(userId: string, id: string, microdollars: number, held: number): Promise<boolean> {
    const { store, owner, now } = this.#dependencies;
    const { ceilings, cap } = await this.#ceilingsOf(userId);
    if (Object.keys(ceilings).length === 0) return false;
    await this.#count();
    const at = now();
    const result = await store.reserve({ userId, id, owner: owner(), microdollars, held, ceilings, now: at });
    if (!result.isReserved) throw await this.#refusal(result, cap, at);
    return true;
  }

  /** Replaces a reservation by what was spent. */
  async settle(userId: string, id: string, microdollars: number): Promise<void> {
    if (this.hasCeilings) await this.#dependencies.store.settle(userId, id, microdollars);
  }

  /** Notifies the operator of the share that is spent of the server's ceilings. Call after a reply or call was settled. */
  async announce(): Promise<void> {
    const { store, ceilings, now } = this.#dependencies;
    for (const ceiling of ['day', 'month'] as const) {
      const most = ceilings[ceiling];
      if (most === undefined) continue;
      const { spent, period } = await store.read(ceiling, now());
      const percent = SHARES.find((share) => spent * 100 >= share * most);
      if (percent !== undefined) await this.#notify(ceiling, period, percent);
    }
  }

  async owners(): Promise<string[]> {
    return this.hasCeilings ? this.#dependencies.store.owners() : [];
  }

  /** Call after the replies of these owners have ended. */
  async release(owners: string[]): Promise<void> {
    if (this.hasCeilings) await this.#dependencies.store.release(owners);
  }

  /** What is reserved, in microdollars: for an ordinary long conversation with the longest reply. 0 without a price. */
  estimate(mode: SpendingMode, model?: string): number {
    const { prices, modelNames, replyTokens } = this.#dependencies;
    const named = mode === 'image' || mode === 'thinking' || mode === 'web_search' ? mode : 'normal';
    const name = (mode === 'image' ? undefined : model) ?? modelNames[named];
    if (name === null) return 0;
    if (mode === 'image') return prices.priceOf(name, { pictures: 1 });
    const outputTokens = mode === 'thinking' ? replyTokens.thinking : replyTokens.normal;
    const tokens = SMALL.has(mode) ? SMALL_CALL : { inputTokens: INPUT_TOKENS, outputTokens };
    const searches = mode === 'web_search' ? 1 : 0;
    return prices.priceOf(name, { ...tokens, searches });
  }

  /** Of one search by a search service, in microdollars. */
  searchPrice(service: string): number {
    return this.#dependencies.prices.priceOf(service, { searches: 1 });
  }

  /** What the replies of an account cost today, in dollars, where its plan limits it; else null. */
  async readAccount(userId: string): Promise<UsageResponse['cost'] | null> {
    const { store, ceilings, capOf, now } = this.#dependencies;
    const cap = (await capOf?.(userId)) ?? null;
    if (cap === null) return null;
    const { spent, period } = await store.read('account', now(), userId);
    const most = Math.min(cap, ceilings.account ?? Infinity);
    return { dollars: spent / MICRO, most: most / MICRO, resetsAt: new Date(endOf('account', period)).toISOString() };
  }

  /** What is spent under the server's ceilings, for the operator. */
  async read(): Promise<NonNullable<CostFigures['limits']>> {
    const { store, ceilings, now } = this.#dependencies;
    if (this.hasCeilings) await this.#count();
    const limits = (['day', 'month'] as const).map(async (period) => {
      const most = ceilings[period];
      if (most === undefined) return [];
      const { spent, reserved } = await store.read(period, now());
      return [{ period, microdollars: spent, reserved, most }];
    });
    return (await Promise.all(limits)).flat();
  }

  /** Before the first reservation of this process: there may have been no ceiling until its start. */
  async #count(): Promise<void> {
    const { store, now } = this.#dependencies;
    this.#counted ??= store.recount(now());
    try {
      await this.#counted;
    } catch (error) {
      this.#counted = null;
      throw error;
    }
  }

  /** The ceilings of an account, and the cap of its plan if that is the one of the account. */
  async #ceilingsOf(userId: string): Promise<{ ceilings: Ceilings; cap: number | null }> {
    const { ceilings, capOf } = this.#dependencies;
    const cap = (await capOf?.(userId)) ?? null;
    if (cap === null || cap > (ceilings.account ?? Infinity)) return { ceilings, cap: null };
    return { ceilings: { ...ceilings, account: cap }, cap };
  }

  async #refusal(
    { ceiling, isSpent, period }: Extract<ReserveResult, { isReserved: false }>,
    cap: number | null,
    at: number,
  ): Promise<AppError> {
    if (!isSpent) {
      const message = `${t`Too many replies are running for the budget that’s left.`} ${tryAgainIn(SOON_S)}`;
      return new AppError('cost-limit-reached', { message, retryAfter: SOON_S });
    }
    if (ceiling !== 'account') await this.#notify(ceiling, period, 100);
    const retryAfter = Math.max(1, Math.ceil((endOf(ceiling, period) - at) / 1000));
    const isOfPlan = ceiling === 'account' && cap !== null;
    const reason = isOfPlan
      ? t`You’ve reached your plan’s limit of ${dollarsText(cap / MICRO)} a day.`
      : translated(REASONS[ceiling]);
    return new AppError('cost-limit-reached', { message: `${reason} ${tryAgainIn(retryAfter)}`, retryAfter });
  }

  /** Once in each period, by whichever process is first. */
  async #notify(ceiling: 'day' | 'month', period: number, percent: number): Promise<void> {
    const { store, ceilings, notify } = this.#dependencies;
    const key = `${ceiling} ${period} ${percent}`;
    if (this.#notified.has(key)) return;
    const isFirst = await store.markNotified(ceiling, period, percent);
    this.#notified.add(key);
    if (!isFirst) return;
    notify({ ceiling, percent, most: (ceilings[ceiling] ?? 0) / MICRO, until: endOf(ceiling, period) });
  }
}
