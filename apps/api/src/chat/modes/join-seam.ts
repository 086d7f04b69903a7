/** Characters at the seam that a model may repeat. */
const MAX_OVERLAP = 400;
/** Letters and digits from which a repetition is not by chance. */
const MIN_LETTERS = 12;
const LETTER = /[\p{L}\p{N}]/gu;

/** Joins the rest of a reply to its beginning: leaves out words of the beginning that the model repeats first. */
export class SeamJoiner {
  readonly #end: string;
  #held: string | null = '';

  constructor(begun: string) {
    this.#end = begun.slice(-MAX_OVERLAP);
  }

  /** Returns the text to append so far. Text that may still be a repetition is held back. */
  push(text: string): string {
    if (this.#held === null) return text;
    this.#held += text;
    return this.#mayRepeatMore(this.#held) ? '' : this.flush();
  }

  /** Returns the rest at the end of the stream. */
  flush(): string {
    const held = this.#held ?? '';
    this.#held = null;
    for (let length = Math.min(held.length, this.#end.length); length >= MIN_LETTERS; length--) {
      const repeated = held.slice(0, length);
      if (this.#end.endsWith(repeated)) return hasWords(repeated) ? held.slice(length) : held;
    }
    return held;
  }

  /** Whether more text could make this a longer repetition: it also stands before the end. */
  #mayRepeatMore(text: string): boolean {
    const latest = this.#end.length - text.length - 1;
    return latest >= 0 && this.#end.lastIndexOf(text, latest) !== -1;
  }
}

function hasWords(text: string): boolean {
  return (text.match(LETTER)?.length ?? 0) >= MIN_LETTERS;
}
