import { AppError } from '@parley/core';
import { TransportError } from '../api/transport-error.ts';

/** The sentence for a person about a call that failed: the server's own where it gave one. */
export function problemText(error: unknown, otherwise = 'An error occurred'): string {
  if (error instanceof AppError) return error.message;
  if (error instanceof TransportError) return 'The server cannot be reached. Check your connection and try again.';
  return otherwise;
}
