import { applyEvent, newReply, type Message, type SequencedEvent } from '@parley/core';
import { createEventReader } from '@parley/core/read-stream';

/** A reply stream, as tests read it. */
export interface ReplyStream {
  status: number;
  headers: Headers;
  /** The error body, if the server answered with an error instead of a stream. */
  error: Record<string, unknown> | null;
  /** All events received so far, in order. */
  events: SequencedEvent[];
  /** All text received so far, verbatim. */
  raw(): string;
  /** Waits for the first matching event; rejects if the stream ends without one. */
  until(fits: (event: SequencedEvent) => boolean): Promise<SequencedEvent>;
  /** Waits for the end and returns all events. */
  all(): Promise<SequencedEvent[]>;
  /** Disconnects. */
  leave(): void;
  generationId(): Promise<string>;
}

export async function readStream(url: string, init: RequestInit): Promise<ReplyStream> {
  const abort = new AbortController();
  const response = await fetch(url, { ...init, signal: abort.signal });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const error = isStream ? null : ((await response.json()) as Record<string, unknown>);

  const events: SequencedEvent[] = [];
  const decoder = new TextDecoder();
  let raw = '';
  let isOver = !isStream;
  let wake = Promise.withResolvers<void>();
  const changed = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };

  async function read(): Promise<void> {
    const reader = createEventReader((event) => events.push(event));
    try {
      for await (const chunk of response.body ?? []) {
        raw += decoder.decode(chunk, { stream: true });
        reader.feed(chunk);
        changed();
      }
    } catch (failure) {
      if (!abort.signal.aborted && !(failure instanceof TypeError)) throw failure;
    } finally {
      isOver = true;
      changed();
    }
  }
  if (isStream) void read();

  async function until(fits: (event: SequencedEvent) => boolean): Promise<SequencedEvent> {
    for (;;) {
      const found = events.find(fits);
      if (found) return found;
      if (isOver) throw new Error(`the stream ended before the event came; it had: ${JSON.stringify(events.at(-1))}`);
      await wake.promise;
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    error,
    events,
    raw: () => raw,
    until,
    async all() {
      while (!isOver) await wake.promise;
      return events;
    },
    leave: () => abort.abort(),
    async generationId() {
      const { event } = await until(({ event: { type } }) => type === 'accepted');
      return event.type === 'accepted' ? event.generationId : '';
    },
  };
}

/** The message that results from applying these events to an empty reply. */
export function fold(events: SequencedEvent[]): Message {
  const empty = newReply('', { id: '', now: 0, mode: 'normal' });
  return events.reduce(applyEvent, empty);
}
