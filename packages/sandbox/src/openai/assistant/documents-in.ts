import type { CallMessage } from '../call.ts';
import type { Attachment } from '../content.ts';
import { splitDocuments } from '../wrapped-documents.ts';

/** A document that came with a question. */
export interface Document {
  name: string;
  /** Null for a PDF that came as it is: its text is not read here. */
  text: string | null;
  /** Null where nobody knows. */
  pages: number | null;
  /** What was left out of the text; null where nothing is known of it. */
  cut: string | null;
}

/** The words of a message, trimmed, and the documents that came with them. */
export function documentsIn({ text, attachments }: CallMessage): { text: string; documents: Document[] } {
  const split = splitDocuments(text);
  const files = attachments.flatMap((attachment) => (attachment.kind === 'file' ? [documentOf(attachment)] : []));
  return { text: split.text, documents: [...split.documents, ...files] };
}

function documentOf({ name, type, bytes }: Extract<Attachment, { kind: 'file' }>): Document {
  if (type !== 'application/pdf') return { name, text: bytes.toString('utf8'), pages: null, cut: null };
  return { name, text: null, pages: pagesOfPdf(bytes), cut: null };
}

/** Counts what is written as a page in the open; newer files may have packed that away. */
function pagesOfPdf(bytes: Buffer): number | null {
  const written = bytes.toString('latin1');
  const pages = written.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0;
  if (pages > 0) return pages;
  const counts = [...written.matchAll(/\/Count\s+(\d{1,6})\b/g)].map(([, count]) => Number(count));
  return counts.length > 0 ? Math.max(...counts) : null;
}
