import type { Response } from 'express';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@parley/core';
import type { Cluster } from '../cluster/cluster.ts';

export interface RateLimit {
  /**
   * Counts one request of this key, or one that counts as `points`; throws `rate-limited` with the seconds to wait once
   * there were too many. With the response, its headers tell what is left.
   */
  consume(key: string, res?: Response, points?: number): Promise<void>;
  /** Counts one request of this key, and whether it is one of those that are allowed, for what is refused silently. */
  admits(key: string): Promise<boolean>;
  /** Takes one request back, which turned out not to be one of those that are limited. */
  giveBack(key: string): Promise<void>;
  /** Milliseconds until a request of this key is taken again; 0 where that is now. Counts nothing. */
  wait(key: string): Promise<number>;
}

/** Counts what all processes together are asked for under this name. `refusal`: what people are told beyond, where waiting a moment does not help. */
export function createRateLimit(
  cluster: Pick<Cluster, 'limiter'>,
  name: string,
  { requests, seconds, refusal }: { requests: number; seconds: number; refusal?: string },
): RateLimit {
  const limiter = cluster.limiter(name, { points: requests, duration: seconds });
  const tell = (res: Response | undefined, { consumedPoints, msBeforeNext }: RateLimiterRes) => {
    const left = Math.max(0, requests - consumedPoints);
    res?.set({
      'RateLimit-Policy': `${requests};w=${seconds}`,
      RateLimit: `limit=${requests}, remaining=${left}, reset=${Math.ceil(msBeforeNext / 1000)}`,
    });
  };
  return {
    async consume(key, res, points = 1) {
      try {
        tell(res, await limiter.consume(key, points));
      } catch (over) {
        if (!(over instanceof RateLimiterRes)) throw over;
        tell(res, over);
        const retryAfter = Math.max(1, Math.ceil(over.msBeforeNext / 1000));
        throw new AppError('rate-limited', { retryAfter, ...(refusal !== undefined && { message: refusal }) });
      }
    },
    async admits(key) {
      return (await limiter.penalty(key, 1)).consumedPoints <= requests;
    },
    async giveBack(key) {
      await limiter.reward(key, 1);
    },
    async wait(key) {
      const used = await limiter.get(key);
      return used && used.consumedPoints >= requests ? Math.max(0, used.msBeforeNext) : 0;
    },
  };
}
