import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import {
  AppError,
  ATTACHMENT_LIMITS,
  EMPTY_FILE,
  plainType,
  tooLarge,
  unsupportedType,
  t,
  type AttachmentKind,
} from '@parley/core';
import type { Caller } from '../limits/fair-scheduler.ts';
import type { Work } from '../limits/work.ts';
import { drawPicture, readDocument, type PictureFormat, type ReadDocument } from './read-document.ts';
import { readImage, type ReadImage } from './read-image.ts';
import { guessText, mayBeText, readText, type ReadText } from './read-text.ts';
import type { ReaderFormat } from './reader/reader-process.ts';

/** A file in its stored form: pictures re-encoded, text as UTF-8, documents with their extracted text. */
export type ReadUpload = ReadImage | ReadText | ReadDocument;

export interface Upload {
  name: string;
  /** The MIME type that the client declares. It only decides what is unclear from the bytes. */
  declaredType: string;
  bytes: Uint8Array;
}

/**
 * Recognizes a file by its bytes and reads it. Throws `invalid-request` for an empty one, `too-large` over the limit of
 * its kind, and `unsupported-type` if it cannot be read; each with a sentence for the user. Throws as
 * `FairScheduler.enter` does while it waits in the queue.
 */
export async function readUpload(
  { declaredType, bytes }: Pick<Upload, 'declaredType' | 'bytes'>,
  work: Pick<Work, 'documents' | 'pictures'>,
  caller: Caller,
): Promise<ReadUpload> {
  if (bytes.length === 0) throw new AppError('invalid-request', { message: EMPTY_FILE });
  const declared = plainType(declaredType);
  if (declared === 'multipart/form-data') throw new AppError('unsupported-type', { message: FORM });
  const format = recognize(bytes, declared);
  if (format === 'text') {
    if (isNoText(declared) && declared !== SVG) throw disagreement(declared);
    checkSize('text', bytes.length);
    const text = readText(bytes) ?? guessText(bytes);
    // In another encoding than UTF-8.
    if (text && isSvg(text.bytes)) return readDrawn('svg', text.bytes);
    if (text && declared !== SVG) return text;
  } else if (format) {
    if (format === 'svg' || format === 'bmp') return readDrawn(format, bytes);
    checkSize(format === 'pdf' ? 'pdf' : 'office', bytes.length);
    const document = await work.documents.run(caller, () => readDocument(format, bytes));
    if (document) return document;
  }
  const found = await fileTypeFromBuffer(bytes.subarray(0, MAGIC_BYTES));
  if (found && PICTURES.has(found.mime)) {
    checkSize('image', bytes.length);
    return work.pictures.run(caller, () => readImage(bytes));
  }
  if (found && PHOTOS.has(found.mime)) return readDrawn('heic', bytes);
  if (found?.mime === 'application/x-cfb') throw new AppError('unsupported-type', { message: OLD_OFFICE });
  if (!found && isNoText(declared)) throw disagreement(declared);
  throw new AppError('unsupported-type', {
    message: found || !declared.startsWith('text/') ? unsupportedType(found?.mime ?? declared) : UNREADABLE_TEXT,
  });

  async function readDrawn(pictureFormat: PictureFormat, source: Uint8Array): Promise<ReadImage> {
    checkSize('image', source.length);
    const drawn = await work.documents.run(caller, () => drawPicture(pictureFormat, source));
    return work.pictures.run(caller, () => readImage(drawn));
  }
}

/** The message for a file inside a form, which would be stored with the form’s boundaries. Only other programs send one. */
const FORM = 'Send the bytes of the file as the body, with its own Content-Type, and not a form.';
const UNREADABLE_TEXT = t`We couldn’t read this text file. Save it as UTF-8 and attach it again.`;

const SVG = 'image/svg+xml';
/** Enough bytes to detect any file type. */
const MAGIC_BYTES = 4100;
/** Bytes of a mail that hold its most important headers. */
const MAX_MAIL_HEADERS = 64 * 1024;
/** Pictures that sharp decodes. An APNG is an animated PNG; only its first frame is kept. */
const PICTURES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);

/** Photos of phones, which the walled process decodes. */
const PHOTOS = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

const OLD_OFFICE = t`This Office file has a password or an old format. Save it without a password as .docx, .xlsx or .pptx and attach it again.`;

/** How a file is read; null for pictures that sharp decodes, and for everything else. */
function recognize(
  bytes: Uint8Array,
  declared: string,
): Exclude<ReaderFormat, 'pages' | 'heic' | 'recording'> | 'text' | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1');
  // PDF readers accept some bytes before the header, and such PDFs exist.
  if (start.startsWith('%PDF-') || (declared === 'application/pdf' && start.includes('%PDF-') && !isPicture(start)))
    return 'pdf';
  if (start.startsWith('{\\rtf')) return 'rtf';
  // The source of a mail that is declared as text stays text: its senders ask about the headers.
  if (!declared.startsWith('text/') && isMail(bytes)) return 'mail';
  if (isText(bytes)) return isSvg(bytes) ? 'svg' : 'text';
  // Before the marks of formats: a text may begin with the same letters.
  if (mayBeText(bytes)) return 'text';
  if (start.startsWith('PK\u0003\u0004')) return 'archive';
  return start.startsWith('BM') && bytes.length >= 54 ? 'bmp' : null;
}

/** Begins like a PNG, JPEG, GIF or WebP. */
function isPicture(start: string): boolean {
  return /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF)/.test(start);
}

/** Whether the bytes are UTF-8 or marked as UTF-16, without NUL. */
function isText(bytes: Uint8Array): boolean {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return isMarked || (isUtf8(bytes) && !bytes.includes(0));
}

/** Whether the first element is a drawing, after declarations and comments. */
function isSvg(bytes: Uint8Array): boolean {
  let rest = new TextDecoder().decode(bytes.subarray(0, MAGIC_BYTES)).trimStart();
  while (/^<[?!]/.test(rest)) {
    const end = rest.startsWith('<!--') ? '-->' : /^<![^>]*\[/.test(rest) ? ']>' : '>';
    const at = rest.indexOf(end);
    if (at === -1) return false;
    rest = rest.slice(at + end.length).trimStart();
  }
  return /^<(?:svg:)?svg[\s>]/i.test(rest);
}

/** Whether the first lines are the headers of a mail, with one that only programs write. */
function isMail(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, MAX_MAIL_HEADERS)).toString('latin1');
  const end = /\n\r?\n/.exec(start)?.index ?? start.lastIndexOf('\n');
  const names = start
    .slice(0, end)
    .split('\n')
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => /^([\w-]{1,80}):/.exec(line)?.[1]?.toLowerCase());
  return (
    names.includes('from') &&
    ['mime-version', 'message-id', 'received'].some((name) => names.includes(name)) &&
    !names.includes(undefined)
  );
}

/** Whether words in such a file are a mistake. */
function isNoText(declared: string): boolean {
  return declared.startsWith('image/') || declared === 'application/pdf';
}

const DISAGREEMENTS: Record<string, string> = {
  'image/png': t`This file claims to be a PNG image, but its contents are something else.`,
  'image/jpeg': t`This file claims to be a JPEG image, but its contents are something else.`,
  'image/webp': t`This file claims to be a WebP image, but its contents are something else.`,
  'image/gif': t`This file claims to be a GIF image, but its contents are something else.`,
  'application/pdf': t`This file claims to be a PDF, but its contents are something else.`,
};

function disagreement(type: string): AppError {
  const message = DISAGREEMENTS[type] ?? t`This file claims to be an image, but its contents are something else.`;
  return new AppError('unsupported-type', { message });
}

/** Throws `too-large` if a file of this kind has too many bytes. */
export function checkSize(kind: AttachmentKind, size: number): void {
  if (size > ATTACHMENT_LIMITS[kind]) throw new AppError('too-large', { message: tooLarge(kind) });
}
