import { encodeFrame, type SequencedEvent } from '@parley/core';

/** Characters of frames kept for late readers; readers further behind get a snapshot instead. */
const CAPACITY = 512 * 1024;

/**
 * The events of one reply, encoded once for all readers. Events are appended before readers are notified, so a reader
 * can resume anywhere within the last `CAPACITY` characters.
 */
export class ReplyLog {
  #frames: string[] = [];
  #first = 0;
  #size = 0;
  readonly #listeners = new Set<() => void>();

  /** Sequence number of the last event; -1 before the first. */
  get lastSeq(): number {
    return this.#first + this.#frames.length - 1;
  }

  /** Appends an event without notifying listeners and returns its frame; `seq` must be `lastSeq + 1`. */
  append(event: SequencedEvent): string {
    const frame = encodeFrame(event);
    this.appendFrame(frame);
    return frame;
  }

  /** Appends the encoded event that follows `lastSeq`. */
  appendFrame(frame: string): void {
    this.#frames.push(frame);
    this.#size += frame.length;
    let dropped = 0;
    while (this.#size > CAPACITY && dropped < this.#frames.length - 1)
      this.#size -= this.#frames[dropped++]?.length ?? 0;
    if (dropped > 0) {
      this.#frames = this.#frames.slice(dropped);
      this.#first += dropped;
    }
  }

  /** Drops all frames and continues after event `seq`, which must be later than the last one. */
  skipTo(seq: number): void {
    this.#frames = [];
    this.#size = 0;
    this.#first = seq + 1;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Notifies every listener of new events. */
  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * All frames after event `seq` as one text, at most `limit` characters but at least one frame; null when the first of
   * them has been evicted, or when `seq` is later than the last event.
   */
  after(seq: number, limit: number): { text: string; lastSeq: number } | null {
    const from = seq + 1 - this.#first;
    if (from < 0 || seq > this.lastSeq) return null;
    let text = '';
    let index = from;
    while (index < this.#frames.length && text.length < limit) text += this.#frames[index++];
    return { text, lastSeq: this.#first + index - 1 };
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
