import { plainSymbols } from './plain-symbols.ts';

/** The longest text that is read from a document, in characters. */
export const MAX_CHARACTERS = 200_000;
/** Characters of a part's name. */
const MAX_NAME = 100;

/** Ends the reading of a document whose text is full; not a failure. */
class FullError extends Error {
  override name = 'FullError';
}

/**
 * The text of a document, written in order up to `MAX_CHARACTERS`. A text that is cut ends with a sentence that names
 * the parts that were left out.
 */
export class BoundedText {
  #text = '';
  #isFull = false;
  #parts: string[] = [];
  #part = 0;

  /** Names the document's parts in order, such as its sheets. */
  setParts(names: string[]): void {
    this.#parts = names.map((name) => name.slice(0, MAX_NAME));
  }

  /** Starts the part with this index, with a mark such as `[sheet Sales]`. */
  startPart(index: number, mark: string): void {
    this.#part = index;
    this.write(`${this.#text && '\n\n'}[${mark}]\n`);
  }

  /** Throws once the text is full; `readWhole` catches it. */
  write(text: string): void {
    const room = MAX_CHARACTERS - this.#text.length;
    this.#text += text.slice(0, room);
    if (text.length <= room) return;
    this.#isFull = true;
    throw new FullError();
  }

  /** Runs a reader that writes into this text, and returns the text. */
  async readWhole(read: (text: BoundedText) => Promise<void> | void): Promise<{ text: string; isCut: boolean }> {
    try {
      await read(this);
    } catch (error) {
      // The error arrives wrapped when a stream passes it on.
      if (!this.#isFull) throw error;
    }
    const text = plainSymbols(this.#text)
      .replaceAll('\0', '')
      .replaceAll(/(?<![ \t])[ \t]+\n/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
    return { text: (this.#isFull ? `${text}\n\n${this.#leftOut()}` : text).toWellFormed(), isCut: this.#isFull };
  }

  #leftOut(): string {
    const [current, ...later] = this.#parts.slice(this.#part);
    const shown = later.slice(0, 20);
    const more = later.length - shown.length;
    const parts = [
      current === undefined ? 'the rest of the document' : `the rest of ${current}`,
      ...shown,
      ...(more > 0 ? [`${more} more`] : []),
    ];
    return `[Left out, because only ${MAX_CHARACTERS.toLocaleString('en')} characters are read: ${parts.join(', ')}.]`;
  }
}
