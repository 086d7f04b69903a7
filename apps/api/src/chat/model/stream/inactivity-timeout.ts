/**
 * Calls back once when there has been no touch for the limit. A touch starts no timer: the running one checks, when it
 * fires, how long ago the last touch was.
 */
export class InactivityTimeout {
  #onTimeout: () => void;
  #limit = 0;
  #touchedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasTimedOut = false;

  constructor(onTimeout: () => void, limit: number) {
    this.#onTimeout = onTimeout;
    this.restart(limit);
  }

  get timedOut(): boolean {
    return this.#hasTimedOut;
  }

  /** Restarts with this limit, in milliseconds. */
  restart(limit: number): void {
    this.stop();
    this.#limit = limit;
    this.touch();
    this.#wait(limit);
  }

  touch(): void {
    this.#touchedAt = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#limit - (performance.now() - this.#touchedAt);
      // A timer may fire a fraction of a millisecond early.
      if (left >= 1) return this.#wait(left);
      this.#hasTimedOut = true;
      this.#onTimeout();
    }, ms);
  }
}
