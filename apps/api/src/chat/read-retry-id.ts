import type { Request } from 'express';

/**
 * The id that a proxy gives to one request of a client and repeats when it sends that request to a second instance; null
 * without such a proxy. It makes a message of a caller who sends no key safe to send again: the second instance finds the
 * reply of the first.
 */
export function readRetryId(req: Request): string | null {
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(req.get('X-Retry-Id') ?? '');
  return parts && parts.slice(1).join('-');
}
