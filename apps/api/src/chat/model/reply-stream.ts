import { EventQueue } from './event-queue.ts';
import type { ModelEvent } from './model.ts';

/** Where one reply is written to. */
export interface ReplyFeed {
  emit(event: ModelEvent): void;
  isBehind(): boolean;
  /** Takes what to do once the reader, who is behind, has caught up. */
  whenRead(resume: () => void): void;
  /** Nobody wants the reply any more. */
  signal: AbortSignal;
}

/**
 * Begins a reply and returns the reader's end of it, which throws what `write` throws. When `signal` aborts, or the reader leaves, `write`'s signal aborts
 * and the loop ends once `write` has settled, so that its connection is closed by then.
 */
export function startReply(
  write: (feed: ReplyFeed) => Promise<void>,
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
        whenRead(goOn) {
          resume = goOn;
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
