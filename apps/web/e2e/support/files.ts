import { makeWord, wordParagraph } from '@parley/api/testing/make-archive';
import { drawText, ENCRYPTED, makePdf } from '@parley/api/testing/make-pdf';
import { makeBlackPng, makePicture } from '@parley/api/testing/make-pictures';

/** A file on the user's disk. */
export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export const MB = 1024 * 1024;

export async function pictureFile(
  format: 'png' | 'jpeg' | 'webp',
  { name = `picture.${format === 'jpeg' ? 'jpg' : format}`, width = 60, height = 40 } = {},
): Promise<TestFile> {
  return { name, mimeType: `image/${format}`, buffer: await makePicture(format, { width, height }) };
}

export function textFile(text: string, name = 'notes.txt'): TestFile {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** A Word document, for which browsers on some systems declare no type. */
export function wordFile(text: string, name = 'notes.docx'): TestFile {
  return { name, mimeType: '', buffer: makeWord(wordParagraph(text)) };
}

/** A PDF of one page with these lines. */
export function pdfFile(lines: string[], name = 'report.pdf'): TestFile {
  return pdf(name, { content: drawText(...lines) });
}

/** A PDF whose page contains graphics but no text. */
export function scannedPdf(name = 'scan.pdf'): TestFile {
  return pdf(name, { content: Buffer.from('0 0 50 50 re f') });
}

/** A PDF of this size in bytes, almost all padding. */
export function heavyPdf(bytes: number, name = 'heavy.pdf'): TestFile {
  return pdf(name, { trailer: `/Filling (${'a'.repeat(bytes)})` });
}

/** 1 MB that inflates to 400 MB. */
export function pdfBomb(name = 'bomb.pdf'): TestFile {
  return pdf(name, { content: Buffer.alloc(400 * MB, drawText('Hello Mira')) });
}

export function encryptedPdf(name = 'secret.pdf'): TestFile {
  return pdf(name, { trailer: ENCRYPTED });
}

/** 100 megapixels in a few kilobytes. */
export function hugePicture(name = 'huge.png'): TestFile {
  return { name, mimeType: 'image/png', buffer: makeBlackPng(10_000, 10_000) };
}

/** A file that cannot be attached. */
export const ARCHIVE: TestFile = {
  name: 'archive.zip',
  mimeType: 'application/zip',
  buffer: Buffer.from('PK\u0003\u0004'),
};

function pdf(name: string, content: Parameters<typeof makePdf>[0]): TestFile {
  return { name, mimeType: 'application/pdf', buffer: makePdf(content) };
}
