/** How a file is read. */
export type AttachmentKind = 'image' | 'text' | 'pdf';

/** An uploaded file after it was checked and read, as every client sees it. */
export interface Attachment {
  /** Unguessable. */
  id: string;
  kind: AttachmentKind;
  name: string;
  /** MIME type, detected from the bytes. */
  type: string;
  /** Bytes. */
  size: number;
  /** `/api/files/{id}`: a picture answers to whoever knows it, a document to its owner. */
  url: string;
  /** Pixels of a picture. */
  width?: number;
  height?: number;
  /** Number of pages of a PDF. */
  pages?: number;
  /** Whether this is a PDF without readable text: its pages are pictures. */
  isScanned?: boolean;
  /** Whether only the beginning of the text was read. */
  isCut?: boolean;
}

/** Files that one message may carry. */
export const MAX_ATTACHMENTS = 5;

const MB = 1024 * 1024;

/** The accepted types, how each is read, and its maximum size in bytes. */
export const ATTACHMENT_TYPES: Record<string, AttachmentKind> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'text/plain': 'text',
  'application/pdf': 'pdf',
};

export const ATTACHMENT_LIMITS: Record<AttachmentKind, number> = { image: 10 * MB, text: MB, pdf: 20 * MB };

/** Maximum width times height of a picture, in pixels. */
export const MAX_PIXELS = 40_000_000;

export function attachmentKind(type: string): AttachmentKind | null {
  const plain = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return Object.hasOwn(ATTACHMENT_TYPES, plain) ? (ATTACHMENT_TYPES[plain] ?? null) : null;
}

export function unsupportedType(type: string): string {
  return `Unsupported file type: ${type || 'unknown'}. Please upload images, .txt, or .pdf files.`;
}

export function tooLarge(kind: AttachmentKind): string {
  const what = { image: 'Images', text: 'Text files', pdf: 'PDFs' }[kind];
  return `${what} can be up to ${ATTACHMENT_LIMITS[kind] / MB} MB.`;
}

export const EMPTY_FILE = 'This file is empty.';
