import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, rateLimited } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';

/** What a key has left of a limit. */
export interface Allowance {
  /** The limit: so many requests in so many seconds. */
  requests: number;
  seconds: number;
  left: number;
  /** Seconds until all of them are there again. */
  resetSeconds: number;
}

export interface RateLimit {
  /** Counts one request of this key, or one that counts as `points`. Throws `LimitReached` once there were too many. */
  consume(key: string, points?: number): Promise<Allowance>;
  /** Counts one request of this key, and returns whether it is within the limit, for what is refused silently. */
  admits(key: string): Promise<boolean>;
  /** Takes one request back, or one that counted as `points`, which turned out not to be one of those that are limited. */
  giveBack(key: string, points?: number): Promise<void>;
  /** Milliseconds until a request of this key is taken again; 0 where that is now. Counts nothing. */
  wait(key: string): Promise<number>;
}

/** The `rate-limited` of a `RateLimit`, which says how long to wait. */
export class LimitReached extends AppError {
  readonly allowance: Allowance;

  constructor(allowance: Allowance, reason: string | undefined) {
    const { message, retryAfter = 1 } = rateLimited(allowance.resetSeconds, reason);
    super('rate-limited', { message, retryAfter });
    this.allowance = allowance;
  }
}

/**
 * Counts requests under this name for all processes together. `reason` takes the place of "Too many requests." in the
 * refusal.
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
        throw new LimitReached(allowanceOf(over), reason);
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
