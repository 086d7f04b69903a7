/** Cuts a text that arrives in pieces before the first of some sequences. */
export class StopSequences {
  readonly #sequences: readonly string[];
  /** The end of the text so far that may be the beginning of a sequence. */
  #held = '';
  #isReached = false;

  constructor(sequences: readonly string[]) {
    this.#sequences = sequences;
  }

  /** Whether a sequence was found. Nothing is shown from then on. */
  get isReached(): boolean {
    return this.#isReached;
  }

  /** Returns what can be shown once this piece has arrived. */
  add(piece: string): string {
    if (this.#isReached) return '';
    const text = this.#held + piece;
    const found = this.#sequences.map((sequence) => text.indexOf(sequence)).filter((at) => at !== -1);
    this.#isReached = found.length > 0;
    const end = this.#isReached ? Math.min(...found) : text.length - this.#lengthToHold(text);
    this.#held = this.#isReached ? '' : text.slice(end);
    return text.slice(0, end);
  }

  /** Returns what was held back, once the text has ended. */
  end(): string {
    return this.#held;
  }

  #lengthToHold(text: string): number {
    const lengths = this.#sequences.map((sequence) => {
      let length = Math.min(sequence.length - 1, text.length);
      while (!text.endsWith(sequence.slice(0, length))) length -= 1;
      return length;
    });
    return Math.max(0, ...lengths);
  }
}
