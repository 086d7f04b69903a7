// Extracts the text of the PDF on standard input and sends it to the parent. read-pdf.ts runs it in its own process:
// node pdf-process.ts <path of unpdf> <milliseconds of processor time>
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type * as Unpdf from 'unpdf';
import { readPages, type PdfText } from './read-pages.ts';

export type PdfAnswer = ({ outcome: 'read' } & PdfText) | { outcome: 'encrypted' | 'broken' };

const { getDocumentProxy } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as typeof Unpdf;

// The watchdog runs in its own thread, so it works even while this one is busy or after the parent has died.
new Worker(new URL('./pdf-watchdog.ts', import.meta.url), { workerData: Number(process.argv[3]) }).unref();

process.send?.(await read(), () => process.exit());

async function read(): Promise<PdfAnswer> {
  try {
    const data = new Uint8Array(await buffer(process.stdin));
    // Images are not decoded, and library warnings stay off, because only the result may be sent.
    const pdf = await getDocumentProxy(data, { verbosity: 0, maxImageSize: 1, useSystemFonts: false });
    return { outcome: 'read', ...(await readPages(pdf)) };
  } catch (error) {
    return { outcome: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' };
  }
}
