import type { Response } from 'express';
import type { Allowance } from '../limits/rate-limit.ts';

/** Sets the headers that say what a caller has left of a limit. */
export function showAllowance(res: Response, { requests, seconds, left, resetSeconds }: Allowance): void {
  res.set({
    'RateLimit-Policy': `${requests};w=${seconds}`,
    RateLimit: `limit=${requests}, remaining=${left}, reset=${resetSeconds}`,
  });
}
