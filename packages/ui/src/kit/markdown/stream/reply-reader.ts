import type { Footnotes } from '../footnotes/footnotes.ts';
import { IncrementalDocument } from './incremental-document.ts';
import type { Chunk } from './incremental-document.ts';

interface Reading {
  readonly text: string;
  readonly streaming: boolean;
  readonly document: IncrementalDocument;
  readonly chunks: readonly Chunk[];
}

/** Milliseconds; half a frame. */
const longReading = 8;

/** Reads any text: incrementally if it extends the text before, otherwise from its start. */
export class ReplyReader {
  #reading: Reading | undefined;
  #restsUntil = 0;

  /** Earliest time of the next read, so that an expensive last block leaves the page most of its time. */
  readonly restsUntil = (): number => this.#restsUntil;

  read(text: string, streaming: boolean): { footnotes: Footnotes; chunks: readonly Chunk[] } {
    const before = this.#reading;
    const known = before?.text === text && before.streaming === streaming;
    if (known) return { footnotes: before.document.footnotes, chunks: before.chunks };
    const start = performance.now();
    this.#reading = readOn(before, text, streaming);
    const end = performance.now();
    this.#restsUntil = end - start > longReading ? end + 3 * (end - start) : 0;
    return { footnotes: this.#reading.document.footnotes, chunks: this.#reading.chunks };
  }
}

function readOn(before: Reading | undefined, text: string, streaming: boolean): Reading {
  const continues = before?.streaming && text.startsWith(before.text);
  const document = continues ? before.document : new IncrementalDocument();
  return { text, streaming, document, chunks: document.read(plainLines(text), streaming) };
}

function plainLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
