import { MAX_CHARACTERS } from './bounded-text.ts';
import { plainSymbols } from './plain-symbols.ts';

/** The text of one page, which is cut if there was no room for all of it. */
export interface PageText {
  text: string;
  isCut: boolean;
}

export interface PdfText {
  text: string;
  pages: number;
  isCut: boolean;
}

const MAX_PAGES = 200;

/**
 * The text of a PDF's pages in order, up to the limits. A text that is cut ends with a sentence about the rest.
 * `readPage` reads the page with this number, counted from 1, as far as there is room.
 */
export async function readPages(
  pages: number,
  readPage: (number: number, room: number) => Promise<PageText>,
): Promise<PdfText> {
  let text = '';
  let leftOut =
    pages > MAX_PAGES ? `only the first ${MAX_PAGES} pages are read: ${pagesFrom(MAX_PAGES + 1, pages)}` : '';
  let hasText = false;
  for (let number = 1; number <= Math.min(pages, MAX_PAGES); number++) {
    const mark = `${text && '\n\n'}[page ${number}]\n`;
    const room = MAX_CHARACTERS - text.length - mark.length;
    const page = room > 0 ? await readPage(number, room) : { text: '', isCut: true };
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
