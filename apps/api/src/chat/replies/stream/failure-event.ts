import type { Message, StreamEvent } from '@parley/core';

/** The last event of a reply that failed; null for any other. */
export function failureEvent({ isError, errorCode, error = '' }: Message): StreamEvent | null {
  return isError && errorCode ? { type: 'error', code: errorCode, error } : null;
}
