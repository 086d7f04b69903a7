import { AppError, type UserEvent } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { onPageVisible } from '../connection/on-page-visible.ts';
import { openReconnectingStream } from '../connection/reconnecting-stream.ts';

export interface EventsOptions {
  api: Pick<ApiClient, 'events' | 'reportSilence'>;
  onEvent: (event: UserEvent) => void;
  /** Called for every piece that arrives, heartbeats included. */
  onActivity?: () => void;
}

/**
 * Subscribes this tab to the user's events, and reconnects until the server rejects the session.
 * Returns a function that unsubscribes.
 */
export function connectEvents({ api, onEvent, onActivity = () => {} }: EventsOptions): () => void {
  const listening = new AbortController();
  const stream = openReconnectingStream<UserEvent>({
    open: (handlers) => api.events(handlers),
    onEvent,
    onActivity,
    onSilent: () => api.reportSilence(),
    onDisconnect(error) {
      const isRejected = error instanceof AppError && error.status < 500 && error.status !== 429;
      if (isRejected) close();
      return !isRejected;
    },
    now: Date.now,
    random: Math.random,
  });
  const stopWatching = onPageVisible(() => stream.wake());
  addEventListener('online', () => stream.reconnect(), { signal: listening.signal });

  function close(): void {
    listening.abort();
    stopWatching();
    stream.close();
  }
  return close;
}
