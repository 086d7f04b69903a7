import type { Footnotes } from '../footnotes/footnotes.ts';
import { IncrementalDocument } from './incremental-document.ts';
import type { Chunk } from './incremental-document.ts';

export interface Reading {
  readonly text: string;
  readonly streaming: boolean;
  readonly document: IncrementalDocument;
  readonly chunks: readonly Chunk[];
}

/** Milliseconds; half a frame. */
const longReading = 8;

/** The readings of whole replies that were read last, by their text. */
export type Readings = Map<string, Reading>;

/** Most readings that are kept, and most characters of one: a reading takes many times the memory of its text. */
const MOST_KEPT = 16;
const LONGEST_KEPT = 20_000;

/** Reads any text: incrementally if it extends the text before, otherwise from its start. */
export class ReplyReader {
  #reading: Reading | undefined;
  #restsUntil = 0;
  readonly #kept: Readings | undefined;

  /** `kept`: shared by the readers of a page, so that a reply that is shown again need not be read again. */
  constructor(kept?: Readings) {
    this.#kept = kept;
  }

  /** Earliest time of the next read, so that an expensive last block leaves the page most of its time. */
  readonly restsUntil = (): number => this.#restsUntil;

  read(text: string, streaming: boolean): { footnotes: Footnotes; chunks: readonly Chunk[] } {
    const before = this.#reading;
    const known = before?.text === text && before.streaming === streaming;
    if (known) return { footnotes: before.document.footnotes, chunks: before.chunks };
    const start = performance.now();
    this.#reading = readOn(before, text, streaming, this.#kept);
    const end = performance.now();
    this.#restsUntil = end - start > longReading ? end + 3 * (end - start) : 0;
    return { footnotes: this.#reading.document.footnotes, chunks: this.#reading.chunks };
  }
}

function readOn(before: Reading | undefined, text: string, streaming: boolean, kept: Readings | undefined): Reading {
  const continues = before?.streaming && text.startsWith(before.text);
  if (!continues && !streaming && kept) return readWhole(text, kept);
  const document = continues ? before.document : new IncrementalDocument();
  return { text, streaming, document, chunks: document.read(plainLines(text), streaming) };
}

function readWhole(text: string, kept: Readings): Reading {
  const reading = kept.get(text) ?? readOn(undefined, text, false, undefined);
  if (text.length > LONGEST_KEPT) return reading;
  kept.delete(text);
  kept.set(text, reading);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return reading;
}

function plainLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
