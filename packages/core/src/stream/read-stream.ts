import { createParser } from 'eventsource-parser';
import type { UserEvent } from '../api/events.ts';
import { decodeUserEvent } from './events.ts';
import { decodeEvent, MAX_STREAM_LINE, type SequencedEvent } from './stream.ts';

export interface EventReader {
  /** Takes the next bytes, cut anywhere. Throws a RangeError once a line passes `MAX_STREAM_LINE`. */
  feed(bytes: Uint8Array): void;
}

/** Stands for an event that only a newer server knows, so that its number does not count as missing. */
const UNKNOWN = { type: 'content', content: '' } as const;

/** Reads the events of a reply. Calls `onActivity` for every chunk of bytes, including heartbeats. */
export function createEventReader(onEvent: (event: SequencedEvent) => void, onActivity?: () => void): EventReader {
  return createReader((data, id) => {
    const seq = Number(id ?? -1);
    // Without a snapshot, what follows it cannot be applied.
    const event = decodeEvent(data) ?? (seq > 0 && /^{"(?!snapshot")/.test(data) ? UNKNOWN : null);
    if (event) onEvent({ seq, event });
  }, onActivity);
}

/** Reads the events of GET /api/events; `onActivity` as above. */
export function createUserEventReader(onEvent: (event: UserEvent) => void, onActivity?: () => void): EventReader {
  return createReader((data) => {
    const event = decodeUserEvent(data);
    if (event) onEvent(event);
  }, onActivity);
}

/**
 * Reads server-sent events from chunks cut anywhere and passes on each event in order.
 * Comments and unknown lines are skipped.
 */
function createReader(onData: (data: string, id: string | undefined) => void, onActivity?: () => void): EventReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parser = createParser({
    maxBufferSize: MAX_STREAM_LINE,
    onEvent: ({ id, data }) => onData(data, id),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw new RangeError(error.message);
    },
  });
  return {
    feed(bytes) {
      onActivity?.();
      parser.feed(decoder.decode(bytes, { stream: true }));
    },
  };
}

/** Yields the events of a byte stream as they arrive. */
export async function* parseStream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SequencedEvent> {
  const ready: SequencedEvent[] = [];
  const reader = createEventReader((event) => ready.push(event));
  for await (const chunk of chunks) {
    reader.feed(chunk);
    yield* ready.splice(0);
  }
}
