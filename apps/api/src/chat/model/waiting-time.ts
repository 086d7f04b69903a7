/** Time to wait for a service, in sum; the time between two waits does not count. */
export class WaitingTime {
  readonly #controller = new AbortController();
  #left: number;

  constructor(ms: number) {
    this.#left = ms;
  }

  /** Aborts when the time is spent. */
  get over(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for a piece of work, which `over` has to end. */
  async spend<T>(work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    const timer = setTimeout(() => this.#controller.abort(), Math.max(0, this.#left));
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      this.#left -= performance.now() - begun;
    }
  }
}
