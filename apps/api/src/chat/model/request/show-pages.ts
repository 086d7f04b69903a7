import type { ModelDocument, ModelMessage } from '../model.ts';
import { withoutFiles } from './fit-request.ts';

/**
 * Replaces the documents of a message by pictures of their first pages, together at most `most`, and says so in its
 * content. Throws what drawing a document of the question throws; an earlier message is sent without its documents.
 */
export async function showPages(message: ModelMessage, isQuestion: boolean, most = Infinity): Promise<ModelMessage> {
  const { documents = [], pictures = [], ...rest } = message;
  if (documents.length === 0) return message;
  try {
    const each = Math.max(1, Math.floor(most / documents.length));
    const drawn = await Promise.all(documents.map(async (document) => (await document.drawPages()).slice(0, each)));
    const notes = documents.map((document, index) => pagesNote(document, drawn[index]?.length ?? 0));
    return {
      ...rest,
      content: [...notes, rest.content].join('\n\n'),
      pictures: [...pictures, ...drawn.flat()],
    };
  } catch (error) {
    if (isQuestion) throw error;
    return withoutFiles(message);
  }
}

function pagesNote({ name, pages }: ModelDocument, shown: number): string {
  const shownPages = shown === 1 ? 'Page 1 is' : `Pages 1 to ${shown} are`;
  const rest = shown < pages ? ` The document has ${pages} pages; the others are left out.` : '';
  return `[scanned document ${name}: ${shownPages} shown as ${shown === 1 ? 'a picture' : 'pictures'}.${rest}]`;
}
