import { AppError, type UserEvent } from '@parley/core';
import type { ApiClient } from '../../api/api-client.ts';
import { backoff } from '../connection/backoff.ts';
import { SILENCE, SUSPECT } from '../connection/stream-silence.ts';
import { onPageVisible } from '../connection/on-page-visible.ts';

export interface EventsOptions {
  api: Pick<ApiClient, 'events'>;
  onEvent: (event: UserEvent) => void;
  /** Called for every piece that arrives, a heartbeat included. */
  onActivity?: () => void;
}

/**
 * Hears what changes elsewhere, over any number of connections, until the server refuses to tell this session more.
 * Returns what ends it before.
 */
export function connectEvents({ api, onEvent, onActivity = () => {} }: EventsOptions): () => void {
  const listening = new AbortController();
  let current = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let lastActivity = 0;

  function connect(): void {
    current.abort();
    const connection = new AbortController();
    const { signal } = connection;
    const begun = Date.now();
    current = connection;
    lastActivity = begun;

    const broken = (error?: unknown): void => {
      if (signal.aborted) return;
      connection.abort();
      clearTimeout(timer);
      if (isServerRefusal(error)) {
        close();
        return;
      }
      // One that ends right after it began, again and again, is asked for ever more seldom.
      if (Date.now() - begun >= SILENCE) attempts = 0;
      const asked = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
      timer = setTimeout(connect, Math.max(asked, backoff(attempts++, Math.random)));
    };
    const watch = (): void => {
      if (signal.aborted) return;
      clearTimeout(timer);
      timer = setTimeout(broken, SILENCE);
    };

    const heard = (): void => {
      lastActivity = Date.now();
      watch();
      onActivity();
    };

    watch();
    api
      .events({ signal, onActivity: heard, onEvent: (event) => void (signal.aborted || onEvent(event)) })
      .then(() => broken(), broken);
  }

  function close(): void {
    listening.abort();
    leave();
    clearTimeout(timer);
    current.abort();
  }

  const connectNow = (): void => {
    attempts = 0;
    connect();
  };
  addEventListener('online', connectNow, { signal: listening.signal });
  // A machine that slept comes back with a connection that may be long dead, and timers that slept as well.
  const leave = onPageVisible(() => Date.now() - lastActivity > SUSPECT && connectNow());
  connect();
  return close;
}

/** Whether asking again is of no use. */
function isServerRefusal(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.status !== 429;
}
