/** Bytes of JSON below which the next batch is twice as large, and above which it is half as large. */
const FEW_BYTES = 256 * 1024;
const MANY_BYTES = 2 * 1024 * 1024;

/**
 * The number of items to read at once, so that a batch of long ones takes the thread a few milliseconds and many short
 * ones take few reads.
 */
export class BatchSize {
  readonly #most: number;
  #size: number;

  constructor(first: number, most: number) {
    this.#size = first;
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** Learns how many bytes the last batch had. */
  learn(bytes: number): void {
    if (bytes < FEW_BYTES) this.#size = Math.min(this.#size * 2, this.#most);
    else if (bytes > MANY_BYTES) this.#size = Math.ceil(this.#size / 2);
  }
}
