const [FREE, QUEUED, BEGUN, CANCELED] = [0, 1, 2, 3];

/**
 * States of the calls of one worker, in memory shared by both threads. A call can be canceled while the worker is busy,
 * and it is always certain whether it had started by then.
 */
export class CallStates {
  readonly memory: SharedArrayBuffer;
  readonly #states: Int32Array;
  /** Slots that the calling thread may take. */
  readonly #free: number[];

  /** `given`: number of slots to allocate, or the memory of the other thread. */
  constructor(given: number | SharedArrayBuffer) {
    this.memory = typeof given === 'number' ? new SharedArrayBuffer(given * Int32Array.BYTES_PER_ELEMENT) : given;
    this.#states = new Int32Array(this.memory);
    this.#free = typeof given === 'number' ? Array.from({ length: given }, (_, id) => id) : [];
  }

  /** Takes a slot for a new call; undefined when all slots wait for their answers. */
  queue(): number | undefined {
    const id = this.#free.pop();
    if (id !== undefined) Atomics.store(this.#states, id, QUEUED);
    return id;
  }

  /** Starts a call, in the worker. False when it was canceled. */
  begin(id: number): boolean {
    return Atomics.compareExchange(this.#states, id, QUEUED, BEGUN) === QUEUED;
  }

  /** Cancels a call. False when it has started. */
  cancel(id: number): boolean {
    return Atomics.compareExchange(this.#states, id, QUEUED, CANCELED) === QUEUED;
  }

  /** Frees the slot of an answered call. */
  release(id: number): void {
    Atomics.store(this.#states, id, FREE);
    this.#free.push(id);
  }
}
