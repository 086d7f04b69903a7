import { AppError } from '@parley/core';
import { TransportError } from '../api/transport-error.ts';

/** Returns the sentence to show for a failed call: the server's own, if it sent one. */
export function problemText(error: unknown, otherwise = 'An error occurred'): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof TransportError) return 'Can’t reach the server. Check your connection and try again.';
  return otherwise;
}
