import { EventQueue } from './event-queue.ts';
import type { ModelEvent } from '../model.ts';

/** Receives the events of one reply. */
export interface EventSink {
  emit(event: ModelEvent): void;
  isBehind(): boolean;
  /** Registers the function that resumes once the reader has caught up. */
  whenRead(resume: () => void): void;
  /** Aborts when the reply is no longer wanted. */
  signal: AbortSignal;
}

/**
 * Starts a reply and returns its events. The loop over them throws whatever `write` throws. When `signal` aborts or the
 * loop ends early, `write`'s signal aborts; the loop ends once `write` has settled and its connection is closed.
 */
export function startEventStream(
  write: (sink: EventSink) => Promise<void>,
  signal: AbortSignal,
): AsyncIterableIterator<ModelEvent> {
  const closing = new AbortController();
  let resume = () => {};
  const queue = new EventQueue<ModelEvent>({
    onRoom: () => resume(),
    onReturn() {
      closing.abort();
      return written;
    },
  });
  const stop = () => {
    closing.abort();
    queue.discard();
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });

  async function run(): Promise<void> {
    try {
      if (closing.signal.aborted) return;
      await write({
        emit(event) {
          if (!closing.signal.aborted) queue.push(event);
        },
        isBehind: () => queue.isFull,
        whenRead(callback) {
          resume = callback;
        },
        signal: closing.signal,
      });
    } catch (error) {
      if (!closing.signal.aborted) queue.fail(error);
    } finally {
      signal.removeEventListener('abort', stop);
      queue.end();
    }
  }
  const written = run();
  return queue;
}
