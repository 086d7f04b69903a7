import pLimit from 'p-limit';
import { AppError } from '@parley/core';

/**
 * Runs heavy work a few at a time and lets some more wait. What comes on top is refused with `unavailable`, so that a
 * flood of uploads cannot take the memory of the replies.
 */
export function createWorkQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const limit = pLimit(atOnce);
  return async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting)
      throw new AppError('unavailable', { retryAfter: 5 });
    return limit(work);
  };
}
