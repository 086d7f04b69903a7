const [FREE, QUEUED, BEGUN, CANCELED] = [0, 1, 2, 3];

/**
 * The states of the calls of one worker, in memory that both threads share: so a call can be canceled while the worker is
 * busy, and whether it had begun by then is never in doubt.
 */
export class CallStates {
  readonly memory: SharedArrayBuffer;
  readonly #states: Int32Array;
  /** The places that the calling thread may take. */
  readonly #free: number[];

  /** `memory`: that of the other thread. */
  constructor(given: number | SharedArrayBuffer) {
    this.memory = typeof given === 'number' ? new SharedArrayBuffer(given * Int32Array.BYTES_PER_ELEMENT) : given;
    this.#states = new Int32Array(this.memory);
    this.#free = typeof given === 'number' ? Array.from({ length: given }, (_, id) => id) : [];
  }

  /** Takes a place for a new call; undefined when as many calls as there are places wait for their answers. */
  queue(): number | undefined {
    const id = this.#free.pop();
    if (id !== undefined) Atomics.store(this.#states, id, QUEUED);
    return id;
  }

  /** False when the call was canceled. Called by the worker. */
  begin(id: number): boolean {
    return Atomics.compareExchange(this.#states, id, QUEUED, BEGUN) === QUEUED;
  }

  /** False when the call has begun. */
  cancel(id: number): boolean {
    return Atomics.compareExchange(this.#states, id, QUEUED, CANCELED) === QUEUED;
  }

  /** Gives the place of a call back that the worker has answered. */
  release(id: number): void {
    Atomics.store(this.#states, id, FREE);
    this.#free.push(id);
  }
}
