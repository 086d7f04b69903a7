import { TransportError, type StreamHandlers } from '../../api/transport-error.ts';
import { backoff, retryAfter } from './backoff.ts';

/** Milliseconds without a byte after which a connection counts as lost: the server sends a heartbeat every 15 s. */
const SILENCE = 20_000;
/** Milliseconds without a byte after which `wake` replaces a connection: longer than the pause between heartbeats. */
const SUSPECT = 17_000;
/** The longest pause in milliseconds that a server can ask for: the page of a maintenance asks for hours. */
const LONGEST_PAUSE = 60_000;

export interface ReconnectingStreamOptions<Event> {
  /** Opens one connection; settles when it ends. */
  open: (handlers: StreamHandlers<Event>) => Promise<void>;
  onEvent: (event: Event) => void;
  /** Called for every piece that arrives, heartbeats included. */
  onActivity?: () => void;
  /** Called when a connection that looks open brings nothing any more, before it is lost. */
  onSilent?: () => void;
  /** Called when a connection was lost. Returns whether to reconnect; otherwise the stream is closed. */
  onDisconnect: (error: unknown) => boolean;
  /** Epoch milliseconds. */
  now: () => number;
  /** From 0 to 1. */
  random: () => number;
}

export interface ReconnectingStream {
  /**
   * Reconnects at once if a retry is scheduled or the connection has been silent for long. Call when the page becomes
   * visible.
   */
  wake(): void;
  /** Reconnects at once and resets the backoff. Call when the network is back. */
  reconnect(): void;
  /** Treats the connection as lost with this error. */
  disconnect(error: unknown): void;
  /** Resets the backoff. Call when a connection has brought something new. */
  resetBackoff(): void;
  /** Closes the connection; no callback is called any more. */
  close(): void;
}

/**
 * Reads an event stream over any number of connections: one after the other, each replaced when it breaks or stays
 * silent, with backoff between attempts. A connection that lasted longer than `SILENCE` resets the backoff.
 */
export function openReconnectingStream<Event>(options: ReconnectingStreamOptions<Event>): ReconnectingStream {
  const { open, onEvent, onActivity = () => {}, onSilent = () => {}, onDisconnect, now, random } = options;
  /** Null between connections. */
  let connection: AbortController | null = null;
  /** The silence timeout of the connection, or the delay before the next one. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let openedAt = 0;
  let lastActivity = 0;
  let attempts = 0;
  let isClosed = false;

  function connect(): void {
    connection?.abort();
    const current = new AbortController();
    connection = current;
    openedAt = lastActivity = now();
    watchSilence();
    const isCurrent = (): boolean => connection === current;
    open({
      signal: current.signal,
      onActivity() {
        if (!isCurrent()) return;
        lastActivity = now();
        watchSilence();
        onActivity();
      },
      onEvent: (event) => void (isCurrent() && onEvent(event)),
    }).then(
      () => isCurrent() && disconnect(new TransportError('The stream ended early.')),
      (error: unknown) => isCurrent() && disconnect(error),
    );
  }

  function watchSilence(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      onSilent();
      disconnect(new TransportError('The stream went silent.'));
    }, SILENCE);
  }

  function disconnect(error: unknown): void {
    clearTimeout(timer);
    connection?.abort();
    connection = null;
    if (now() - openedAt >= SILENCE) attempts = 0;
    if (!onDisconnect(error)) close();
    if (isClosed) return;
    const pause = backoff(attempts++, random);
    timer = setTimeout(connect, Math.max(Math.min(retryAfter(error), LONGEST_PAUSE), pause));
  }

  function close(): void {
    isClosed = true;
    clearTimeout(timer);
    connection?.abort();
    connection = null;
  }

  connect();
  return {
    wake() {
      if (!isClosed && (!connection || now() - lastActivity > SUSPECT)) connect();
    },
    reconnect() {
      attempts = 0;
      if (!isClosed) connect();
    },
    disconnect,
    resetBackoff() {
      attempts = 0;
    },
    close,
  };
}
