// Reads the PDF on its standard input and tells its parent what it says. Run by read-pdf.ts as a process of its own:
// node pdf-process.ts <where unpdf is>
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type * as Unpdf from 'unpdf';
import { readPages, type PdfText } from './read-pages.ts';

export type PdfAnswer = ({ outcome: 'read' } & PdfText) | { outcome: 'encrypted' | 'broken' };

const { getDocumentProxy } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as typeof Unpdf;

// A thread of its own: it watches also while this one is busy, and whether or not the parent still lives.
new Worker(new URL('./pdf-watchdog.ts', import.meta.url)).unref();

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
