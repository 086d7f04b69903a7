import { randomUUID } from 'node:crypto';
import type { ModeId } from '@parley/core';

/** What requests to providers used, and what that costs. Whole numbers that add up. */
export interface Amounts {
  requests: number;
  /** Cached ones included. */
  inputTokens: number;
  cachedTokens: number;
  /** Reasoning included. */
  outputTokens: number;
  reasoningTokens: number;
  pictures: number;
  searches: number;
  /** Of recorded speech, in milliseconds. */
  audioMs: number;
  /** Characters that were spoken. */
  characters: number;
  microdollars: number;
  /** The requests that the provider did not count, and their part of `microdollars`. */
  estimatedRequests: number;
  estimatedMicrodollars: number;
  /** The requests to models without a price, which `microdollars` leaves out. */
  unpricedRequests: number;
}

export const NO_AMOUNTS: Readonly<Amounts> = {
  requests: 0,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  pictures: 0,
  searches: 0,
  audioMs: 0,
  characters: 0,
  microdollars: 0,
  estimatedRequests: 0,
  estimatedMicrodollars: 0,
  unpricedRequests: 0,
};

export const AMOUNTS = Object.keys(NO_AMOUNTS) as (keyof Amounts)[];

/** A user id for the records of a deleted account, which nothing connects to it. */
export function anonymousId(): string {
  return `nobody-${randomUUID()}`;
}

export function addAmounts(one: Amounts, other: Amounts): Amounts {
  const sum = { ...NO_AMOUNTS };
  for (const name of AMOUNTS) sum[name] = one[name] + other[name];
  return sum;
}

/** What something was spent on: a reply by its mode, or one of the calls beside replies. */
export type SpendingMode = ModeId | 'title' | 'summary' | 'demo' | 'dictation' | 'read_aloud';

/** `free`, the id of a plan of the operator's file, or else `premium`, also for admins. */
export type SpendingPlan = string;

/** What one reply or call used. */
export interface Spending {
  plan: SpendingPlan;
  /** One entry for each model. */
  models: ({ model: string } & Amounts)[];
}

/** What a reply or call cost; 0 when nothing is known of it. */
export function microdollarsOf(spending: Pick<Spending, 'models'> | null | undefined): number {
  return (spending?.models ?? []).reduce((sum, { microdollars }) => sum + microdollars, 0);
}

/** What one account used on one day in one mode with one model. */
export interface SpendingRecord extends Amounts {
  id: string;
  /** Of a deleted account: an id that belongs to no account. */
  userId: string;
  /** Days since 1970, UTC. */
  day: number;
  mode: SpendingMode;
  model: string;
  /** The account's plan at its last use on this day. */
  plan: SpendingPlan;
}

/** The records of all accounts added up. */
export type DailySpending = Pick<SpendingRecord, 'day' | 'mode' | 'model' | 'plan'> & Amounts;

export interface AccountSpending {
  /** The id of an account without an address; null for one that is deleted. */
  email: string | null;
  /** That of its last use on these days. */
  plan: SpendingPlan;
  requests: number;
  microdollars: number;
  estimatedMicrodollars: number;
}

/**
 * What replies and other calls cost. `ReplyStore.end` adds what a reply used, once. A deleted account's records stay,
 * without its id.
 */
export interface SpendingStore {
  /** Adds what a call beside replies used. Call once: a repetition counts again. */
  add(userId: string, mode: SpendingMode, spending: Spending, now: number): Promise<void>;
  /** The user's records, oldest day first. */
  ofUser(userId: string): Promise<SpendingRecord[]>;
  /** The sums of the days from `first` to `last`, in no particular order. */
  daily(first: number, last: number): Promise<DailySpending[]>;
  /** The accounts that cost most on the days from `first` to `last`, highest first. */
  topAccounts(first: number, last: number, limit: number): Promise<AccountSpending[]>;
}
