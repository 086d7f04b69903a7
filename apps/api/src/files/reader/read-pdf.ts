import { readFileSync } from 'node:fs';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { getDocumentProxy } from 'unpdf';
import { listAnnotations } from './list-annotations.ts';
import { readPages, type PageText, type PdfText } from './read-pages.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf['getPage']>>;

/** Reads the text of a PDF's pages, with what was filled in and noted on them. */
export async function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<PdfText> {
  let lacksTables = false;
  class NoData {
    async fetch({ kind }: { kind: string }): Promise<never> {
      lacksTables ||= kind === 'cMapUrl';
      throw new Error('There is no such file.');
    }
  }
  // Images are not decoded, and library warnings stay off, because only the result may be sent.
  const options = { verbosity: 0, maxImageSize: 1, useSystemFonts: false, useWorkerFetch: false };
  const pdf = await getDocumentProxy(bytes, { ...options, BinaryDataFactory: NoData });
  const read = (wordsOf: (page: Page, number: number, room: number) => Promise<PageText>) =>
    readPages(pdf.numPages, async (number, room) => {
      const page = await pdf.getPage(number);
      const words = await wordsOf(page, number, room);
      if (words.isCut) return words;
      const text = [words.text, ...(await listAnnotations(page))].filter(Boolean).join('\n');
      page.cleanup();
      return text.length > room ? { text: text.slice(0, room), isCut: true } : { text, isCut: false };
    });
  const text = await read((page, _number, room) => readWords(page, room));
  return lacksTables ? readWithTables(await pdf.getData(), read).catch(() => text) : text;
}

async function readWords(page: Page, room: number): Promise<PageText> {
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
  return { text: text.replaceAll('\0', '').trim(), isCut: false };
}

/**
 * Reads the words with PDFium, which has the tables of Chinese, Japanese and Korean encodings that pdf.js would load.
 * Without them, pdf.js leaves out the words of a font that names such an encoding.
 */
async function readWithTables(
  bytes: Uint8Array,
  read: (wordsOf: (page: Page, number: number) => Promise<PageText>) => Promise<PdfText>,
): Promise<PdfText> {
  const wasm = readFileSync(new URL(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  const library = await PDFiumLibrary.init({ wasmBinary: new Uint8Array(wasm).buffer });
  const document = await library.loadDocument(bytes);
  return read(async (_page, number) => {
    // It marks hyphens at the end of a line with U+FFFE.
    const words = document
      .getPage(number - 1)
      .getText()
      .replaceAll('\r\n', '\n')
      .replaceAll('\ufffe', '');
    return { text: words.replaceAll('\0', '').trim(), isCut: false };
  });
}
