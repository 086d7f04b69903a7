import type { AttachmentKind } from '../api/files.ts';

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
