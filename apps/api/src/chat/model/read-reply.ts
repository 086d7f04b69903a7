import type { Readable } from 'node:stream';
import { AppError } from '@parley/core';
import { createParser } from 'eventsource-parser';
import { Watchdog } from './watchdog.ts';

/** Characters of the longest event that is read. */
const MAX_EVENT_LENGTH = 4 * 1024 * 1024;
/** Characters of the longest stream that is read. */
const MAX_STREAM_LENGTH = 64 * 1024 * 1024;
/** How long a server may hold its connection open after the last event of a reply. */
const CLOSING_MS = 1_000;

export interface ReplySource {
  /** Sends the request; its `signal` closes the connection at any time, and resolves with the body once there is one. */
  open(signal: AbortSignal): Promise<Readable>;
  /** Takes the data of one event; true when the reply is whole. What it throws ends the reading. */
  onData(data: string): boolean;
  /** Whether anything of the reply itself has come. Before that a model may think for long without a word. */
  hasBegun(): boolean;
  /** Whether to stop reading for now; `whenRead` is then called with what goes on. */
  isBehind(): boolean;
  whenRead(resume: () => void): void;
  firstEventMs: number;
  betweenEventsMs: number;
  /** Closes the connection; `readReply` then throws. */
  signal: AbortSignal;
}

/**
 * Reads one reply to its end and leaves its connection closed, or free for the next request. Throws what `open`, `onData`
 * or the connection throws, and `model-timeout` or `model-stalled` when the time between events passes its limit.
 */
export async function readReply(source: ReplySource): Promise<void> {
  const controller = new AbortController();
  const close = () => controller.abort();
  const watchdog = new Watchdog(close, source.firstEventMs);
  let hasBegun = false;
  source.signal.addEventListener('abort', close, { once: true });
  try {
    source.signal.throwIfAborted();
    const body = await source.open(controller.signal);
    await consume(body, {
      onData: source.onData,
      onEvents() {
        if (hasBegun || !source.hasBegun()) return watchdog.pet();
        hasBegun = true;
        watchdog.start(source.betweenEventsMs);
      },
      isBehind: source.isBehind,
      whenRead(resume) {
        watchdog.stop();
        source.whenRead(() => {
          watchdog.start(source.betweenEventsMs);
          resume();
        });
      },
    });
  } catch (error) {
    if (watchdog.hasBarked) throw new AppError(hasBegun ? 'model-stalled' : 'model-timeout', { cause: error });
    throw error;
  } finally {
    watchdog.stop();
    source.signal.removeEventListener('abort', close);
    close();
  }
}

interface Consumer {
  onData(data: string): boolean;
  /** Once for each piece of the body that held at least one event. */
  onEvents(): void;
  isBehind(): boolean;
  whenRead(resume: () => void): void;
}

function consume(body: Readable, consumer: Consumer): Promise<void> {
  return new Promise((resolve, reject) => {
    let isWhole = false;
    let events = 0;
    let length = 0;
    let closing: NodeJS.Timeout | undefined;
    const parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent({ data }) {
        events++;
        if (!isWhole && data !== '[DONE]') isWhole = consumer.onData(data);
      },
      onError(error) {
        if (error.type === 'max-buffer-size-exceeded') throw new SyntaxError(error.message);
      },
    });
    body.setEncoding('utf8');
    body.on('data', (text: string) => {
      const before = events;
      length += text.length;
      try {
        if (length > MAX_STREAM_LENGTH)
          throw new SyntaxError(`The reply is longer than ${MAX_STREAM_LENGTH} characters.`);
        parser.feed(text);
      } catch (error) {
        reject(error);
        body.destroy();
        return;
      }
      if (isWhole) {
        closing ??= setTimeout(() => body.destroy(), CLOSING_MS);
        return;
      }
      if (events > before) consumer.onEvents();
      if (consumer.isBehind()) {
        body.pause();
        consumer.whenRead(() => body.resume());
      }
    });
    body.on('end', resolve);
    body.on('error', (error) => (isWhole ? resolve() : reject(error)));
    body.on('close', () => {
      clearTimeout(closing);
      if (isWhole) resolve();
      else reject(new Error('The connection was closed.'));
    });
  });
}
