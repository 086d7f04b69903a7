// Reads the file on standard input and sends its text, pixels or length to the parent. read-document.ts runs it in its own
// process: node reader-process.ts <format> <milliseconds of processor time> <pages to draw>
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { BoundedText } from './bounded-text.ts';
import { DocumentError, type DocumentProblem } from './document-error.ts';
import type { Drawn } from './draw-picture.ts';
import type { MeasuredRecording } from './measure-recording.ts';

/** How the bytes are read. */
export type ReaderFormat = 'pdf' | 'pages' | 'archive' | 'rtf' | 'mail' | 'svg' | 'bmp' | 'heic' | 'recording';

export interface DocumentText {
  /** MIME type, from the contents. */
  type: string;
  text: string;
  isCut: boolean;
  /** Of a PDF. */
  pages?: number;
}

export type ReaderAnswer =
  | { outcome: 'read'; document: DocumentText }
  | { outcome: 'drawn'; picture: Drawn }
  | { outcome: 'measured'; recording: MeasuredRecording }
  /** The pages of a PDF were sent before, as `DrawnPage`. */
  | { outcome: 'drawn-pages' }
  | { outcome: DocumentProblem | 'broken' };

/** A page of a PDF, sent before the answer. */
export interface DrawnPage {
  page: Drawn;
}

// The watchdog runs in its own thread, so it works even while this one is busy or after the parent has died.
new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: Number(process.argv[3]) }).unref();

async function answer(): Promise<ReaderAnswer> {
  try {
    return await READERS[process.argv[2] as ReaderFormat](new Uint8Array(await buffer(process.stdin)));
  } catch (error) {
    if (error instanceof DocumentError) return { outcome: error.problem };
    return { outcome: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' };
  }
}

/** Each loads only the libraries that it needs, which is most of the time for a small file. */
const READERS: Record<ReaderFormat, (bytes: Uint8Array<ArrayBuffer>) => Promise<ReaderAnswer>> = {
  async pdf(bytes) {
    const { readPdf } = await import('./read-pdf.ts');
    return { outcome: 'read', document: { type: 'application/pdf', ...(await readPdf(bytes)) } };
  },
  async pages(bytes) {
    const { drawPages } = await import('./draw-pages.ts');
    for await (const page of drawPages(bytes, Number(process.argv[4]))) process.send?.({ page } satisfies DrawnPage);
    return { outcome: 'drawn-pages' };
  },
  async archive(bytes) {
    const { openArchive } = await import('./archive/read-archive.ts');
    const { type, read } = await openArchive(bytes);
    return { outcome: 'read', document: { type, ...(await new BoundedText().readWhole(read)) } };
  },
  async rtf(bytes) {
    const { readRtf } = await import('./read-rtf.ts');
    const text = await new BoundedText().readWhole((whole) => readRtf(bytes, whole));
    return { outcome: 'read', document: { type: 'application/rtf', ...text } };
  },
  async mail(bytes) {
    const { readMail } = await import('./read-mail.ts');
    const text = await new BoundedText().readWhole((whole) => readMail(bytes, whole));
    return { outcome: 'read', document: { type: 'message/rfc822', ...text } };
  },
  async svg(bytes) {
    const { drawSvg } = await import('./draw-picture.ts');
    return { outcome: 'drawn', picture: await drawSvg(bytes) };
  },
  async bmp(bytes) {
    const { decodeBmp } = await import('./draw-picture.ts');
    return { outcome: 'drawn', picture: await decodeBmp(bytes) };
  },
  async heic(bytes) {
    const { decodeHeic } = await import('./decode-heic.ts');
    return { outcome: 'drawn', picture: await decodeHeic(bytes) };
  },
  async recording(bytes) {
    const { measureRecording } = await import('./measure-recording.ts');
    return { outcome: 'measured', recording: await measureRecording(bytes) };
  },
};

process.send?.(await answer(), () => process.exit());
