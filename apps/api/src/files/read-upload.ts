import { fileTypeFromBuffer } from 'file-type';
import {
  AppError,
  ATTACHMENT_LIMITS,
  attachmentKind,
  EMPTY_FILE,
  tooLarge,
  unsupportedType,
  type AttachmentKind,
} from '@parley/core';
import type { Caller } from '../limits/fair-scheduler.ts';
import type { Work } from '../limits/work.ts';
import { readImage, type ReadImage } from './read-image.ts';
import { readPdf, type ReadPdf } from './read-pdf.ts';
import { readText, type ReadText } from './read-text.ts';

/** A file in its stored form: pictures re-encoded, text as UTF-8, documents with their extracted text. */
export type ReadUpload = ReadImage | ReadText | ReadPdf;

export interface Upload {
  name: string;
  /** The MIME type that the client declares; parameters are ignored. */
  declaredType: string;
  bytes: Uint8Array;
}

/**
 * Checks and reads a file. Throws `invalid-request` for an empty one, `too-large` over a limit, and `unsupported-type`
 * if its type is not allowed, does not match its content or cannot be read; each with a sentence for the user. Throws
 * as `FairScheduler.enter` does while it waits in the queue.
 */
export async function readUpload(
  { declaredType, bytes }: Pick<Upload, 'declaredType' | 'bytes'>,
  work: Pick<Work, 'documents' | 'pictures'>,
  caller: Caller,
): Promise<ReadUpload> {
  const kind = checkSize(declaredType, bytes.length);
  const type = plainType(declaredType);
  const found = await fileTypeFromBuffer(bytes.subarray(0, MAGIC_BYTES));
  if (kind === 'image') {
    // APNG is an animated PNG; only its first frame is kept.
    if ((found?.mime === 'image/apng' ? 'image/png' : found?.mime) !== type) throw disagreement(type);
    return work.pictures.run(caller, () => readImage(bytes));
  }
  if (kind === 'pdf') {
    if (found ? found.mime !== type : !hasPdfHeader(bytes)) throw disagreement(type);
    return work.documents.run(caller, () => readPdf(bytes));
  }
  // Plain text can begin like a binary format (`BMW`, `GIF files`), so only its encoding is checked.
  const text = hasPdfHeader(bytes.subarray(0, PDF_HEADER.length)) ? null : readText(bytes);
  if (text) return text;
  if (found) throw disagreement(type);
  throw new AppError('unsupported-type', {
    message: 'We couldn’t read this text file. Save it as UTF-8 and attach it again.',
  });
}

/** The kind of file for a declared type. Throws if it is not allowed, or if `size`, in bytes, is 0 or too large. */
export function checkSize(declaredType: string, size: number): AttachmentKind {
  const kind = attachmentKind(declaredType);
  if (kind === null) throw new AppError('unsupported-type', { message: unsupportedType(plainType(declaredType)) });
  if (size === 0) throw new AppError('invalid-request', { message: EMPTY_FILE });
  if (size > ATTACHMENT_LIMITS[kind]) throw new AppError('too-large', { message: tooLarge(kind) });
  return kind;
}

function plainType(declaredType: string): string {
  return declaredType.split(';', 1)[0]?.trim().toLowerCase().slice(0, 100) ?? '';
}

/** Enough bytes to detect any file type. */
const MAGIC_BYTES = 4100;
const PDF_HEADER = '%PDF-';

/** PDF readers accept some bytes before the header, and such PDFs exist. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes(PDF_HEADER);
}

const SAID_TO_BE: Record<string, string> = {
  'image/png': 'a PNG image',
  'image/jpeg': 'a JPEG image',
  'image/webp': 'a WebP image',
  'image/gif': 'a GIF image',
  'application/pdf': 'a PDF',
  'text/plain': 'a text file',
};

function disagreement(type: string): AppError {
  return new AppError('unsupported-type', {
    message: `This file claims to be ${SAID_TO_BE[type] ?? type}, but its contents are something else.`,
  });
}
