/** A document that was put into a message as `<document name="a.txt">…</document>`. */
export interface WrappedDocument {
  name: string;
  /** As it was given; null where nothing was said. */
  pages: number | null;
  /** What was said about parts that were left out, in an attribute or at the text's end; null where nothing was said. */
  cut: string | null;
  text: string;
}

// Bounded, so that hostile text takes no longer than other text.
const DOCUMENT = /<document\b([^>]{0,2000})>\r?\n?([^]*?)\r?\n?<\/document>/g;
const CLOSING = '</document>';

const CUT_NOTE = /\n?\[cut: ([^[\]]{0,200})\]\s*$/;

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#39': "'" };

/** A message's own words, trimmed, and the documents in it. */
export function splitDocuments(message: string): { text: string; documents: WrappedDocument[] } {
  const documents: WrappedDocument[] = [];
  // Past the last closing tag nothing is looked for: it would be in vain from every opening one.
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
