import { encodeFrame, type SequencedEvent } from '@parley/core';

/** Characters of frames that a reply keeps for readers who come late; older ones get a snapshot instead. */
const CAPACITY = 512 * 1024;

/**
 * The events of one reply, encoded once for all its readers. Appended to before anyone is told, so whatever a reader
 * has seen can be read again after a lost connection, as long as it is among the last `CAPACITY` characters.
 */
export class ReplyLog {
  #frames: string[] = [];
  #first = 0;
  #size = 0;
  readonly #listeners = new Set<() => void>();

  /** The number of the last event; -1 before the first. */
  get lastSeq(): number {
    return this.#first + this.#frames.length - 1;
  }

  /** Appends without telling anyone, and returns the event as it is sent; `seq` must be `lastSeq + 1`. */
  append(event: SequencedEvent): string {
    const frame = encodeFrame(event);
    this.appendFrame(frame);
    return frame;
  }

  /** Appends the event after `lastSeq` as it is sent. */
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

  /** Goes on after event `seq`, which is later than the last one; what is before it is not kept. */
  skipTo(seq: number): void {
    this.#frames = [];
    this.#size = 0;
    this.#first = seq + 1;
  }

  /** How many listen. */
  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Tells every listener that there is something new. */
  announce(): void {
    for (const listener of this.#listeners) listener();
  }

  /** All frames after event `seq` as one text, at most `limit` characters but at least one frame; null when the first of them is no longer kept. */
  after(seq: number, limit: number): { text: string; lastSeq: number } | null {
    const from = seq + 1 - this.#first;
    if (from < 0) return null;
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
