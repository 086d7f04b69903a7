import {
  AppError,
  applyEvent,
  isLastEvent,
  type Message,
  type SequencedEvent,
  type StreamEvent,
  type StreamRequest,
} from '@parley/core';
import type { ApiClient } from '../../../api/create-api-client.ts';
import { TransportError } from '../../../api/transport-error.ts';
import type { Connection } from '../chat-state.ts';
import { unlessPageLeaves } from '../../connection/page-leaving.ts';
import { openReconnectingStream } from '../../connection/reconnecting-stream.ts';

/** Milliseconds without a connection after which the banner is shown. */
const BANNER_AFTER = 60_000;

/** The outcome of the request that begins a reply. Each request has exactly one. */
export type RequestOutcome =
  /** The server stored the message, and its reply is streaming. */
  | Extract<StreamEvent, { type: 'accepted' }>
  /** The server has already received this request. */
  | { type: 'repeated' }
  /** The server refused the request, or the connection broke before it answered. */
  | { type: 'rejected'; error: unknown };

/** How a reply ended for this reader. `gone`: the server no longer streams it, and the stored message is final. */
export type ReplyEnding = Extract<StreamEvent, { type: 'done' | 'error' }> | { type: 'gone' };

export interface FollowOptions {
  api: Pick<ApiClient, 'streamChat' | 'attach'> & Partial<Pick<ApiClient, 'reportSilence'>>;
  /** The reply so far: reading resumes after its `seq`, in the stream of its `generationId`. */
  message: Message;
  /** The request that begins the reply; null to resume one that the server has accepted before. */
  request: StreamRequest | null;
  now: () => number;
  random: () => number;
  /** Called once, when there is a request. After anything but `accepted` nothing else is called. */
  onOutcome: (outcome: RequestOutcome) => void;
  onTitle: (title: string) => void;
  onMessage: (message: Message) => void;
  onConnection: (connection: Connection) => void;
  /** Called once, after the last `onMessage`. */
  onEnd: (ending: ReplyEnding) => void;
}

export interface Follower {
  /** Reconnects at once if a retry is scheduled or the connection looks dead. Call when the page becomes visible. */
  wake(): void;
  /** Stops reading; no callback is called any more. The reply itself continues on the server. */
  close(): void;
}

/**
 * Reads one reply to its end over any number of connections. Applies every event once and in order: skips an event it
 * has seen, and resumes after the last applied one when an event is missing. A lost connection never ends the reply;
 * only the server's own `done` or `error` does.
 */
export function followReply(options: FollowOptions): Follower {
  const { api, request } = options;
  let message = options.message;
  let appliedSeq = message.seq ?? -1;
  /** Null until the server has accepted the request. */
  let generationId = message.generationId ?? null;
  let connection: Connection = 'connecting';
  let isClosed = false;
  let banner: ReturnType<typeof setTimeout> | undefined;

  const stream = openReconnectingStream<SequencedEvent>({
    open(handlers) {
      if (generationId !== null) return api.attach(generationId, appliedSeq, handlers);
      return request ? api.streamChat(request, handlers) : Promise.reject(new AppError('not-found'));
    },
    onEvent: handleEvent,
    onActivity() {
      clearTimeout(banner);
      banner = undefined;
      setConnection('live');
    },
    onSilent: () => api.reportSilence?.(),
    onDisconnect: handleDisconnect,
    now: options.now,
    random: options.random,
  });

  function setConnection(next: Connection): void {
    if (connection === next) return;
    connection = next;
    options.onConnection(next);
  }

  function close(): void {
    isClosed = true;
    clearTimeout(banner);
    stream.close();
  }

  function end(ending: ReplyEnding): void {
    close();
    options.onEnd(ending);
  }

  function settleRequest(outcome: RequestOutcome): void {
    if (outcome.type !== 'accepted') close();
    options.onOutcome(outcome);
  }

  function handleDisconnect(error: unknown): boolean {
    if (generationId === null) {
      unlessPageLeaves(() => {
        if (!isClosed) settleRequest({ type: 'rejected', error });
      });
      return false;
    }
    const isFinal = error instanceof AppError && error.status < 500 && ![401, 429].includes(error.status);
    if (isFinal || message.status !== 'streaming') {
      end({ type: 'gone' });
      return false;
    }
    if (connection !== 'resuming') setConnection('stalled');
    banner ??= setTimeout(() => setConnection('resuming'), BANNER_AFTER);
    return true;
  }

  function handleEvent(sequenced: SequencedEvent): void {
    const { seq, event } = sequenced;
    if (generationId === null && !handleFirstEvent(event)) return;
    if (event.type === 'done') {
      show(event.message);
      end(event);
      return;
    }
    const isMissing = event.type !== 'snapshot' && seq > appliedSeq + 1;
    if (isMissing) {
      stream.disconnect(new TransportError('A part of the stream is missing.'));
      return;
    }
    if (isLastEvent(event)) {
      if (message.status === 'streaming') show(applyEvent(message, sequenced));
      end(event as ReplyEnding);
      return;
    }
    if (!(seq > appliedSeq)) return;
    appliedSeq = seq;
    stream.resetBackoff();
    if (event.type === 'title') options.onTitle(event.title);
    show(applyEvent(message, sequenced));
  }

  /** Handles the first event of a request. Returns whether to continue with it. */
  function handleFirstEvent(event: StreamEvent): boolean {
    if (event.type === 'accepted') {
      generationId = event.generationId;
      message = { ...message, id: event.assistantMessageId, generationId };
      settleRequest(event);
      return !isClosed;
    }
    const isError = event.type === 'error';
    const error = isError ? new AppError(event.code, { message: event.error }) : null;
    settleRequest(error ? { type: 'rejected', error } : { type: 'repeated' });
    return false;
  }

  function show(next: Message): void {
    message = next;
    options.onMessage(next);
  }

  return {
    wake() {
      // An unaccepted request is never repeated here: its sender decides.
      if (generationId !== null) stream.wake();
    },
    close,
  };
}
