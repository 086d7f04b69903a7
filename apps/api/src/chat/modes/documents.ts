import type { Attachment } from '@parley/core';

type DocumentName = Pick<Attachment, 'name' | 'pages' | 'isCut'>;

/** A document's text as a model gets it, told apart from the words of the person who attached it. */
export function wrapDocument({ name, pages, isCut }: DocumentName, text: string): string {
  const attributes = [
    `name="${escape(name)}"`,
    ...(pages ? [`pages="${pages}"`] : []),
    ...(isCut ? ['cut="true"'] : []),
  ];
  // What is in a document cannot end it.
  const inside = text.replaceAll(/<(\/?)document\b/gi, '&lt;$1document');
  return `<document ${attributes.join(' ')}>\n${inside}\n</document>`;
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character).replaceAll(/\s+/g, ' ');
}
