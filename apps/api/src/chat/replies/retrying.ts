import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import { pause } from '../../pause.ts';

/** Retry delay in milliseconds: initial and maximum. */
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5_000;

export interface RetryOptions {
  /** Names the work in the log, such as 'storing the end of a reply'. */
  name: string;
  logger: Logger;
  /** Ends the retries; the last error is then thrown. */
  signal: AbortSignal;
}

/** Repeats work on the store until it succeeds or `signal` aborts. */
export async function retrying<T>(work: () => Promise<T>, { name, logger, signal }: RetryOptions): Promise<T> {
  for (let wait = FIRST_RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS)) {
    try {
      return await work();
    } catch (error) {
      if (wait === FIRST_RETRY_MS) logger.warn({ err: error }, `${name} failed and is retried until it succeeds`);
      await pause(wait, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Throws `unavailable` if the work takes longer than `ms` milliseconds; it continues. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new AppError('unavailable')), ms);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
