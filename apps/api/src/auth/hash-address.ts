import { createHash } from 'node:crypto';

/**
 * Stands for an email address in the counters of rate limits, which keep it for an hour, in Redis as well: a deleted
 * address must not remain there.
 */
export function hashAddress(email: string): string {
  return createHash('sha256').update(`address ${email}`).digest('base64url');
}
