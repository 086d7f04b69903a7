import type { CostFigures, FiguresDay, FiguresResponse, ModerationFigures } from '@parley/core';
import type { Plans } from '../plans/plans.ts';
import type { Costs } from './costs.ts';
import type { Budgets } from '../spending/budgets.ts';
import type { DailyCount, FiguresStore, ShareStore } from '../storage/storage.ts';

const DAY_MS = 86_400_000;
const MONTHS = 12;
const FAILED = 'failed:';
const FLAGGED = 'flagged:';

export interface FiguresDependencies {
  store: FiguresStore;
  shares: Pick<ShareStore, 'count'>;
  /** Selects live or test-mode subscriptions; false when billing is disabled. */
  isLiveAccount: boolean;
  /** Names the plans of an operator's file; null for the three that come with the product. */
  plans: Pick<Plans, 'namesOwn' | 'nameOf'>;
  runningReplies: () => number;
  /** Whether questions are checked. */
  isModerated: boolean;
  costs: Pick<Costs, 'read'>;
  budgets: Pick<Budgets, 'read'>;
  now: () => number;
}

/** Figures for the operator over the last `days` days, including today. */
export async function readFigures(
  { store, shares, isLiveAccount, plans, runningReplies, isModerated, costs, budgets, now }: FiguresDependencies,
  days: number,
): Promise<FiguresResponse> {
  const today = Math.floor(now() / DAY_MS);
  const eachDay = Array.from({ length: days }, (_, index) => today - days + 1 + index);
  const counts = await store.daily(today - days + 1, today);
  const limits = await budgets.read();
  const paid = await store.subscriptions(isLiveAccount);
  const subscriptions = sum(paid.map(({ status, count }) => [status, count]));
  return {
    success: true,
    users: await store.users(),
    shares: await shares.count(now()),
    runningReplies: runningReplies(),
    subscriptions: subscriptions.map(([status, count]) => ({ status, count })),
    activeSubscriptions: paid
      .filter(({ status }) => status === 'active' || status === 'trialing')
      .reduce((all, { count }) => all + count, 0),
    monthlyRevenue: sum(
      paid
        .filter(({ status }) => status === 'active')
        .flatMap(({ currency, yearlyAmount }): [string, number][] =>
          currency === null ? [] : [[currency, yearlyAmount]],
        ),
    ).map(([currency, amount]) => ({ currency, amount: Math.round(amount / MONTHS) })),
    ...(plans.namesOwn && { revenueByPlan: revenueByPlan(paid, plans) }),
    duplicateSubscriptions: await store.duplicates(isLiveAccount),
    costs: withLimits(await costs.read(days), limits),
    days: eachDay.map((day) => dayOf(day, counts)),
    failures: sumByPrefix(counts, FAILED).map(([code, count]) => ({ code, count })),
    ...(isModerated && { moderation: moderationOf(eachDay, counts) }),
  };
}

function withLimits(costs: CostFigures | null, limits: NonNullable<CostFigures['limits']>): CostFigures | null {
  return costs && limits.length > 0 ? { ...costs, limits } : costs;
}

/** What the active subscriptions of each plan pay a month, by currency. */
function revenueByPlan(
  paid: Awaited<ReturnType<FiguresStore['subscriptions']>>,
  plans: Pick<Plans, 'nameOf'>,
): NonNullable<FiguresResponse['revenueByPlan']> {
  const active = paid.filter(({ status, currency }) => status === 'active' && currency !== null);
  const groups = Map.groupBy(active, ({ priceId, currency }) => JSON.stringify([plans.nameOf(priceId), currency]));
  const sums = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first?.currency) return [];
    const add = (field: 'count' | 'yearlyAmount') => group.reduce((all, each) => all + each[field], 0);
    const amount = Math.round(add('yearlyAmount') / MONTHS);
    return [{ plan: plans.nameOf(first.priceId), currency: first.currency, amount, count: add('count') }];
  });
  return sums.toSorted((a, b) => a.currency.localeCompare(b.currency) || b.amount - a.amount);
}

function dayOf(day: number, counts: DailyCount[]): FiguresDay {
  const count = countOn(day, counts);
  return {
    date: dateOf(day),
    newUsers: count((name) => name === 'users'),
    messages: count((name) => name === 'messages'),
    replies: count((name) => name === 'replies'),
    failures: count((name) => name.startsWith(FAILED)),
  };
}

function moderationOf(days: number[], counts: DailyCount[]): ModerationFigures {
  return {
    days: days.map((day) => {
      const count = countOn(day, counts);
      const flagged = count((name) => name === 'flagged');
      return { date: dateOf(day), flagged, unchecked: count((name) => name === 'unchecked') };
    }),
    categories: sumByPrefix(counts, FLAGGED).map(([category, count]) => ({ category, count })),
  };
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Adds up the counts of a day that have a matching name. */
function countOn(day: number, counts: DailyCount[]) {
  return (fits: (name: string) => boolean): number =>
    counts.filter((each) => each.day === day && fits(each.name)).reduce((all, each) => all + each.count, 0);
}

/** Adds up the counts whose names have this prefix, by the rest of the name, largest first. */
function sumByPrefix(counts: DailyCount[], prefix: string): [string, number][] {
  return sum(
    counts.filter(({ name }) => name.startsWith(prefix)).map(({ name, count }) => [name.slice(prefix.length), count]),
  );
}

/** Adds up the amounts by name, largest first. */
function sum(parts: [string, number][]): [string, number][] {
  const sums = new Map<string, number>();
  for (const [name, amount] of parts) sums.set(name, (sums.get(name) ?? 0) + amount);
  return [...sums].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
}
