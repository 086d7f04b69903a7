import type { getDocumentProxy } from 'unpdf';
import { MAX_CHARACTERS } from './bounded-text.ts';
import { plainSymbols } from './plain-symbols.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export interface PdfText {
  text: string;
  pages: number;
  isCut: boolean;
}

const MAX_PAGES = 200;

/** The text of a PDF's pages in order, up to the limits. A text that is cut ends with a sentence about the rest. */
export async function readPages(pdf: Pdf): Promise<PdfText> {
  const pages = pdf.numPages;
  let text = '';
  let leftOut =
    pages > MAX_PAGES ? `only the first ${MAX_PAGES} pages are read: ${pagesFrom(MAX_PAGES + 1, pages)}` : '';
  let hasText = false;
  for (let number = 1; number <= Math.min(pages, MAX_PAGES); number++) {
    const mark = `${text && '\n\n'}[page ${number}]\n`;
    const page = await readPage(pdf, number, MAX_CHARACTERS - text.length - mark.length);
    hasText ||= page.text !== '';
    text += mark + page.text;
    if (page.isCut) {
      const rest = number < pages ? ` and ${pagesFrom(number + 1, pages)}` : '';
      leftOut = `only ${MAX_CHARACTERS.toLocaleString('en')} characters are read: the rest of page ${number}${rest}`;
      break;
    }
  }
  const isCut = leftOut !== '';
  if (isCut) text += `\n\n[Left out, because ${leftOut}.]`;
  return { text: hasText ? plainSymbols(text).toWellFormed() : '', pages, isCut };
}

function pagesFrom(first: number, last: number): string {
  return first === last ? `page ${last}` : `pages ${first} to ${last}`;
}

async function readPage(pdf: Pdf, number: number, room: number): Promise<{ text: string; isCut: boolean }> {
  if (room <= 0) return { text: '', isCut: true };
  const page = await pdf.getPage(number);
  let text = '';
  const reader = page.streamTextContent().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const { str = '', hasEOL } of part.value.items as { str?: string; hasEOL?: boolean }[]) {
      text += hasEOL ? `${str}\n` : str;
    }
    if (text.length > room) {
      await reader.cancel(new Error('enough'));
      return { text: text.slice(0, room).replaceAll('\0', ''), isCut: true };
    }
  }
  page.cleanup();
  return { text: text.replaceAll('\0', '').trim(), isCut: false };
}
