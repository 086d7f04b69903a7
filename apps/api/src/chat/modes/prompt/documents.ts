import type { Attachment } from '@parley/core';

type DocumentName = Pick<Attachment, 'name' | 'pages' | 'isCut'>;

/** Formats a document's text for a model, set apart from the words of the user who attached it. */
export function wrapDocument({ name, pages, isCut }: DocumentName, text: string): string {
  const attributes = [
    `name="${escape(name)}"`,
    ...(pages ? [`pages="${pages}"`] : []),
    ...(isCut ? ['cut="true"'] : []),
  ];
  // The contents of a document cannot close its tag.
  const inside = text.replaceAll(/<(\/?)document\b/gi, '&lt;$1document');
  return `<document ${attributes.join(' ')}>\n${inside}\n</document>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character).replaceAll(/\s+/g, ' ');
}
