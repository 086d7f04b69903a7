import { AppError } from '@parley/core';
import { isPageVisible } from './on-page-visible.ts';

const FIRST = 500;
/** A page in view soon notices that the server is back. */
const LONGEST_VISIBLE = 1000;
const LONGEST_HIDDEN = 8000;
/** Milliseconds before retrying a request that failed or was deferred. */
const RETRY_DELAY = 3000;

/**
 * Milliseconds to wait before retry 0, 1, 2 …: doubling from 0.5 s to 1 s, or to 8 s while the page is hidden, with up
 * to half of it taken off at random.
 */
export function backoff(attempt: number, random: () => number): number {
  const longest = isPageVisible() ? LONGEST_VISIBLE : LONGEST_HIDDEN;
  return Math.min(longest, FIRST * 2 ** attempt) * (1 - random() / 2);
}

/** Milliseconds to wait as requested by the server in this error; 0 without a time. */
export function retryAfter(error: unknown): number {
  return error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
}

/** Milliseconds to wait before retrying a single request. */
export function retryDelay(error?: unknown): number {
  return Math.max(RETRY_DELAY, retryAfter(error));
}
