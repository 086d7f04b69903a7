import type { CallMessage } from '../../request/call.ts';
import type { Attachment } from '../../request/content.ts';
import { splitDocuments } from '../../request/wrapped-documents.ts';

/** A document attached to a question. */
export interface Document {
  name: string;
  /** Null for an unconverted PDF, whose text is not extracted here. */
  text: string | null;
  /** Null if unknown. */
  pages: number | null;
  /** Describes the parts left out of the text; null if unknown. */
  cut: string | null;
}

/** Separates a message into its own text, trimmed, and its documents. */
export function documentsIn({ text, attachments }: CallMessage): { text: string; documents: Document[] } {
  const split = splitDocuments(text);
  const files = attachments.flatMap((attachment) => (attachment.kind === 'file' ? [documentOf(attachment)] : []));
  return { text: split.text, documents: [...split.documents, ...files] };
}

function documentOf({ name, type, bytes }: Extract<Attachment, { kind: 'file' }>): Document {
  if (type !== 'application/pdf') return { name, text: bytes.toString('utf8'), pages: null, cut: null };
  return { name, text: null, pages: pagesOfPdf(bytes), cut: null };
}

/** Counts uncompressed page objects. Newer files may compress them, which gives null. */
function pagesOfPdf(bytes: Buffer): number | null {
  const written = bytes.toString('latin1');
  const pages = written.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0;
  if (pages > 0) return pages;
  const counts = [...written.matchAll(/\/Count\s+(\d{1,6})\b/g)].map(([, count]) => Number(count));
  return counts.length > 0 ? Math.max(...counts) : null;
}
