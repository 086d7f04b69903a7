/**
 * Barks once when it has not been petted for a while. Petting costs no timer: the one that runs looks, when it is due,
 * how long it really has been.
 */
export class Watchdog {
  #onBark: () => void;
  #limit = 0;
  #petted = 0;
  #timer: NodeJS.Timeout | undefined;
  #hasBarked = false;

  /** `limit` in milliseconds. */
  constructor(onBark: () => void, limit: number) {
    this.#onBark = onBark;
    this.start(limit);
  }

  get hasBarked(): boolean {
    return this.#hasBarked;
  }

  /** Begins to wait anew, this long. */
  start(limit: number): void {
    this.stop();
    this.#limit = limit;
    this.pet();
    this.#wait(limit);
  }

  pet(): void {
    this.#petted = performance.now();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#limit - (performance.now() - this.#petted);
      // A timer may be due a fraction of a millisecond early.
      if (left >= 1) return this.#wait(left);
      this.#hasBarked = true;
      this.#onBark();
    }, ms);
  }
}
