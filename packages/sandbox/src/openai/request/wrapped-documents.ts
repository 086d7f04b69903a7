/** A document inside a message as `<document name="a.txt">…</document>`. */
export interface WrappedDocument {
  name: string;
  /** The given page count; null without one. */
  pages: number | null;
  /** The note about omitted parts, from an attribute or the text's end; null without one. */
  cut: string | null;
  text: string;
}

// Bounded, so that hostile text takes no longer to match.
const DOCUMENT = /<document\b([^>]{0,2000})>\r?\n?([^]*?)\r?\n?<\/document>/g;
const CLOSING = '</document>';

const CUT_NOTE = /\n?\[cut: ([^[\]]{0,200})\]\s*$/;

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#39': "'" };

/** Splits a message into its own text, trimmed, and its documents. */
export function splitDocuments(message: string): { text: string; documents: WrappedDocument[] } {
  const documents: WrappedDocument[] = [];
  // Stops at the last closing tag: past it, every opening tag would cause a futile scan.
  const last = message.lastIndexOf(CLOSING);
  const end = last === -1 ? 0 : last + CLOSING.length;
  const text = message.slice(0, end).replace(DOCUMENT, (_, attributes: string, content: string) => {
    const given = attributesIn(attributes);
    const pages = Number(given.get('pages') ?? Number.NaN);
    documents.push({
      name: given.get('name') ?? 'document',
      pages: Number.isInteger(pages) ? pages : null,
      cut: given.get('cut') ?? CUT_NOTE.exec(content)?.[1] ?? null,
      text: content.replace(CUT_NOTE, ''),
    });
    return '';
  });
  return { text: (text + message.slice(end)).trim(), documents };
}

function attributesIn(written: string): Map<string, string> {
  return new Map(
    [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(quot|amp|lt|gt|apos|#39);/g, (_, entity: string) => ENTITIES[entity] ?? ''),
    ]),
  );
}
