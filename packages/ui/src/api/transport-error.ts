import type { SequencedEvent } from '@parley/core';

/** The connection to the server failed: offline, cut, timed out, or answered by something else. A retry may help. */
export class TransportError extends Error {
  override name = 'TransportError';
}

export interface StreamHandlers<E = SequencedEvent> {
  signal: AbortSignal;
  onEvent(event: E): void;
  /** Called for every piece that arrives, heartbeats included. */
  onActivity?(): void;
}

/**
 * Turns whatever goes wrong in a step of a request, from a refused connection to an unreadable body, into a
 * `TransportError`.
 */
export async function reached<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw new TransportError('The connection to the server failed.', { cause: error });
  }
}
