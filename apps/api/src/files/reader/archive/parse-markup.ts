import { Parser } from 'htmlparser2';
import { DocumentError } from '../document-error.ts';

/** Deeper elements only hostile documents have; the parser's time for them grows with their depth. */
const MAX_DEPTH = 5_000;

export interface MarkupHandlers {
  /** Names come without their namespace prefix, attributes as written. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Parses XML, or XHTML with `isHtml`, piece by piece. Entities that the document itself declares are never expanded,
 * and nothing is loaded from elsewhere.
 */
export async function parseMarkup(
  pieces: AsyncIterable<Uint8Array>,
  handlers: MarkupHandlers,
  { isHtml = false } = {},
): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_DEPTH) throw new DocumentError('too-large');
        handlers.open?.(localName(name), attributes);
      },
      onclosetag(name) {
        depth--;
        handlers.close?.(localName(name));
      },
      ontext: (text) => handlers.text?.(text),
    },
    { xmlMode: !isHtml, recognizeSelfClosing: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    parser.write(decoder.decode(piece, { stream: true }));
  }
  parser.end(decoder?.decode());
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function encodingOf([first, second]: Uint8Array): string {
  return first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
