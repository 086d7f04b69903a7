import { setTimeout as delay } from 'node:timers/promises';
import type { CostFigures } from '@parley/core';
import type { Plans } from '../plans/plans.ts';
import type { PriceList } from '../spending/prices.ts';
import { addAmounts, NO_AMOUNTS, type Amounts, type DailySpending } from '../storage/billing/spending-store.ts';
import type { AccountSpending, SpendingStore } from '../storage/storage.ts';

const DAY_MS = 86_400_000;
const TOP_ACCOUNTS = 10;
/** Ages in milliseconds: after the first, costs are read again; after the second, a reader waits for the new ones. */
const FRESH_MS = 60_000;
const STALE_MS = 10 * 60_000;
/** How long a reader waits for costs that are being read, in milliseconds. */
const WAIT_MS = 50;
/** Milliseconds until the most expensive accounts are read again, which reads every account of the period. */
const TOP_ACCOUNTS_FRESH_MS = 30 * 60_000;

interface Reading {
  readAt: number;
  costs: CostFigures;
}

export interface CostsDependencies {
  store: Pick<SpendingStore, 'daily' | 'topAccounts'>;
  prices: PriceList;
  plans: Pick<Plans, 'nameOfPaying'>;
  now: () => number;
}

/**
 * What replies cost, for the operator: at most ten minutes old, and half an hour for the most expensive accounts. Past
 * days are read once, because nothing is added to them any more.
 */
export class Costs {
  readonly #dependencies: CostsDependencies;
  readonly #past = new Map<number, DailySpending[]>();
  /** By the number of days. */
  readonly #readings = new Map<number, Reading>();
  readonly #topAccounts = new Map<number, { readAt: number; accounts: AccountSpending[] }>();
  readonly #running = new Map<number, Promise<CostFigures>>();

  constructor(dependencies: CostsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * The last `days` days, including today. Costs older than a minute are read again meanwhile. Null while they are being
   * read for longer than a reader waits: a server that has just started reads every day of the period.
   */
  async read(days: number): Promise<CostFigures | null> {
    const known = this.#readings.get(days);
    const age = known ? this.#dependencies.now() - known.readAt : Infinity;
    if (known && age < FRESH_MS) return known.costs;
    const running = this.#running.get(days) ?? this.#begin(days);
    // A later reader gets the failure.
    running.catch(() => {});
    if (known && age < STALE_MS) return known.costs;
    return Promise.race([running, delay(WAIT_MS, null, { ref: false })]);
  }

  #begin(days: number): Promise<CostFigures> {
    const readAt = this.#dependencies.now();
    const running = this.#readAll(days)
      .then((costs) => {
        this.#readings.set(days, { readAt, costs });
        return costs;
      })
      .finally(() => this.#running.delete(days));
    this.#running.set(days, running);
    return running;
  }

  async #readAll(days: number): Promise<CostFigures> {
    const { prices, plans } = this.#dependencies;
    const today = Math.floor(this.#dependencies.now() / DAY_MS);
    const first = today - days + 1;
    const spent = await this.#daily(first, today);
    const { microdollars, estimatedMicrodollars, unpricedRequests } = sumOf(spent);
    return {
      microdollars,
      estimatedMicrodollars,
      unpricedRequests,
      days: Array.from({ length: days }, (_, index) => dayOf(first + index, spent)),
      modes: sumsBy(spent, ({ mode }) => mode).map(([mode, sum]) => ({ mode, ...costOf(sum) })),
      models: sumsBy(spent, ({ model }) => model).map(([model, sum]) => {
        const { inputTokens, cachedTokens, outputTokens } = sum;
        return {
          model,
          ...costOf(sum),
          inputTokens,
          cachedTokens,
          outputTokens,
          unpricedRequests: sum.unpricedRequests,
        };
      }),
      plans: sumsBy(spent, ({ plan }) => plans.nameOfPaying(plan)).map(([plan, sum]) => ({ plan, ...costOf(sum) })),
      accounts: (await this.#topAccountsOf(days, today)).map(({ email, plan, microdollars: cost, requests }) => ({
        email,
        plan: plans.nameOfPaying(plan),
        microdollars: cost,
        requests,
      })),
      prices: prices.dates,
    };
  }

  async #topAccountsOf(days: number, today: number): Promise<AccountSpending[]> {
    const { store, now } = this.#dependencies;
    const known = this.#topAccounts.get(days);
    if (known && now() - known.readAt < TOP_ACCOUNTS_FRESH_MS) return known.accounts;
    const readAt = now();
    const accounts = await store.topAccounts(today - days + 1, today, TOP_ACCOUNTS);
    this.#topAccounts.set(days, { readAt, accounts });
    return accounts;
  }

  /**
   * Yesterday is not past yet: the clock of another process may be behind. Each day is read by itself, so that other reads
   * need not wait for all of them.
   */
  async #daily(first: number, today: number): Promise<DailySpending[]> {
    const all: DailySpending[] = [];
    for (let day = first; day <= today; day++) {
      const read = this.#past.get(day) ?? (await this.#dependencies.store.daily(day, day));
      if (day < today - 1) this.#past.set(day, read);
      all.push(...read);
    }
    return all;
  }
}

function dayOf(day: number, spent: DailySpending[]): CostFigures['days'][number] {
  const { microdollars, estimatedMicrodollars } = sumOf(spent.filter((each) => each.day === day));
  return { date: new Date(day * DAY_MS).toISOString().slice(0, 10), microdollars, estimatedMicrodollars };
}

function sumOf(spent: DailySpending[]): Amounts {
  return spent.reduce<Amounts>(addAmounts, NO_AMOUNTS);
}

function costOf({ microdollars, requests }: Amounts) {
  return { microdollars, requests };
}

/** Adds up the costs by name, highest first. */
function sumsBy(spent: DailySpending[], nameOf: (each: DailySpending) => string): [string, Amounts][] {
  return [...Map.groupBy(spent, nameOf)]
    .map(([name, all]): [string, Amounts] => [name, sumOf(all)])
    .toSorted(([a, x], [b, y]) => y.microdollars - x.microdollars || y.requests - x.requests || a.localeCompare(b));
}
