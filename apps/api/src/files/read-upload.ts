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

/** A file as it is stored: pictures re-encoded, text as UTF-8, documents with what can be read in them. */
export type ReadUpload = ReadImage | ReadText | ReadPdf;

export interface Upload {
  name: string;
  /** The MIME type its sender says it has; parameters are ignored. */
  declaredType: string;
  bytes: Uint8Array;
}

/**
 * Checks a file and reads it. Throws `invalid-request` for an empty one, `too-large` over a limit, `unsupported-type`
 * for what is not taken, is not what it says it is or cannot be read; each with a sentence for the person who attached it.
 * Throws as `FairScheduler.enter` does while it waits for its turn.
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
    // APNG is a PNG that moves; only its first picture is kept.
    if ((found?.mime === 'image/apng' ? 'image/png' : found?.mime) !== type) throw disagreement(type);
    return work.pictures.run(caller, () => readImage(bytes));
  }
  if (kind === 'pdf') {
    if (found ? found.mime !== type : !hasPdfHeader(bytes)) throw disagreement(type);
    return work.documents.run(caller, () => readPdf(bytes));
  }
  // Words can look like the first bytes of a binary format (`BMW`, `GIF files`), so text is known by its encoding alone.
  const text = hasPdfHeader(bytes.subarray(0, PDF_HEADER.length)) ? null : readText(bytes);
  if (text) return text;
  if (found) throw disagreement(type);
  throw new AppError('unsupported-type', {
    message: 'This text could not be read. Please save it as UTF-8 and attach it again.',
  });
}

/** What a file of this declared type is read as. Throws when it is not taken or `size`, in bytes, is 0 or too much. */
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

/** All that its beginning can tell of a file. */
const MAGIC_BYTES = 4100;
const PDF_HEADER = '%PDF-';

/** PDF readers accept some bytes before the header, and there are PDFs that have them. */
function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes(PDF_HEADER);
}

const SAID_TO_BE: Record<string, string> = {
  'image/png': 'a PNG picture',
  'image/jpeg': 'a JPEG picture',
  'image/webp': 'a WebP picture',
  'image/gif': 'a GIF picture',
  'application/pdf': 'a PDF',
  'text/plain': 'a text file',
};

function disagreement(type: string): AppError {
  return new AppError('unsupported-type', {
    message: `This file says it is ${SAID_TO_BE[type] ?? type}, but its content is something else.`,
  });
}
