import { AppError, t } from '@parley/core';
import { UnexplainedError } from '../api/read-error.ts';
import { TransportError } from '../api/transport-error.ts';

/** Returns the sentence to show for a failed call: the server's own, if it sent one. */
export function problemText(error: unknown, otherwise?: string): string {
  if (error instanceof UnexplainedError && otherwise !== undefined) return otherwise;
  if (error instanceof AppError) return error.message;
  if (error instanceof TransportError) return t`Can’t reach the server. Check your connection and try again.`;
  return otherwise ?? t`An error occurred`;
}
