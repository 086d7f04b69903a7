import { AppError, applyEvent, isLastEvent, type Message, type SequencedEvent, type StreamEvent } from '@parley/core';
import { TransportError, type StreamHandlers } from '../../../api/api-client.ts';
import { backoff } from '../../connection/backoff.ts';
import type { Connection } from '../chat-state.ts';
import { SILENCE, SUSPECT } from '../../connection/stream-silence.ts';

const BANNER_AFTER = 60_000;

type Accepted = Extract<StreamEvent, { type: 'accepted' }>;

/** How a reply's story ended for this reader. `gone`: the server no longer tells it; what it has stored is the truth. */
export type ReplyEnding = Extract<StreamEvent, { type: 'done' | 'error' }> | { type: 'gone' };

export interface FollowOptions {
  /** The reply as far as it is known; its `seq` is the last event in it, and its `generationId` is where to go on. */
  message: Message;
  /** The request that begins a new reply. Without it the reply is one that the server has accepted before. */
  open?: (handlers: StreamHandlers) => Promise<void>;
  attach: (generationId: string, after: number, handlers: StreamHandlers) => Promise<void>;
  now: () => number;
  random: () => number;
  onAccepted?: (event: Accepted) => void;
  /** The server has had this very request before and tells the reply from its middle; the follower has ended. */
  onRepeat?: () => void;
  /** The request failed before anything of it was accepted; the follower has ended. */
  onRefused?: (error: unknown) => void;
  onTitle: (title: string) => void;
  onMessage: (message: Message) => void;
  onConnection: (connection: Connection) => void;
  /** Comes once, after the last `onMessage`. */
  onEnd: (ending: ReplyEnding) => void;
}

export interface Follower {
  /** Somebody looks, or the network is back: tries again at once where a try is due or the way looks dead. */
  wake(): void;
  /** Lets go of the reply; nothing is called any more. The reply itself goes on. */
  close(): void;
}

/**
 * Reads one reply to its end over any number of connections. Every event is folded once and in order: one that was
 * seen is skipped, and where one is missing the reply is read again from the last one seen. A broken way is never an
 * error of the reply; only the server's own `done` or `error` ends it.
 */
export function followReply(options: FollowOptions): Follower {
  let message = options.message;
  let applied = message.seq ?? -1;
  let generationId = message.generationId ?? null;
  let connection: Connection = 'connecting';
  let current: AbortController | null = null;
  let attempts = 0;
  let lastActivity = options.now();
  let isClosed = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let banner: ReturnType<typeof setTimeout> | undefined;

  function setConnection(next: Connection): void {
    if (connection === next) return;
    connection = next;
    options.onConnection(next);
  }

  function close(): void {
    isClosed = true;
    clearTimeout(silence);
    clearTimeout(retry);
    clearTimeout(banner);
    current?.abort();
    current = null;
  }

  function end(ending: ReplyEnding): void {
    close();
    options.onEnd(ending);
  }

  function connect(read: (handlers: StreamHandlers) => Promise<void>): void {
    const controller = new AbortController();
    current = controller;
    const isCurrent = (): boolean => current === controller;
    watch();
    read({
      signal: controller.signal,
      onActivity: () => {
        if (isCurrent()) heard();
      },
      onEvent: (event) => {
        if (isCurrent()) take(event);
      },
    }).then(
      () => {
        if (isCurrent()) broken(new TransportError('The stream ended early.'));
      },
      (error: unknown) => {
        if (isCurrent()) broken(error);
      },
    );
  }

  function resume(): void {
    retry = undefined;
    const id = generationId;
    if (id !== null) connect((handlers) => options.attach(id, applied, handlers));
  }

  function watch(): void {
    clearTimeout(silence);
    silence = setTimeout(() => broken(new TransportError('The stream went silent.')), SILENCE);
  }

  function heard(): void {
    lastActivity = options.now();
    clearTimeout(banner);
    banner = undefined;
    watch();
    setConnection('live');
  }

  function broken(error: unknown): void {
    clearTimeout(silence);
    current?.abort();
    current = null;
    if (generationId === null) {
      close();
      options.onRefused?.(error);
      return;
    }
    const isFinal = error instanceof AppError && error.status < 500 && ![401, 429].includes(error.status);
    if (isFinal || message.status !== 'streaming') {
      end({ type: 'gone' });
      return;
    }
    if (connection !== 'resuming') setConnection('stalled');
    banner ??= setTimeout(() => setConnection('resuming'), BANNER_AFTER);
    const asked = error instanceof AppError ? (error.retryAfter ?? 0) * 1000 : 0;
    retry = setTimeout(resume, Math.max(asked, backoff(attempts++, options.random)));
  }

  function take(sequenced: SequencedEvent): void {
    const { seq, event } = sequenced;
    if (generationId === null && !accept(event)) return;
    if (event.type === 'done') {
      applied = seq;
      show(event.message);
      end(event);
      return;
    }
    const isMissing = event.type !== 'snapshot' && seq > applied + 1;
    if (isMissing) {
      broken(new TransportError('A part of the stream is missing.'));
      return;
    }
    if (isLastEvent(event)) {
      if (message.status === 'streaming') show(applyEvent(message, sequenced));
      end(event as ReplyEnding);
      return;
    }
    if (!(seq > applied)) return;
    applied = seq;
    attempts = 0;
    if (event.type === 'title') options.onTitle(event.title);
    show(applyEvent(message, sequenced));
  }

  /** The first event of a request; false when there is nothing to go on with. */
  function accept(event: StreamEvent): boolean {
    if (event.type === 'accepted') {
      generationId = event.generationId;
      message = { ...message, id: event.assistantMessageId, generationId };
      options.onAccepted?.(event);
      return !isClosed;
    }
    close();
    if (event.type === 'error') options.onRefused?.(new AppError(event.code, { message: event.error }));
    else options.onRepeat?.();
    return false;
  }

  function show(next: Message): void {
    message = next;
    options.onMessage(next);
  }

  if (options.open) connect(options.open);
  else resume();

  return {
    wake() {
      if (isClosed || generationId === null) return;
      const looksDead = current !== null && options.now() - lastActivity > SUSPECT;
      if (retry === undefined && !looksDead) return;
      clearTimeout(retry);
      clearTimeout(silence);
      current?.abort();
      resume();
    },
    close,
  };
}
