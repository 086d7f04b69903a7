/** A document that was put into a message as `<document name="a.txt">…</document>`. */
export interface WrappedDocument {
  name: string;
  /** As it was given; null where nothing was said. */
  pages: number | null;
  /** What was said about parts that were left out, in an attribute or at the text's end; null where nothing was said. */
  cut: string | null;
  text: string;
}

const DOCUMENT = /<document\b([^>]*)>\r?\n?([^]*?)\r?\n?<\/document>/g;

const CUT_NOTE = /\n?\[cut: ([^\]]*)\]\s*$/;

const ENTITIES: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", '#39': "'" };

/** A message's own words, trimmed, and the documents in it. */
export function splitDocuments(message: string): { text: string; documents: WrappedDocument[] } {
  const documents: WrappedDocument[] = [];
  const text = message.replace(DOCUMENT, (_, attributes: string, content: string) => {
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
  return { text: text.trim(), documents };
}

function attributesIn(written: string): Map<string, string> {
  return new Map(
    [...written.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&(quot|amp|lt|gt|apos|#39);/g, (_, entity: string) => ENTITIES[entity] ?? ''),
    ]),
  );
}
