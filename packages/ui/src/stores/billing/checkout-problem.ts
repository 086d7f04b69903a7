import { AppError, t } from '@parley/core';
import { TransportError } from '../../api/transport-error.ts';

const FAILED = t`Failed to create checkout session.`;

/** Explains a failed checkout, in the server's own sentence if that is specific. */
export function checkoutProblem(error: unknown): string {
  if (error instanceof TransportError)
    return t`Failed to create checkout session. Check your connection and try again.`;
  return error instanceof AppError && error.code !== 'internal' ? error.message : FAILED;
}
