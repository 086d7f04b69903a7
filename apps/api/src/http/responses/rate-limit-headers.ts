import type { Response } from 'express';
import type { Allowance } from '../../limits/rate-limit.ts';

/** Sets the rate-limit headers of a response. */
export function showAllowance(res: Response, { requests, seconds, left, resetSeconds }: Allowance): void {
  res.set({
    'RateLimit-Policy': `${requests};w=${seconds}`,
    RateLimit: `limit=${requests}, remaining=${left}, reset=${resetSeconds}`,
  });
}
