import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, rateLimited } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';

/** The remaining allowance of a key. */
export interface Allowance {
  /** The limit: requests per `seconds`. */
  requests: number;
  seconds: number;
  left: number;
  /** Seconds until the full limit is available again. */
  resetSeconds: number;
}

export interface RateLimit {
  /**
   * Counts one request of this key, or `points` requests. Throws `LimitReached` when the limit is exceeded, and then
   * leaves what remains to smaller requests.
   */
  consume(key: string, points?: number): Promise<Allowance>;
  /** Counts one request and returns whether it is within the limit, for requests that are dropped silently. */
  admits(key: string): Promise<boolean>;
  /** Refunds one request, or `points` requests, that turned out not to count. */
  giveBack(key: string, points?: number): Promise<void>;
  /** Milliseconds until the next request of this key is allowed; 0 if it is now. Counts nothing. */
  wait(key: string): Promise<number>;
}

/** The `rate-limited` error of a `RateLimit`, with the remaining allowance. */
export class LimitReached extends AppError {
  readonly allowance: Allowance;

  constructor(allowance: Allowance, reason: string | undefined) {
    const { message, retryAfter = 1 } = rateLimited(allowance.resetSeconds, reason);
    super('rate-limited', { message, retryAfter });
    this.allowance = allowance;
  }
}

/**
 * Counts requests under this name across all processes. `reason` replaces "Too many requests." in the error message.
 */
export function createRateLimit(
  cluster: Pick<Cluster, 'limiter'>,
  name: string,
  { requests, seconds, reason }: { requests: number; seconds: number; reason?: string },
): RateLimit {
  const limiter = cluster.limiter(name, { points: requests, duration: seconds });
  const allowanceOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Allowance => ({
    requests,
    seconds,
    left: Math.max(0, requests - consumedPoints),
    resetSeconds: Math.ceil(msBeforeNext / 1000),
  });
  return {
    async consume(key, points = 1) {
      try {
        return allowanceOf(await limiter.consume(key, points));
      } catch (over) {
        if (!(over instanceof RateLimiterRes)) throw over;
        // A smaller request may still fit.
        const counted = points > 1 ? await limiter.reward(key, points) : over;
        throw new LimitReached(allowanceOf(counted), reason);
      }
    },
    async admits(key) {
      return (await limiter.penalty(key, 1)).consumedPoints <= requests;
    },
    async giveBack(key, points = 1) {
      await limiter.reward(key, points);
    },
    async wait(key) {
      const used = await limiter.get(key);
      return used && used.consumedPoints >= requests ? Math.max(0, used.msBeforeNext) : 0;
    },
  };
}
