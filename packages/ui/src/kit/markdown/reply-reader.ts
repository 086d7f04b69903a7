import type { Notes } from './notes.ts';
import { ReplyDocument } from './reply-document.ts';
import type { Chunk } from './reply-document.ts';

interface Reading {
  readonly text: string;
  readonly streaming: boolean;
  readonly document: ReplyDocument;
  readonly chunks: readonly Chunk[];
}

/** Reads whatever text comes: on from the text before where that only grew, else from its beginning. */
export class ReplyReader {
  #reading: Reading | undefined;

  read(text: string, streaming: boolean): { notes: Notes; chunks: readonly Chunk[] } {
    const before = this.#reading;
    const known = before?.text === text && before.streaming === streaming;
    const { document, chunks } = known ? before : (this.#reading = readOn(before, text, streaming));
    return { notes: document.notes, chunks };
  }
}

function readOn(before: Reading | undefined, text: string, streaming: boolean): Reading {
  const continues = before?.streaming && text.startsWith(before.text);
  const document = continues ? before.document : new ReplyDocument();
  return { text, streaming, document, chunks: document.read(plainLines(text), streaming) };
}

function plainLines(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
