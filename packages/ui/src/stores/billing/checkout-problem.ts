import { AppError } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';

const FAILED = 'Failed to create checkout session.';

/** Why there is no page on which to pay: the server's own sentence, where it has one that says more than that it failed. */
export function checkoutProblem(error: unknown): string {
  if (error instanceof TransportError) return `${FAILED} Check your connection and try again.`;
  return error instanceof AppError && error.code !== 'internal' ? error.message : FAILED;
}
