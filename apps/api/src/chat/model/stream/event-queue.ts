/** Queued events at which the writer is asked to pause. */
const HIGH_WATER = 1000;

export interface QueueOwner {
  /** The reader has drained the queue after `isFull` was true. */
  onRoom(): void;
  /** The reader left before the end; resolves when everything behind the queue is closed. */
  onReturn(): Promise<void>;
}

/**
 * Delivers events from callbacks to one `for await` loop, in order and without a timer between events that have
 * arrived. An error is thrown after the events that preceded it.
 */
export class EventQueue<T> implements AsyncIterableIterator<T> {
  #items: T[] = [];
  #head = 0;
  #ending: { error: unknown } | 'well' | null = null;
  #reader: PromiseWithResolvers<IteratorResult<T>> | null = null;
  #wasFull = false;
  #owner: QueueOwner;

  constructor(owner: QueueOwner) {
    this.#owner = owner;
  }

  push(item: T): void {
    if (this.#ending) return;
    const reader = this.#reader;
    if (reader) {
      this.#reader = null;
      reader.resolve({ value: item, done: false });
    } else this.#items.push(item);
  }

  get isFull(): boolean {
    this.#wasFull ||= this.#items.length - this.#head >= HIGH_WATER;
    return this.#wasFull;
  }

  end(): void {
    this.#finish('well');
  }

  fail(error: unknown): void {
    this.#finish({ error });
  }

  /** Drops events that the reader has not taken. */
  discard(): void {
    this.#items = [];
    this.#head = 0;
  }

  next(): Promise<IteratorResult<T>> {
    const item = this.#items[this.#head];
    if (item !== undefined) {
      if (++this.#head === this.#items.length) this.#caughtUp();
      return Promise.resolve({ value: item, done: false });
    }
    if (this.#ending) return this.#last();
    this.#reader = Promise.withResolvers();
    return this.#reader.promise;
  }

  async return(): Promise<IteratorResult<T>> {
    this.discard();
    this.#finish('well');
    await this.#owner.onReturn();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #caughtUp(): void {
    this.discard();
    if (!this.#wasFull) return;
    this.#wasFull = false;
    this.#owner.onRoom();
  }

  #finish(ending: { error: unknown } | 'well'): void {
    if (this.#ending) return;
    this.#ending = ending;
    const reader = this.#reader;
    this.#reader = null;
    if (reader) this.#last().then(reader.resolve, reader.reject);
  }

  /** The error is thrown once; then the loop ends. */
  #last(): Promise<IteratorResult<T>> {
    const ending = this.#ending;
    this.#ending = 'well';
    return ending === 'well' || !ending
      ? Promise.resolve({ value: undefined, done: true })
      : Promise.reject(ending.error);
  }
}
