import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@parley/core';

export interface RateLimit {
  /** Counts one request of this key; throws `rate-limited` with the seconds to wait once there were too many. */
  consume(key: string): Promise<void>;
}

export function createRateLimit({ requests, seconds }: { requests: number; seconds: number }): RateLimit {
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new AppError('rate-limited', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
  };
}
