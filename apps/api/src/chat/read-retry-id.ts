import type { Request } from 'express';

/**
 * Reads the id that a proxy assigns to a client's request and repeats when it resends the request to a second instance;
 * null without such a proxy. It makes messages without an idempotency key safe to resend: the second instance finds the
 * reply of the first.
 */
export function readRetryId(req: Request): string | null {
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(req.get('X-Retry-Id') ?? '');
  return parts && parts.slice(1).join('-');
}
