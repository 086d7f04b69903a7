import type { Readable } from 'node:stream';
import { AppError } from '@parley/core';
import { createParser } from 'eventsource-parser';
import { InactivityTimeout } from './inactivity-timeout.ts';

/** Longest event that is read, in characters; it may have a picture. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024;
/** Longest body that is read, in characters. */
const MAX_BODY_LENGTH = 64 * 1024 * 1024;
/** Characters kept of a body without events, because such a body is a JSON error or a whole answer. */
const MAX_PLAIN_LENGTH = 1024 * 1024;
/** Milliseconds that a server may keep its connection open after the last event of a reply. */
const CLOSING_MS = 1_000;

export interface SseReader {
  /** Sends the request and resolves to the body; `signal` closes the connection at any time. */
  open(signal: AbortSignal): Promise<Readable>;
  /** Handles the data of one event; returns true when the reply is complete. An error it throws stops the reading. */
  onData(data: string): boolean;
  /** Handles the data of an event after the one that ended the reply. An error it throws is ignored. */
  onRest(data: string): void;
  /** Handles `[DONE]`, which completes the reply. */
  onDone(): void;
  /** Handles a body that ended without an event. An error it throws stops the reading. */
  onPlainBody(text: string): void;
  /** Whether any part of the reply has arrived. Before that, a model may think for a long time without an event. */
  hasBegun(): boolean;
  /** Milliseconds. */
  firstEventMs: number;
  /** Milliseconds. */
  betweenEventsMs: number;
  /** Closes the connection; `readSseBody` then throws. */
  signal: AbortSignal;
}

/**
 * Reads one reply from a body of server-sent events and leaves its connection closed, or free for the next request.
 * Throws what `open`, the callbacks or the connection throw, and `model-timeout` or `model-stalled` when no event
 * arrives in time.
 */
export async function readSseBody(reader: SseReader): Promise<void> {
  const controller = new AbortController();
  const close = () => controller.abort();
  const inactivity = new InactivityTimeout(close, reader.firstEventMs);
  let hasBegun = false;
  reader.signal.addEventListener('abort', close, { once: true });
  try {
    reader.signal.throwIfAborted();
    const body = await reader.open(controller.signal);
    await consume(body, {
      ...reader,
      onEvents() {
        if (hasBegun || !reader.hasBegun()) return inactivity.touch();
        hasBegun = true;
        inactivity.restart(reader.betweenEventsMs);
      },
    });
  } catch (error) {
    close();
    if (inactivity.timedOut) throw new AppError(hasBegun ? 'model-stalled' : 'model-timeout', { cause: error });
    throw error;
  } finally {
    inactivity.stop();
    reader.signal.removeEventListener('abort', close);
  }
}

interface Consumer extends Pick<SseReader, 'onData' | 'onRest' | 'onDone' | 'onPlainBody'> {
  /** Called once for each chunk that completed at least one event. */
  onEvents(): void;
}

function consume(body: Readable, consumer: Consumer): Promise<void> {
  return new Promise((resolve, reject) => {
    let isComplete = false;
    let events = 0;
    let length = 0;
    let plain = '';
    let closing: NodeJS.Timeout | undefined;
    const onEvent = (data: string) => {
      events++;
      // Some services send empty events to keep a connection alive.
      if (data.trim() === '') return;
      if (isComplete) return readRest(data);
      if (!isDone(data)) isComplete = consumer.onData(data);
      else {
        consumer.onDone();
        isComplete = true;
      }
    };
    const parser = createParser({
      maxBufferSize: MAX_EVENT_LENGTH,
      onEvent: ({ data }) => onEvent(data),
      onError(error) {
        if (error.type === 'max-buffer-size-exceeded') throw new SyntaxError(error.message);
        // llama.cpp once sent its errors as `error: {…}`.
        if (error.type === 'unknown-field' && error.field === 'error') onEvent(error.value ?? '');
      },
    });
    const readRest = (data: string) => {
      try {
        if (!isDone(data)) consumer.onRest(data);
      } catch {
        // The reply is complete without it.
      }
    };
    /** Reads an event that lacks the empty line after it, unless it was cut off. */
    const endLastEvent = () => {
      try {
        parser.feed('\n\n');
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    };
    const fail = (error: unknown) => {
      reject(error);
      body.destroy();
    };
    body.setEncoding('utf8');
    body.on('data', (text: string) => {
      const before = events;
      length += text.length;
      if (length > MAX_BODY_LENGTH)
        return fail(new SyntaxError(`The reply is longer than ${MAX_BODY_LENGTH} characters.`));
      try {
        parser.feed(text);
      } catch (error) {
        return fail(error);
      }
      if (isComplete) {
        closing ??= setTimeout(() => body.destroy(), CLOSING_MS);
        return;
      }
      if (events > before) consumer.onEvents();
      else if (events === 0 && length <= MAX_PLAIN_LENGTH) plain += text;
    });
    body.on('end', () => {
      try {
        if (!isComplete) endLastEvent();
        if (events === 0) consumer.onPlainBody(plain);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
    body.on('error', (error) => (isComplete ? resolve() : reject(error)));
    body.on('close', () => {
      clearTimeout(closing);
      if (isComplete) resolve();
      else reject(new Error('The connection was closed.'));
    });
  });
}

function isDone(data: string): boolean {
  return data.length < 16 && ['[DONE]', '"[DONE]"'].includes(data.trim().toUpperCase());
}
