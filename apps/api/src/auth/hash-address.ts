import { createHash } from 'node:crypto';
import { asciiAddress } from './find-by-address.ts';

/**
 * Stands for an email address in the counters of rate limits, which keep it for an hour, in Redis as well: a deleted
 * address must not remain there. Both spellings of a domain count together.
 */
export function hashAddress(email: string): string {
  return createHash('sha256')
    .update(`address ${asciiAddress(email)}`)
    .digest('base64url');
}
