import type { CostFigures } from '@parley/core';
import type { PriceList } from '../spending/prices.ts';
import { addAmounts, NO_AMOUNTS, type Amounts, type DailySpending } from '../storage/billing/spending-store.ts';
import type { AccountSpending, SpendingStore } from '../storage/storage.ts';

const DAY_MS = 86_400_000;
const DEAREST = 10;
/** In milliseconds: until costs are read again, and until a reader waits for that. */
const FRESH_MS = 60_000;
const STALE_MS = 10 * 60_000;
/** Milliseconds until the dearest accounts are read again, which reads every account of the period. */
const DEAREST_FRESH_MS = 30 * 60_000;

interface Reading {
  readAt: number;
  costs: CostFigures;
}

export interface CostsDependencies {
  store: Pick<SpendingStore, 'daily' | 'dearest'>;
  prices: PriceList;
  now: () => number;
}

/**
 * What replies cost, for the operator, at most ten minutes ago; the dearest accounts, half an hour. Past days are read once,
 * because nothing is added to them any more.
 */
export class Costs {
  readonly #dependencies: CostsDependencies;
  readonly #past = new Map<number, DailySpending[]>();
  /** By the number of days. */
  readonly #readings = new Map<number, Reading>();
  readonly #dearest = new Map<number, { readAt: number; accounts: AccountSpending[] }>();
  readonly #running = new Map<number, Promise<CostFigures>>();

  constructor(dependencies: CostsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The last `days` days, including today. Costs older than a minute are read again meanwhile. */
  async read(days: number): Promise<CostFigures> {
    const known = this.#readings.get(days);
    const age = known ? this.#dependencies.now() - known.readAt : Infinity;
    if (known && age < FRESH_MS) return known.costs;
    const running = this.#running.get(days) ?? this.#begin(days);
    if (!known || age >= STALE_MS) return running;
    // A later reader gets the failure.
    running.catch(() => {});
    return known.costs;
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
    const { prices } = this.#dependencies;
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
      plans: sumsBy(spent, ({ plan }) => plan).map(([plan, sum]) => ({ plan, ...costOf(sum) })),
      accounts: (await this.#dearestOf(days, today)).map(({ email, plan, microdollars: cost, requests }) => ({
        email,
        plan,
        microdollars: cost,
        requests,
      })),
      prices: prices.dates,
    };
  }

  async #dearestOf(days: number, today: number): Promise<AccountSpending[]> {
    const { store, now } = this.#dependencies;
    const known = this.#dearest.get(days);
    if (known && now() - known.readAt < DEAREST_FRESH_MS) return known.accounts;
    const readAt = now();
    const accounts = await store.dearest(today - days + 1, today, DEAREST);
    this.#dearest.set(days, { readAt, accounts });
    return accounts;
  }

  /** Yesterday is not past yet: the clock of another process may be behind. */
  async #daily(first: number, today: number): Promise<DailySpending[]> {
    const days = Array.from({ length: today - first + 1 }, (_, index) => first + index);
    const from = days.find((day) => !this.#past.has(day)) ?? today;
    const read = Map.groupBy(await this.#dependencies.store.daily(from, today), ({ day }) => day);
    for (const day of days.filter((each) => each >= from && each < today - 1)) this.#past.set(day, read.get(day) ?? []);
    return days.flatMap((day) => (day < from ? (this.#past.get(day) ?? []) : (read.get(day) ?? [])));
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

/** Adds up by name, dearest first. */
function sumsBy(spent: DailySpending[], nameOf: (each: DailySpending) => string): [string, Amounts][] {
  return [...Map.groupBy(spent, nameOf)]
    .map(([name, all]): [string, Amounts] => [name, sumOf(all)])
    .toSorted(([a, x], [b, y]) => y.microdollars - x.microdollars || y.requests - x.requests || a.localeCompare(b));
}
