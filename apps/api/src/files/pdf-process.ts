// Reads the PDF on its standard input and tells its parent what it says. Run by read-pdf.ts as a process of its own.
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { readPages, type PdfText } from './read-pages.ts';

export type PdfAnswer = ({ outcome: 'read' } & PdfText) | { outcome: 'encrypted' | 'broken' };

// A thread of its own: it watches also while this one is busy, and whether or not the parent still lives.
new Worker(join(import.meta.dirname, 'pdf-watchdog.ts')).unref();

process.send?.(await read(), () => process.exit());

async function read(): Promise<PdfAnswer> {
  try {
    const data = new Uint8Array(await buffer(process.stdin));
    // Pictures are not looked at, and nothing that the reader would like to say may be mixed with the answer.
    const pdf = await getDocumentProxy(data, { verbosity: 0, maxImageSize: 1, useSystemFonts: false });
    return { outcome: 'read', ...(await readPages(pdf)) };
  } catch (error) {
    return { outcome: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' };
  }
}
